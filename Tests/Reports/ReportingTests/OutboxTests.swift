import Foundation
import Glibc
import PlacemarkModel
import Reporting
import TestConditions
import TestSupport
import Testing

@Suite(.tags(.waits)) struct OutboxTests {
    private func outbox(
        _ directory: TemporaryDirectory, boot: String = "a", retention: Retention = Retention()
    ) -> Outbox {
        let outbox = Outbox(directory: directory.file("reports"), boot: boot, retention: ["map": retention])
        outbox.learn { $0.learn(machine: Moments.noon, at: Moments.instant(1000)) }
        return outbox
    }

    private func numbers(_ reports: [Report]) -> [Double?] { reports.map { $0.event?.elapsed } }

    private func drain(_ outbox: Outbox, _ order: Outbox.Order = .oldestFirst, of sink: String = "map") -> [Double?] {
        var numbers: [Double?] = []
        while true {
            let reports = outbox.waiting(for: sink, order, limit: 7)
            guard !reports.isEmpty else { return numbers }
            numbers += self.numbers(reports)
            outbox.acknowledge(reports.map(\.id), of: sink, at: Moments.noon)
        }
    }

    @Test func `A report stays until it is acknowledged, with its identity, also for the next process`() throws {
        let directory = try TemporaryDirectory()
        let first: [Report]
        do {
            let outbox = outbox(directory)
            for number in 1...20 { #expect(outbox.put(.numbered(number), for: ["map"])) }
            first = outbox.waiting(for: "map", .oldestFirst, limit: 5)
            #expect(numbers(first) == [1, 2, 3, 4, 5])
            outbox.acknowledge(first.prefix(2).map(\.id), of: "map", at: Moments.noon)
        }
        let outbox = outbox(directory)
        #expect(outbox.waiting(for: "map", .oldestFirst, limit: 3) == Array(first.dropFirst(2)))
        outbox.put(.numbered(21), for: ["map"])
        #expect(drain(outbox) == (3...21).map { Double($0) })
        #expect(outbox.state(of: "map")?.acknowledged == 21)
        #expect(outbox.state(of: "map")?.lastAcknowledgedAt == Moments.noon)
        #expect(outbox.figures == Outbox.Figures())
    }

    @Test func `No number comes again, whatever was deleted and however often the process was restarted`() throws {
        let directory = try TemporaryDirectory()
        var seen: Set<ReportIdentity> = []
        for run in 0..<20 {
            let outbox = outbox(directory)
            for number in 0..<3 { outbox.put(.numbered(run * 3 + number), for: ["map"]) }
            let reports = outbox.waiting(for: "map", .oldestFirst, limit: 10)
            #expect(reports.count == 3)
            seen.formUnion(reports.map(\.id))
            outbox.acknowledge(reports.map(\.id), of: "map", at: Moments.noon)
        }
        #expect(seen.count == 60)
        #expect(Set(seen.map(\.outbox)).count == 1)
    }

    @Test func `Newest first sends what has just come, and then the past`() throws {
        let outbox = outbox(try TemporaryDirectory())
        for number in 1...10 { outbox.put(.numbered(number), for: ["map"]) }
        #expect(numbers(outbox.waiting(for: "map", .newestFirst, limit: 3)) == [8, 9, 10])
        outbox.put(.numbered(11), for: ["map"])
        #expect(numbers(outbox.waiting(for: "map", .newestFirst, limit: 3)) == [9, 10, 11])
        #expect(drain(outbox, .newestFirst) == [5, 6, 7, 8, 9, 10, 11, 1, 2, 3, 4])
    }

    @Test func `Each sink has a queue of its own, and a report has one identity in all of them`() throws {
        let outbox = outbox(try TemporaryDirectory())
        for number in 1...3 { outbox.put(.numbered(number), for: ["map", "home"]) }
        outbox.put(.numbered(4), for: ["home"])
        let map = outbox.waiting(for: "map", .oldestFirst, limit: 10)
        #expect(map == Array(outbox.waiting(for: "home", .oldestFirst, limit: 3)))
        outbox.acknowledge(map.map(\.id), of: "map", at: Moments.noon)
        #expect(outbox.count(of: "map") == 0)
        #expect(drain(outbox, of: "home") == [1, 2, 3, 4])
        #expect(outbox.sinks == ["home", "map"])
    }

    @Test func `A refused report goes aside and does not stand in the way`() throws {
        let outbox = outbox(try TemporaryDirectory())
        for number in 1...3 { outbox.put(.numbered(number), for: ["map"]) }
        let second = outbox.waiting(for: "map", .oldestFirst, limit: 2)[1]
        outbox.refuse(second.id, of: "map", reason: "too large (status 413)")
        #expect(drain(outbox) == [1, 3])
        let state = try #require(outbox.state(of: "map"))
        #expect((state.aside, state.refused, state.acknowledged, state.waiting) == (1, 1, 2, 0))
        #expect(outbox.clear("map") == 1)
    }

    @Test(
        "fault 68: a queue that is full drops by its rule, and counts",
        arguments: [Retention.Victim.oldest, .newest])
    func bounded(_ victim: Retention.Victim) throws {
        var retention = Retention()
        (retention.maximumCount, retention.victim) = (10, victim)
        let directory = try TemporaryDirectory()
        do {
            let outbox = outbox(directory, retention: retention)
            for number in 1...25 { #expect(outbox.put(.numbered(number), for: ["map"])) }
        }
        let outbox = outbox(directory, retention: retention)
        #expect(outbox.state(of: "map")?.dropped == 15)
        #expect(drain(outbox) == (victim == .oldest ? 16...25 : 1...10).map { Double($0) })
    }

    @Test("fault 68: a queue keeps to its size, and so does the file") func boundedSize() throws {
        var retention = Retention()
        retention.maximumSizeInBytes = 100_000
        let directory = try TemporaryDirectory()
        let outbox = outbox(directory, retention: retention)
        for number in 1...2000 { outbox.put(.numbered(number), for: ["map"]) }
        let state = try #require(outbox.state(of: "map"))
        #expect(state.sizeInBytes <= 100_000)
        #expect(state.sizeInBytes > 90_000)
        #expect(state.waiting + state.dropped == 2000)
        let size = try FileManager.default.attributesOfItem(atPath: outbox.path)[.size] as? Int
        #expect(try #require(size) < 250_000)
        #expect(outbox.waiting(for: "map", .newestFirst, limit: 1).first?.event?.elapsed == 2000)
    }

    @Test func `A batch has at most so many bytes, but one report in any case`() throws {
        let outbox = outbox(try TemporaryDirectory())
        for number in 1...10 { outbox.put(.numbered(number), for: ["map"]) }
        #expect(outbox.waiting(for: "map", .oldestFirst, limit: 10, sizeLimitInBytes: 1).count == 1)
        #expect((2...5).contains(outbox.waiting(for: "map", .oldestFirst, limit: 10, sizeLimitInBytes: 700).count))
    }

    @Test func `What is older than it is kept is dropped, and what has no time is not`() throws {
        let directory = try TemporaryDirectory()
        do {
            let outbox = Outbox(directory: directory.file("reports"), boot: "without a clock")
            outbox.put(.numbered(1), for: ["map"])
        }
        var retention = Retention()
        retention.maximumAge = .seconds(3600)
        let outbox = outbox(directory, retention: retention)
        for number in 2...201 { outbox.put(.numbered(number), for: ["map"]) }
        #expect(outbox.dropExpired(at: Moments.noon) == 0)
        // The first of the queue has no time. It is older than this boot, and goes with it.
        #expect(outbox.waiting(for: "map", .oldestFirst, limit: 1).map(\.isTimeSuspect) == [true])
        #expect(outbox.dropExpired(at: Moments.time(3600 - 1000)) == 0)
        #expect(outbox.dropExpired(at: Moments.time(3600 - 1000 + 2)) == 1)
        #expect(outbox.dropExpired(at: Moments.time(3600 - 1000 + 3)) == 1)
        // The instants are 2 to 201 s after the boot, which was 1000 s before noon.
        #expect(outbox.dropExpired(at: Moments.time(3600 - 1000 + 102)) == 99)
        #expect(numbers(outbox.waiting(for: "map", .oldestFirst, limit: 1)) == [102])
        #expect(outbox.state(of: "map")?.dropped == 101)
    }

    @Test func `Reports of a boot whose time nobody knows age by the boots after them, however many there are`() throws
    {
        let directory = try TemporaryDirectory()
        var retention = Retention()
        retention.maximumAge = .seconds(3600)
        do {
            let lost = Outbox(directory: directory.file("reports"), boot: "lost", retention: ["map": retention])
            lost.learn { $0.learn(machine: Timestamp(nanosecondsSinceEpoch: 0), at: Moments.instant(1)) }
            for number in 1...600 { lost.put(.numbered(number), for: ["map"]) }
            #expect(lost.dropExpired(at: Moments.time(1_000_000)) == 0)
        }
        // The next boot was 1000 s before noon; so all of them are older.
        let outbox = outbox(directory, retention: retention)
        outbox.put(.numbered(5000), for: ["map"])
        #expect(outbox.dropExpired(at: Moments.time(2600)) == 0)
        #expect(outbox.dropExpired(at: Moments.time(2601)) == 600)
        #expect(numbers(outbox.waiting(for: "map", .oldestFirst, limit: 1)) == [5000])
    }

    @Test func `Only the owner may read the file`() throws {
        let directory = try TemporaryDirectory()
        let outbox = outbox(directory)
        outbox.put(.numbered(1), for: ["map"])
        for name in ["outbox.sqlite", "outbox.sqlite-wal"] { #expect(directory.mode("reports/" + name) == 0o600) }
        #expect(directory.mode("reports") == 0o700)
    }

    @Test func `After a kill, too, the file is for one process alone, and no memory is shared for it`() throws {
        let directory = try TemporaryDirectory()
        let running = outbox(directory)
        running.put(.numbered(1), for: ["map"])
        try FileManager.default.copyItem(atPath: directory.file("reports"), toPath: directory.file("killed"))
        let outbox = Outbox(directory: directory.file("killed"), boot: "a", retention: ["map": Retention()])
        #expect(outbox.count(of: "map") == 1)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: directory.file("killed")).sorted() == [
                "outbox.sqlite", "outbox.sqlite-wal",
            ])
        withExtendedLifetime(running) {}
    }

    @Test func `Clearing leaves nothing of the reports in the files`() throws {
        let directory = try TemporaryDirectory()
        let outbox = outbox(directory)
        for number in 1...300 { outbox.put(.numbered(number), for: ["map", "home"]) }
        let reports = outbox.waiting(for: "map", .oldestFirst, limit: 100)
        outbox.acknowledge(reports.map(\.id), of: "map", at: Moments.noon)
        #expect(outbox.clear() == 500)
        #expect(outbox.count(of: "map") == 0)
        for name in ["outbox.sqlite", "outbox.sqlite-wal"] {
            let bytes = try Data(contentsOf: URL(filePath: directory.file("reports/" + name)))
            #expect(bytes.range(of: Data("47.1".utf8)) == nil, "\(name)")
        }
        outbox.put(.numbered(1), for: ["map"])
        #expect(drain(outbox) == [1])
    }

    @Test func `The next run knows until when this one has heard the daemon`() throws {
        let directory = try TemporaryDirectory()
        do {
            let outbox = outbox(directory)
            #expect(outbox.lastHeard == nil)
            outbox.note(heardAt: Moments.instant(1010))
        }
        let heard = Outbox.Heard(boot: "a", instant: Moments.instant(1010), time: Moments.time(10))
        #expect(outbox(directory).lastHeard == heard)
    }

    @Test func `What is in the outbox counts as heard, even if it was killed right after it`() throws {
        let directory = try TemporaryDirectory()
        do {
            let outbox = outbox(directory)
            outbox.note(heardAt: Moments.instant(1010))
            outbox.put([Outbox.Entry(.numbered(1), for: ["map"])], heardUntil: Moments.instant(1013))
            // What is no event of the daemon's says nothing of it.
            outbox.put(.numbered(2), for: ["map"])
        }
        #expect(outbox(directory).lastHeard?.instant == Moments.instant(1013))
    }

    @Test func `Which trips have been told is as safe as the reports of them, also when nobody wants those`() throws {
        let directory = try TemporaryDirectory()
        let trip = try #require(try Samples.trip(.tripEnded, .final).event?.trip)
        var told = TripsTold()
        do {
            let outbox = outbox(directory)
            #expect(outbox.tripsTold == nil)
            _ = told.take(trip, isEvent: true)
            #expect(outbox.put([Outbox.Entry(.numbered(1), for: ["map"])], trips: told))
            #expect(outbox.tripsTold == told)
        }
        let outbox = outbox(directory)
        #expect(outbox.tripsTold == told)
        _ = told.take(try #require(try Samples.trip(.tripStarted, .underway, id: "b").event?.trip), isEvent: true)
        #expect(outbox.put([], trips: told))
        #expect(outbox.tripsTold == told && outbox.count(of: "map") == 1)
    }

    @Test func `Which events of the guard have been told is as safe as the reports of them`() throws {
        let directory = try TemporaryDirectory()
        var report = GuardReport(.alarm)
        report.told = GuardNews()
        report.told?.guardAlarm = "a"
        var told = GuardTold()
        #expect(told.take(report) == [.guardAlarm])
        do {
            let outbox = outbox(directory)
            #expect(outbox.guardTold == nil)
            #expect(outbox.put([Outbox.Entry(.numbered(1), for: ["map"])], guarding: told))
        }
        let outbox = outbox(directory)
        #expect(outbox.guardTold == told && outbox.count(of: "map") == 1)
        #expect(outbox.put([], guarding: GuardTold()))
        #expect(outbox.guardTold == GuardTold())
    }
}
