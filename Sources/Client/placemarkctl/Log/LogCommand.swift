import ArgumentParser
import PlacemarkClient
import PlacemarkModel

struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Show the ship's log, and add remarks to it.",
        discussion: """
            An entry has time, position, course, speed and the way so far. Under way the log gets one by itself, each hour \
            with LogInterval=1h in [Trips] of the daemon's configuration; remarks can be added at any time. It is kept with \
            the trips: needs Keep=memory or Keep=disk, and the group placemark-precise.

            EXAMPLES
              placemarkctl log add "Reefed the main, wind SW 6"
              placemarkctl log --since 24h
              placemarkctl log list --format html > log.html
            """,
        subcommands: [ListLog.self, AddToLog.self], defaultSubcommand: ListLog.self)
}

struct ListLog: AsyncParsableCommand {
    /// How the log is written.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case csv, json, html, text
    }

    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the entries, the oldest first.",
        discussion: """
            Times are local times of the places. The page (html) is for a printer: open it in a browser.

            EXAMPLE
              placemarkctl log list --since 2026-11-01T00:00:00Z --format csv > log.csv
            """)

    @Option(help: "csv, json (one entry a line, as --json), html (a page to print) or text (a table, the default).")
    var format: Format?
    @Option(help: TrackStart.help("Only entries since then", suchAs: "24h"), transform: TrackStart.read)
    var since: TrackStart?
    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try output.check(agreesWith: format) }

    func run() async throws {
        let entries = try await daemon.client.log(since: since ?? .beginning).collected()
        switch format ?? (output.isForPeople ? .text : .json) {
        case .text: print(entries.isEmpty ? "no entry yet" : LogTable.text(entries))
        case .json: try Terminal.write(JSON.lines(entries))
        case .csv: try Terminal.write(LogFormats.csv(entries))
        case .html: try Terminal.write(LogFormats.html(entries))
        }
    }
}

struct AddToLog: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a remark, with the position and the time that are known now.",
        discussion: """
            Nothing in the log can be changed afterwards; "placemarkctl trips verify" shows that nothing was.

            EXAMPLE
              placemarkctl log add "Anchor up"
            """)

    @Argument(help: ArgumentHelp("One line of at most \(ShipsLogEntry.longestRemark) characters.", valueName: "remark"))
    var words: [String]
    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    private var remark: String { words.joined(separator: " ").trimmingBlanks }

    func validate() throws {
        guard ShipsLogEntry.isRemark(remark) else {
            throw ValidationError("expected one line of at most \(ShipsLogEntry.longestRemark) characters")
        }
    }

    func run() async throws {
        let entry = try await daemon.client.remark(remark)
        print(output.isForPeople ? LogTable.text([entry]) : JSON.line(entry))
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        String(trimmingPrefix { $0 == " " }.reversed().trimmingPrefix { $0 == " " }.reversed())
    }
}
