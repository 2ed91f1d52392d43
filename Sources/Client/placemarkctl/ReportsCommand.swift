import ArgumentParser
import FoundationEssentials
import Glibc
import PlacemarkClient
import PlacemarkModel

struct ReportsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reports",
        abstract: "Show how the reports to other systems are doing, send one as a test, and forget them.",
        discussion: """
            Asks placemark-report, which keeps what it sends where only root and it may read. So only root may ask.

            EXAMPLES
              sudo placemarkctl reports
              sudo placemarkctl reports test map
              sudo placemarkctl reports clear map
            """,
        subcommands: [ReportsStatus.self, TestSink.self, ClearReports.self, ForgetMachine.self],
        defaultSubcommand: ReportsStatus.self)
}

struct ReportsStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show each sink: what waits, what was acknowledged last, and what is wrong.",
        discussion: """
            A sink is idle when nothing waits, delivering while something does, and failing when the last delivery has failed. \
            A warning says what keeps the receiver from learning all that it should, although reports arrive.

            Exit status: 0 it has answered, 69 it cannot be reached, 77 not allowed.

            EXAMPLES
              sudo placemarkctl reports status
              sudo placemarkctl reports status --json | jq '.sinks[] | {name, waiting}'
            """)

    @OptionGroup var reporter: ReporterOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let answer = try await reporter.ask("reports")
        try await output.show(json: answer, text: ReportsTable(ReporterOptions.decode(answer), at: .wallClock).text)
    }
}

struct TestSink: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send the present state to a sink, and say what came back.",
        discussion: """
            What waits in the sink's queue goes first, unless its file has Order=newest-first.

            Exit status: 0 the receiver has acknowledged it, 1 not.

            EXAMPLE
              sudo placemarkctl reports test map
            """)

    @OptionGroup var trial: SinkTrial

    func run() async throws {
        try await trial.run("test", within: .seconds(40)) { report in
            report.result.rawValue + (report.sentence.map { ": \($0)" } ?? "")
        }
    }
}

struct ClearReports: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Forget all reports that wait, of one sink or of all.",
        discussion: """
            Nothing of them is left on the disk, and they are never sent.

            EXAMPLE
              sudo placemarkctl reports clear map
            """)

    @Argument(help: "The name of the sink's file, without .conf. Default: all sinks.")
    var sink: String?
    @OptionGroup var reporter: ReporterOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let answer = try await reporter.ask(sink.map { "clear \($0)" } ?? "clear", within: .seconds(30))
        let cleared: [String: Int] = try ReporterOptions.decode(answer)
        let count = cleared["cleared"] ?? 0
        let words = count == 1 ? "1 report is forgotten." : "\(count) reports are forgotten."
        try await output.show(json: answer, text: words)
    }
}

struct ForgetMachine: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Make a broker forget this machine: Home Assistant loses its device.",
        discussion: """
            Everything that the broker keeps of this machine is removed: with Format=homeassistant the device with all its
            entities, with Format=owntracks the last location. Then nothing is sent until placemark-report is started
            again, or “reports test” tries the sink; to end it for good, remove the sink's file and restart
            placemark-report. Reports that wait stay on the disk: “reports clear” forgets those.

            Exit status: 0 it is forgotten, 1 not.

            EXAMPLE
              sudo placemarkctl reports forget map
            """)

    @OptionGroup var trial: SinkTrial

    func run() async throws {
        try await trial.run("forget", within: .seconds(80)) { report in
            report.result == .acknowledged
                ? "this machine is forgotten." : "not forgotten: \(report.sentence ?? report.result.rawValue)"
        }
    }
}

/// A sink at which something is tried, and how the outcome is shown.
struct SinkTrial: ParsableArguments {
    @Argument(help: "The name of the sink's file, without .conf.")
    var sink: String
    @OptionGroup var reporter: ReporterOptions
    @OptionGroup var output: OutputOptions

    /// Asks the reporter to try it, and shows the outcome. Ends with status 1 unless the receiver has acknowledged it.
    func run(_ request: String, within limit: Duration, words: (SinkTestReport) -> String) async throws {
        let answer = try await reporter.ask("\(request) \(sink)", within: limit)
        let report: SinkTestReport = try ReporterOptions.decode(answer)
        try await output.show(json: answer, text: "\(sink): \(words(report))")
        if report.result != .acknowledged { throw ExitCode(1) }
    }
}

/// Where placemark-report answers.
struct ReporterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The socket of placemark-report.", valueName: "path"), completion: .file())
    var reportsSocket = Installation.reportsSocketPath

    /// The line that it answers.
    func ask(_ request: String, within limit: Duration = .zero) async throws(CommandFailure) -> [UInt8] {
        do throws(PlacemarkClientError) {
            return try await PlacemarkClient(socketPath: reportsSocket).answer(to: request, within: limit)
        } catch {
            switch error {
            case .refused("forbidden", _):
                throw CommandFailure(
                    "only root and placemark-report may ask at \(reportsSocket): try sudo", exitStatus: EX_NOPERM)
            case .refused(_, let sentence), .malformedRequest(let sentence):
                throw CommandFailure(sentence, exitStatus: EX_DATAERR)
            default:
                throw CommandFailure(
                    """
                    placemark-report does not answer at \(reportsSocket). It runs only with a sink in \
                    /etc/placemarkd/reports.d.
                    “systemctl status placemark-report” tells more.
                    """, exitStatus: EX_UNAVAILABLE)
            }
        }
    }

    static func decode<Value: Decodable>(_ answer: [UInt8]) throws(CommandFailure) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(answer))
        } catch {
            throw CommandFailure("the answer of placemark-report cannot be read: \(error)", exitStatus: EX_PROTOCOL)
        }
    }
}

/// The sinks as text, one below the other.
struct ReportsTable {
    let text: String

    init(_ report: ReporterReport, at now: Timestamp) {
        var blocks = report.sinks.map { Self.lines(of: $0, at: now).joined(separator: "\n") }
        if blocks.isEmpty { blocks = ["There is no sink."] }
        if let failure = report.outboxFailure {
            blocks.append("Outbox   does not work: \(failure); \(report.lost) reports are lost")
        } else if report.lost > 0 {
            blocks.append("Outbox   works; \(report.lost) reports were lost since the start")
        }
        text = blocks.joined(separator: "\n\n")
    }

    private static func lines(of sink: SinkReport, at now: Timestamp) -> [String] {
        func ago(_ time: Timestamp) -> String { "\(Words.age(max(0, now.duration(since: time).inSeconds))) ago" }
        var lines = ["\(sink.name): \(sink.state.rawValue)"]
        func add(_ name: String, _ value: String?) {
            if let value { lines.append("  " + Words.leftAligned(name, width: 14) + value) }
        }
        let connection = sink.connected.map { $0 ? "; connected" : "; not connected" } ?? ""
        add("Receiver", "\(sink.type), \(sink.format), \(sink.precision.rawValue) positions\(connection)")
        let size = Words.number(Double(sink.sizeInBytes) / 1e6, decimals: 1)
        add("Waiting", sink.waiting == 0 ? "nothing" : "\(sink.waiting) reports, \(size) MB")
        add("Oldest", sink.oldest.map(ago))
        add("Acknowledged", "\(sink.acknowledged)" + (sink.lastAcknowledgement.map { ", the last \(ago($0))" } ?? ""))
        add("Refused", sink.refused == 0 ? nil : "\(sink.refused), of which \(sink.aside) are kept")
        add("Dropped", sink.dropped == 0 ? nil : "\(sink.dropped)")
        for warning in sink.warnings ?? [] { add("Warning", warning) }
        add("Error", sink.error.map { $0 + (sink.failingSince.map { ", first \(ago($0))" } ?? "") })
        return lines
    }
}
