import ArgumentParser
import Glibc
import PlacemarkModel
import Reporting
import TestSupport

/// Treats the outbox badly, and looks at what is left of it.
@main
struct OutboxTorture: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox-torture", abstract: "Treat the outbox badly, and look at what is left of it.",
        subcommands: [KillOutbox.self, FillDisk.self, WriteReports.self, MeasureQueue.self],
        defaultSubcommand: KillOutbox.self)
}

/// Kills a reporter.
struct KillOutbox: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kill", abstract: "Kill a process that puts, delivers and acknowledges reports again and again.",
        discussion: "Exit status 1: a report was lost. The same seed gives the same delays, not the same moments.")

    @Option(help: "Of all random numbers.")
    var seed: UInt64 = 1
    @Option(help: "How many times.")
    var kills = 1000
    @Option(help: "Where to make a directory for the file; the file system matters.")
    var `in` = "/tmp"

    func run() throws {
        let directory = try TemporaryDirectory(in: self.in)
        do {
            let tally = try ReporterKillLoop(directory: directory.path, seed: seed, kills: kills).run()
            print(
                """
                seed \(seed), \(kills) kills, nothing lost
                reports put         \(tally.reports)
                sent a second time  \(tally.repetitions), each with its identity
                """)
        } catch let loss as Loss {
            print("seed \(seed): \(loss.description)")
            throw ExitCode(1)
        }
    }
}

/// Puts some reports, to be traced: after each one a line with its number goes to standard output.
struct WriteReports: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write", abstract: "Put some reports into an outbox, and acknowledge some of them.")

    @Argument(help: "Where to.")
    var directory: String
    @Option(help: "How many reports.")
    var reports = 20

    func run() throws {
        let outbox = ReportSpecimen.outbox(in: directory)
        for number in 1...max(1, reports) {
            guard outbox.put(ReportSpecimen.report(number), for: [ReportSpecimen.sink]) else {
                throw Loss("report \(number): \(outbox.figures.failure ?? "")")
            }
            Self.say("put \(number)")
            guard number.isMultiple(of: 8) else { continue }
            let waiting = outbox.waiting(for: ReportSpecimen.sink, .oldestFirst, limit: 4)
            // As the receiver's acknowledgement comes before ours.
            if let last = waiting.compactMap(ReportSpecimen.number).last { Self.say("delivered \(last)") }
            outbox.acknowledge(waiting.map(\.id), of: ReportSpecimen.sink, at: ReportSpecimen.noon)
        }
    }

    /// In one system call, which has its place among those of the file.
    private static func say(_ text: String) {
        let line = Array("\(text)\n".utf8)
        _ = Glibc.write(STDOUT_FILENO, line, line.count)
    }
}

/// What must not be.
struct Loss: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
