import ArgumentParser
import Glibc
import PlacemarkModel
import Reporting

/// Puts reports while the disk is full.
struct FillDisk: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill", abstract: "Fill a small disk, and go on putting reports into an outbox on it.",
        discussion: "Exit status 1: a report was lost without being counted, or is another than it was.")

    @Argument(help: "The mount point of a file system of a few megabytes.")
    var disk: String
    @Option(help: "What goes when there is no room.")
    var victim = "oldest"

    func run() throws {
        var retention = Retention()
        guard let victim = Retention.Victim(rawValue: victim) else { throw ValidationError("oldest or newest") }
        retention.victim = victim
        let outbox = ReportSpecimen.outbox(in: disk + "/reports", retention: retention)
        func put(_ numbers: ClosedRange<Int>) -> [Int] {
            numbers.filter { outbox.put(ReportSpecimen.report($0), for: [ReportSpecimen.sink]) }
        }
        guard put(1...1500).count == 1500 else { throw Loss("there was too little room to begin with") }
        try fill()
        let written = put(1501...3000)
        let waiting = outbox.waiting(for: ReportSpecimen.sink, .oldestFirst, limit: 5000, sizeLimitInBytes: 1 << 30)
        guard let state = outbox.state(of: ReportSpecimen.sink) else { throw Loss(outbox.figures.failure ?? "") }
        guard waiting.count + state.dropped == 1500 + written.count, outbox.figures.unwritten == 1500 - written.count
        else { throw Loss("\(waiting.count) wait, \(state.dropped) dropped, \(written.count) written") }
        guard waiting.allSatisfy({ ReportSpecimen.number($0) != nil }) else {
            throw Loss("a report is another than it was")
        }
        guard waiting.last.flatMap(ReportSpecimen.number) == written.last ?? 1500 else {
            throw Loss("the newest is missing")
        }
        unlink(disk + "/filler")
        guard put(3001...3100).count == 100, outbox.figures.failure == nil, outbox.figures.setAside == 0 else {
            throw Loss("no way back: \(outbox.figures)")
        }
        print("written on the full disk: \(written.count) of 1500, dropped: \(state.dropped)")
    }

    /// Leaves no byte.
    private func fill() throws {
        let filler = open(disk + "/filler", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard filler >= 0 else { throw Loss(String(cString: strerror(errno))) }
        defer { close(filler) }
        let page = [UInt8](repeating: 0, count: 4096)
        for size in [4096, 1] { while write(filler, page, size) > 0 {} }
    }
}
