import PlacemarkModel
import Settings

/// What a file of `/etc/placemarkd/alarm.d` says: a command of the operator's own, and the events that it is run for.
struct AlarmSettings: Equatable, Sendable {
    /// Empty for none, which is not allowed.
    var events: EventFilter = []
    /// The program by its absolute path, and its arguments; likewise.
    var command: [String] = []
    var timeLimit: Duration = .seconds(60)
    var retries = 3
    var retryAfter: Duration = .seconds(10)

    init() {}
}

extension AlarmSettings: ConfigurationFileSettings {
    /// Each alarm has a file of its own; this one is an example.
    static let defaultPath = "/etc/placemarkd/alarm.d/example.conf"

    static let introduction = """
        # A command that is run when something happens. The file NAME.conf in /etc/placemarkd/alarm.d is for
        # placemark-alarm@NAME.service, which must be enabled: "systemctl enable --now placemark-alarm@NAME".
        #
        # A key that is shown after a # has that default. "placemarkctl alarm --check-config FILE" says what is wrong;
        # "systemctl restart placemark-alarm@NAME" applies a change. A comment has a line of its own.

        """

    static let keys: [ConfigurationKey<AlarmSettings>] = [
        ConfigurationKey(
            "Alarm", "Events", \.events, .events,
            "What the command is run for; must be set. \"guard\" stands for four events, \"regions\", \"visits\","
                + " \"motion\" and \"trips\" for two each."),
        ConfigurationKey(
            "Alarm", "Command", \.command, .command,
            "The command; must be set. There is no shell: blanks separate its words, unless they are between quotation"
                + " marks or apostrophes, and a backslash takes away the special meaning of the next character. It gets"
                + " the event as a line of JSON on its standard input."),
        ConfigurationKey(
            "Alarm", "TimeLimit", \.timeLimit, .duration(in: .seconds(1)...(.seconds(3600))),
            "How long the command may run. Then it gets SIGTERM, two seconds later SIGKILL, and that counts as a failure."
        ),
        ConfigurationKey(
            "Alarm", "Retries", \.retries, .count(in: 0...1000),
            "How many times the command is run again after a failure: an exit status that is not 0, a signal, the time"
                + " limit."
        ),
        ConfigurationKey(
            "Alarm", "RetryAfter", \.retryAfter, .duration(in: .seconds(1)...(.seconds(3600))),
            "How long to wait after a failure before the next try. Other events are not kept waiting."),
    ]

    static let contradictingKeys: Set<String> = ["Alarm/Events", "Alarm/Command"]

    var contradiction: ConfigurationProblem.Reason? {
        if events.isEmpty { return .contradiction("Events= in [Alarm] is not set: expected one event at least") }
        return command.isEmpty
            ? .contradiction("Command= in [Alarm] is not set: expected the absolute path of a program") : nil
    }
}

extension ValueGrammar where Value == EventFilter {
    /// Names of events, with blanks or commas between them.
    fileprivate static let events = ValueGrammar(
        allowed: "events such as \"guardAlarm regionEntered\", of those that placemarkctl watch --help lists",
        parse: { text in
            let words = text.split { $0 == " " || $0 == "\t" || $0 == "," }
            guard !words.isEmpty, let filter = try? EventFilter(parsing: words),
                filter.isDisjoint(with: [.significant, .reduced, EventFilter([.status])])
            else { return nil }
            return filter
        },
        format: { $0.arguments })
}

extension ValueGrammar where Value == [String] {
    fileprivate static let command = ValueGrammar(
        allowed: "the absolute path of a program, and its arguments",
        parse: { CommandWords.split($0).flatMap { $0.first?.hasPrefix("/") == true ? $0 : nil } },
        format: { $0.joined(separator: " ") })
}
