import PlacemarkModel
import Settings
import TestSupport
import Testing

@testable import placemarkctl

@Suite("Alarm: settings")
struct AlarmSettingsTests {
    private func load(_ lines: String) throws -> AlarmSettings {
        let directory = try TemporaryDirectory()
        try directory.write("horn.conf", lines)
        return try AlarmSettings.load(path: directory.file("horn.conf"))
    }

    @Test("the events, the command in words, and how it is tried again")
    func values() throws {
        let settings = try load(
            """
            [Alarm]
            Events=guardAlarm, regions
            Command=/usr/local/bin/horn --for "two minutes" 'a\\b'
            TimeLimit=5s
            Retries=0
            RetryAfter=2min
            """)
        #expect(settings.events == EventFilter([.guardAlarm, .regionEntered, .regionExited]))
        #expect(settings.command == ["/usr/local/bin/horn", "--for", "two minutes", "a\\b"])
        #expect(settings.timeLimit == .seconds(5) && settings.retries == 0 && settings.retryAfter == .seconds(120))
    }

    @Test(
        "what cannot be is told with its line",
        arguments: [
            ("Command=/bin/true", "Events= in [Alarm] is not set"), ("Events=guard", "Command= in [Alarm] is not set"),
            ("Events=guard\nCommand=horn", "horn.conf:3: [Alarm] Command=horn: expected the absolute path"),
            ("Events=guard\nCommand=/bin/a 'b", "horn.conf:3: "), ("Events=status\nCommand=/bin/true", "horn.conf:2: "),
            ("Events=reduced\nCommand=/bin/true", "horn.conf:2: "), ("Events=fire\nCommand=/bin/true", "horn.conf:2: "),
            ("Events=guard\nCommand=/bin/true\nTimeLimit=0", "horn.conf:4: "),
        ])
    func mistakes(lines: String, words: String) throws {
        do {
            _ = try load("[Alarm]\n\(lines)\n")
            Issue.record("it was taken")
        } catch let error as ConfigurationErrors {
            #expect(error.description.contains(words), "\(error)")
        }
    }

    @Test(
        "a command is split as it is written, and nothing in it stands for anything else",
        arguments: [
            ("/bin/echo $HOME *;ls `x` | y", ["/bin/echo", "$HOME", "*;ls", "`x`", "|", "y"]),
            (#"/a "b 'c'" '"' "" d\ e \" x"y"z"#, ["/a", "b 'c'", "\"", "", "d e", "\"", "xyz"]),
            ("/a\t b  ", ["/a", "b"]), ("", []),
        ])
    func words(text: String, words: [String]) { #expect(CommandWords.split(text) == words) }

    @Test("a quotation that is not closed is none", arguments: ["/a \"b", "/a 'b", "/a b\\"])
    func openQuotation(text: String) { #expect(CommandWords.split(text) == nil) }

    @Test("the example that is installed has every key at its default")
    func example() throws {
        #expect(try Checkout.text("systemd/examples/alarm.conf") == AlarmSettings.defaultFile)
    }
}
