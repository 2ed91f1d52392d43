import Foundation
import PlacemarkModel
import Reporting
import TestConditions
import TestSupport
import Testing

@testable import placemark_report

@Suite("Reports of trips", .tags(.waits)) struct TripReportTests: ReporterTrial {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// - Parameter hour: of the day, at which it began and half an hour later ended.
    private func trip(_ id: String, _ state: TripRecord.State, hour: Int, duration: Double = 1800) throws -> TripRecord
    {
        let json = """
            {"id":"\(id)","state":"\(state.rawValue)","start":{"coordinate":{"latitude":47.1,"longitude":9.5},
            "timestamp":"2026-11-20T\(hour):00:00Z"},"end":{"coordinate":{"latitude":47.2,"longitude":9.6},
            "timestamp":"2026-11-20T\(hour):30:00Z"},"duration":\(duration),"distance":16200,"distanceError":81,
            "movingTime":1500,"countries":[],"places":[]}
            """
        return try JSONDecoder().decode(TripRecord.self, from: Data(json.utf8))
    }

    private func reporter(_ events: Set<ReportKind> = Set(ReportKind.ofTrips), _ precision: Precision = .precise)
        -> Reporter
    {
        var settings = SinkSettings()
        settings.precision = precision
        settings.filter.kinds = events
        return reporter(with: settings)
    }

    private func listening(
        _ reporter: Reporter, comparison: Duration = .milliseconds(200), _ body: () async throws -> Void
    ) async throws {
        try await listening(reporter, since: nil, comparison: comparison, body)
    }

    /// What has been told, in its order: `tripEnded a final`.
    private func told(_ reporter: Reporter) async -> [String] {
        await reporter.waiting().map { report in
            [report.kind.rawValue, report.event?.trip?.id, report.event?.trip?.state.rawValue].compactMap(\.self)
                .joined(separator: " ")
        }
    }

    private func expect(_ expected: [String], _ reporter: Reporter) async {
        _ = await poll(atMost: .seconds(20)) { await told(reporter).count >= expected.count }
        let all = await told(reporter)
        #expect(all == expected)
    }

    @Test(
        "each trip is told once, whatever restarts: neither what was before, nor what a killed daemon tells again, and what nobody heard",
        .timeLimit(.minutes(2)))
    func restarts() async throws {
        var daemon = try await LogbookDaemon(in: directory)
        let old = try trip("old", .final, hour: 10)
        try daemon.list([old])
        var expected: [String] = []
        let first = reporter()
        try await listening(first) {
            #expect(await poll(atMost: .seconds(20)) { await first.tripsTold.knowsPast })
            try daemon.tell(try trip("a", .underway, hour: 12))
            expected += ["tripStarted a underway"]
            await expect(expected, first)
        }
        // While the reporter is away.
        let (a, b) = (try trip("a", .final, hour: 12), try trip("b", .final, hour: 14))
        try daemon.list([old, a, b, try trip("c", .underway, hour: 16)])
        let second = reporter()
        // It asks for the list when it begins to listen, and at no other time: the list does not follow what is told here.
        try await listening(second, comparison: .seconds(600)) {
            expected += ["tripEnded a final", "tripEnded b final", "tripStarted c underway"]
            await expect(expected, second)
            let reports = await second.waiting()
            #expect(reports[2].happenedAt.description == "2026-11-20T14:30:00Z")
            #expect(reports[3].happenedAt.description == "2026-11-20T16:00:00Z")
            // A daemon that was killed before it had saved its state finds the same changes again.
            daemon.kill()
            daemon = try await LogbookDaemon(in: directory)
            #expect(await daemon.isAsked(for: "trips"))
            try daemon.tell(a)
            try daemon.tell(b)
            try daemon.tell(try trip("c", .underway, hour: 16))
            try daemon.tell(try trip("c", .provisional, hour: 16))
            expected += ["tripEnded c provisional"]
            await expect(expected, second)
        }
        // Until then it has ended; the list of the daemon has it, and later the event comes as well.
        let c = try trip("c", .final, hour: 16)
        try daemon.list([old, a, b, c])
        let third = reporter()
        try await listening(third) {
            expected += ["tripEnded c final"]
            await expect(expected, third)
            try daemon.tell(c)
            try daemon.tell(try trip("d", .underway, hour: 18))
            expected += ["tripStarted d underway"]
            await expect(expected, third)
            // A while later it looks once more, and finds nothing new.
            #expect(await poll(atMost: .seconds(20)) { await !third.asksForTripsAgain })
            await expect(expected, third)
        }
        withExtendedLifetime(daemon) {}
    }

    @Test(
        "that a trip goes on which seemed to have ended is no event, and is found out; its last end has the same identity",
        .timeLimit(.minutes(1)))
    func resumed() async throws {
        let daemon = try await LogbookDaemon(in: directory)
        try daemon.list([])
        let reporter = reporter()
        try await listening(reporter) {
            #expect(await poll(atMost: .seconds(20)) { await reporter.tripsTold.knowsPast })
            try daemon.tell(try trip("a", .underway, hour: 12))
            await expect(["tripStarted a underway"], reporter)
            // Not before: the reporter looks into the list when it likes, and must not find the end before the start.
            try daemon.list([try trip("a", .provisional, hour: 12)])
            try daemon.tell(try trip("a", .provisional, hour: 12))
            await expect(["tripStarted a underway", "tripEnded a provisional"], reporter)
            try await Task.sleep(for: .milliseconds(500))
            try daemon.list([try trip("a", .underway, hour: 12, duration: 2400)])
            await expect(["tripStarted a underway", "tripEnded a provisional", "tripResumed a underway"], reporter)
            try daemon.tell(try trip("a", .final, hour: 12, duration: 3600))
            await expect(
                ["tripStarted a underway", "tripEnded a provisional", "tripResumed a underway", "tripEnded a final"],
                reporter)
        }
        withExtendedLifetime(daemon) {}
    }

    @Test("where no trips are kept nothing is told, and the first one later is", .timeLimit(.minutes(1)))
    func notKept() async throws {
        let daemon = try await LogbookDaemon(in: directory)
        let reporter = reporter()
        try await listening(reporter) {
            #expect(await poll(atMost: .seconds(20)) { await reporter.heardAt != nil })
            try await Task.sleep(for: .milliseconds(500))
            #expect(await told(reporter).isEmpty)
            try daemon.tell(try trip("a", .underway, hour: 12))
            await expect(["tripStarted a underway"], reporter)
        }
        withExtendedLifetime(daemon) {}
    }

    @Test(
        "after the end of a trip who is told of trips is told the whole state, and with it the odometer",
        .timeLimit(.minutes(1)))
    func odometer() async throws {
        let daemon = try await LogbookDaemon(in: directory)
        try daemon.list([])
        let reporter = reporter([.tripEnded, .heartbeat])
        try await listening(reporter) {
            await expect(["heartbeat"], reporter)
            #expect(await poll(atMost: .seconds(20)) { await reporter.tripsTold.knowsPast })
            try daemon.tell(try trip("a", .final, hour: 12))
            await expect(["heartbeat", "tripEnded a final", "heartbeat"], reporter)
            let last = await reporter.waiting().last
            #expect(last?.event?.status?.odometer == 5000)
        }
        withExtendedLifetime(daemon) {}
    }

    @Test("who wants nothing of trips, or may not know of them, is told nothing, and the daemon is not asked")
    func unwanted() async throws {
        for reporter in [reporter([.location, .heartbeat]), reporter(Set(ReportKind.allCases), .reduced)] {
            for precision in Precision.allCases {
                #expect(await reporter.questionOfTrips(precision) == nil)
                #expect(await reporter.laterQuestionOfTrips(precision) == nil)
                await reporter.take(EventReport(try trip("a", .final, hour: 12)), precision)
            }
            #expect(await told(reporter).isEmpty)
        }
    }

    @Test("a list that may be older than an event that has come meanwhile is left, and asked for again")
    func lateAnswer() async throws {
        let reporter = reporter()
        await reporter.beginTrips(with: TripsTold(), nil, .precise)
        let (underway, ended) = (try trip("a", .underway, hour: 12), try trip("a", .provisional, hour: 12))
        await reporter.take(EventReport(underway), .precise)
        let before = await reporter.tripEvents
        await reporter.take(EventReport(ended), .precise)
        await reporter.takeTrips([underway], .precise, question: before)
        let told = ["tripStarted a underway", "tripEnded a provisional"]
        await expect(told, reporter)
        #expect(await reporter.asksForTripsAgain)
        await reporter.takeTrips([underway], .precise, question: await reporter.tripEvents)
        await expect(told + ["tripResumed a underway"], reporter)
    }

    @Test("the first list of all is no newer, either: a trip that an event has ended since does not go on")
    func lateBeginning() async throws {
        let reporter = reporter()
        let (underway, ended) = (try trip("a", .underway, hour: 12), try trip("a", .provisional, hour: 12))
        let before = await reporter.tripEvents
        await reporter.take(EventReport(ended), .precise)
        await reporter.beginTrips(with: TripsTold(), underway, .precise, question: before)
        await expect(["tripEnded a provisional"], reporter)
        #expect(await reporter.tripsTold.knowsPast)
    }

    @Test("a trip that the outbox could not keep counts as not told, and comes with the next look at the list")
    func unwritten() async throws {
        try directory.write("state", "a file where a directory has to be")
        let reporter = reporter()
        let a = try trip("a", .final, hour: 12)
        await reporter.take(EventReport(a), .precise)
        #expect(await reporter.tripsTold == TripsTold())
        try FileManager.default.removeItem(atPath: directory.file("state"))
        await reporter.beginTrips(with: TripsTold(), nil, .precise)
        await reporter.takeTrips([a], .precise)
        await expect(["tripEnded a final"], reporter)
    }
}
