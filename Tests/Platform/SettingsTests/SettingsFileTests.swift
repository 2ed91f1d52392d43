import Settings
import TestSupport
import Testing

/// What a lamp could read: the engine knows nothing of any program.
private struct Lamp: ConfigurationFileSettings {
    enum Color: String, CaseIterable, Sendable { case white, red }

    var color = Color.white
    var percent = 50

    static let keys = [
        ConfigurationKey<Lamp>("Light", "Color", \.color, .choice(), "Its color."),
        ConfigurationKey<Lamp>("Light", "Brightness", \.percent, .count(in: 1...100), "How bright it is, in percent."),
    ]
    static let defaultPath = "/nowhere/lamp.conf"
    static let introduction = "# A lamp.\n"

    var contradiction: ConfigurationProblem.Reason? {
        color == .red && percent > 80 ? .stated("red is never that bright: expected at most 80") : nil
    }
    static let contradictingKeys: Set = ["Light/Color", "Light/Brightness"]
}

@Suite("The file of any program's settings")
struct SettingsFileTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.file("lamp.conf") }

    init() throws { directory = try TemporaryDirectory() }

    @Test("the default file need not be there, any other must")
    func missing() throws {
        #expect(try Lamp.load() == Lamp())
        #expect(throws: ConfigurationErrors.self) { try Lamp.load(path: path) }
    }

    @Test("keys are read as their grammar says, and an empty value puts the default back")
    func values() throws {
        try directory.write("lamp.conf", "[Light]\nColor=red\nBrightness=7\nBrightness=\n")
        #expect(try Lamp.load(path: path) == Lamp(color: .red, percent: 50))
    }

    @Test("what is wrong with a value, with a key, and with two values together stands with its line")
    func problems() throws {
        try directory.write("lamp.conf", "[Light]\nColor=blue\nColour=red\n")
        #expect(
            try complaints() == [
                "lamp.conf:2: [Light] Color=blue: expected one of white, red",
                "lamp.conf:3: [Light] Colour=: no such key, did you mean Color=?; expected one of Color=, Brightness=",
            ])
        try directory.write("lamp.conf", "[Light]\nColor=red\n\nBrightness=90\n")
        #expect(try complaints() == ["lamp.conf:4: red is never that bright: expected at most 80"])
    }

    @Test("the shipped file has each key at its default, with what is allowed")
    func shippedFile() {
        #expect(
            Lamp.defaultFile == """
                # A lamp.

                [Light]
                # Its color.
                # Expected: one of white, red.
                #Color=white

                # How bright it is, in percent.
                # Expected: a number between 1 and 100.
                #Brightness=50

                """)
    }

    private func complaints() throws -> [String] {
        do {
            _ = try Lamp.load(path: path)
            return []
        } catch {
            return error.problems.map { $0.description.replacing(directory.file(""), with: "") }
        }
    }
}
