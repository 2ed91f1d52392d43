import Glibc
import PlacemarkModel
import Reporting
import TestSupport

/// Kills a reporter again and again, at random moments, and looks each time at what it has left.
struct ReporterKillLoop {
    let directory: String
    let seed: UInt64
    let kills: Int

    /// What has happened.
    struct Tally {
        var reports: UInt64 = 0
        /// Reports that were delivered, and waited all the same after the kill.
        var repetitions = 0
    }

    func run() throws -> Tally {
        var random = SeededRandom(seed: seed)
        var tally = Tally()
        // The last report that `put` has taken, and the last one that the receiver has got.
        let (taken, delivered) = (SharedCounter(), SharedCounter())
        var identities: [Int: ReportIdentity] = [:]
        for kill in 0..<kills {
            let delay = UInt32.random(in: 2000...40_000, using: &random)
            let choice = random.next()
            let reporter = Fork.process { Self.report(directory, taken, delivered, seed: choice) }
            // Every other one gets to work before, however slow the machine is.
            if kill.isMultiple(of: 2) { waitForWork(of: taken) }
            usleep(delay)
            guard Fork.end(reporter, by: SIGKILL) else { throw Loss("the reporter has given up") }
            do {
                tally.repetitions += try check(
                    taken: Int(taken.current), delivered: Int(delivered.current), &identities)
            } catch { throw Loss("kill \(kill) after \(delay) µs: \(error)") }
        }
        tally.reports = taken.current
        guard tally.reports > kills / 10 else {
            throw Loss("only \(tally.reports) reports were put: nothing is proved")
        }
        return tally
    }

    /// Waits until one more report is taken, at most ten seconds.
    private func waitForWork(of taken: SharedCounter) {
        let before = taken.current
        for _ in 0..<10_000 where taken.current == before { usleep(1000) }
    }

    /// Looks at the file. Returns how many of the delivered reports will be sent once more.
    private func check(taken: Int, delivered: Int, _ identities: inout [Int: ReportIdentity]) throws -> Int {
        let outbox = ReportSpecimen.outbox(in: directory)
        let waiting = outbox.waiting(
            for: ReportSpecimen.sink, .oldestFirst, limit: 1_000_000, sizeLimitInBytes: 1 << 30)
        guard outbox.figures == Outbox.Figures() else { throw Loss("\(outbox.figures)") }
        let numbers = try waiting.map { report in
            guard let number = ReportSpecimen.number(report) else { throw Loss("a report is another than it was") }
            if let identity = identities[number], identity != report.id { throw Loss("\(number) has another identity") }
            identities[number] = report.id
            return number
        }
        guard zip(numbers, numbers.dropFirst()).allSatisfy({ $0 + 1 == $1 }) else { throw Loss("not in order") }
        let (first, last) = (numbers.first ?? taken + 1, numbers.last ?? delivered)
        guard first <= delivered + 1, last >= taken, last <= taken + 1 else {
            throw Loss("taken \(taken), delivered \(delivered), found \(first) to \(last)")
        }
        identities = identities.filter { $0.key >= first }
        return max(0, delivered + 1 - first)
    }

    /// Puts reports, and delivers most of them, until it is killed.
    private static func report(
        _ directory: String, _ taken: SharedCounter, _ delivered: SharedCounter, seed: UInt64
    ) {
        var random = SeededRandom(seed: seed)
        let outbox = ReportSpecimen.outbox(in: directory)
        // What was put last may have been safe before the counter was told.
        let newest =
            outbox.waiting(for: ReportSpecimen.sink, .newestFirst, limit: 1).first.flatMap(ReportSpecimen.number) ?? 0
        if newest > taken.current { taken.current = UInt64(newest) }
        while true {
            guard outbox.put(ReportSpecimen.report(Int(taken.current) + 1), for: [ReportSpecimen.sink]) else { return }
            taken.current += 1
            guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
            let waiting = outbox.waiting(
                for: ReportSpecimen.sink, .oldestFirst, limit: Int.random(in: 1...9, using: &random))
            for number in waiting.compactMap(ReportSpecimen.number) {
                delivered.current = max(delivered.current, UInt64(number))
            }
            outbox.acknowledge(waiting.map(\.id), of: ReportSpecimen.sink, at: ReportSpecimen.noon)
        }
    }
}
