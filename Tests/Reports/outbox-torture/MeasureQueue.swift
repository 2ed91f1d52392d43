import ArgumentParser
import Glibc
import PlacemarkModel
import Reporting
import TestSupport

/// Measures a long time without a receiver.
struct MeasureQueue: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "Measure what a long queue takes, and how long it takes to send it.")

    @Option(help: "How many reports: a week with one in 10 s has 60,480.")
    var reports = 60_480
    @Option(help: "How many go into one delivery.")
    var batch = 100
    @Option(help: "Where to make a directory for the file; the file system matters.")
    var `in` = "/tmp"

    func run() throws {
        let directory = try TemporaryDirectory(in: self.in)
        let outbox = ReportSpecimen.outbox(in: directory.path)
        let clock = ContinuousClock()
        let putting = clock.measure {
            for number in 1...reports { outbox.put(ReportSpecimen.report(number), for: [ReportSpecimen.sink]) }
        }
        let size = Self.size(of: outbox.path)
        let load = outbox.state(of: ReportSpecimen.sink)
        var longest = Duration.zero
        let sending = clock.measure {
            while true {
                let step = clock.measure {
                    let waiting = outbox.waiting(for: ReportSpecimen.sink, .oldestFirst, limit: batch)
                    outbox.acknowledge(waiting.map(\.id), of: ReportSpecimen.sink, at: ReportSpecimen.noon)
                }
                longest = max(longest, step)
                if outbox.count(of: ReportSpecimen.sink) == 0 { break }
            }
        }
        let usage = try ProcessUse(of: getpid())
        print(
            """
            put                 \(reports) in \(putting.inSeconds.rounded(toDecimals: 1)) s, each in \
            \((putting.inSeconds * 1e3 / Double(reports)).rounded(toDecimals: 3)) ms
            file                \(size >> 10) KiB, counted as \((load?.sizeInBytes ?? 0) >> 10) KiB
            taken out           in \(sending.inSeconds.rounded(toDecimals: 1)) s, \(batch) at a time, the longest in \
            \((longest.inSeconds * 1e3).rounded(toDecimals: 1)) ms
            file afterwards     \(Self.size(of: outbox.path) >> 10) KiB
            memory of its own   \(usage.anonymousKibibytes) KiB
            """)
    }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
