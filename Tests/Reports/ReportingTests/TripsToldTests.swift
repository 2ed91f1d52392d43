import FoundationEssentials
import PlacemarkModel
import Reporting
import Testing

@Suite("Which trips have been told")
struct TripsToldTests {
    /// - Parameter minute: after noon, when it ended; nil where the receiver did not know the time.
    private func trip(
        _ id: String, _ state: TripRecord.State, until minute: Int? = 0, duration: Double = 600
    ) throws -> TripRecord {
        var trip = try #require(try Samples.trip(.tripEnded, state, id: id).event?.trip)
        trip.end.timestamp = minute.map { Moments.time(60 * $0) }
        trip.duration = duration
        return trip
    }

    @Test("that a trip starts, seems to have ended, goes on and has ended is told once each")
    func once() throws {
        var told = TripsTold()
        let changes: [(TripRecord.State, Double, ReportKind)] = [
            (.underway, 0, .tripStarted), (.provisional, 600, .tripEnded), (.underway, 800, .tripResumed),
            (.provisional, 1200, .tripEnded), (.final, 1190, .tripEnded),
        ]
        for (state, duration, kind) in changes {
            let trip = try trip("a", state, duration: duration)
            #expect(told.take(trip, isEvent: true) == kind)
            // A daemon that was killed tells it again.
            #expect(told.take(trip, isEvent: true) == nil)
            #expect(told.take(trip, isEvent: false) == nil)
        }
        for (state, duration, _) in changes {
            #expect(told.take(try trip("a", state, duration: duration), isEvent: true) == nil)
        }
        #expect(told.take(try trip("b", .underway), isEvent: true) == .tripStarted)
    }

    @Test("a second provisional end is told when the daemon tells it; the list has only the newest fix for it")
    func provisional() throws {
        var told = TripsTold()
        _ = told.take(try trip("a", .underway), isEvent: true)
        #expect(told.provisional == nil)
        #expect(told.take(try trip("a", .provisional, duration: 600), isEvent: true) == .tripEnded)
        #expect(told.provisional == "a")
        #expect(told.take(try trip("a", .provisional, duration: 780), isEvent: false) == nil)
        #expect(told.take(try trip("a", .provisional, duration: 1500), isEvent: true) == .tripEnded)
        #expect(told.take(try trip("a", .final, duration: 1500), isEvent: true) == .tripEnded)
        #expect(told.provisional == nil)
    }

    @Test("what the list has and nobody has told is news: what has ended, and the trip that goes on")
    func news() throws {
        var told = TripsTold().following(TripsTold())
        for (id, minute) in [("a", 10), ("b", 20)] {
            _ = told.take(try trip(id, .final, until: minute), isEvent: true)
        }
        #expect(told.since == Moments.time(600))
        let list = try [
            // Its time is that of the first one; it was before the reporter.
            trip("old", .final, until: 10), trip("a", .final, until: 10), trip("b", .final, until: 20),
            trip("c", .final, until: 30), trip("timeless", .final, until: nil), trip("d", .underway, until: 40),
        ]
        #expect(told.news(in: list).map(\.id) == ["c", "timeless", "d"])
        for trip in told.news(in: list) { _ = told.take(trip, isEvent: false) }
        #expect(told.news(in: list).map(\.id) == ["d"])
        #expect(told.take(list[5], isEvent: false) == nil)
        // A journal that was begun anew.
        #expect(told.news(in: [try trip("e", .final, until: 50)]).map(\.id) == ["e"])
        #expect(told.news(in: []).isEmpty)
    }

    @Test("a trip that was told although one before it was not does not hide it")
    func outOfOrder() throws {
        var told = TripsTold().following(TripsTold())
        _ = told.take(try trip("a", .final, until: 10), isEvent: true)
        _ = told.take(try trip("c", .final, until: 30), isEvent: true)
        let list = try [("a", 10), ("b", 20), ("c", 30)].map { try trip($0.0, .final, until: $0.1) }
        #expect(told.news(in: list).map(\.id) == ["b"])
    }

    @Test("trips of a time before the first one was told are not told, however many they are")
    func past() throws {
        var past = TripsTold()
        let list = try (0..<100).map { (number: Int) in try trip("\(number)", .final, until: number) }
        for trip in list { past.pass(over: trip) }
        var told = TripsTold()
        #expect(!told.knowsPast)
        // Told before the list could be asked for.
        _ = told.take(try trip("now", .underway), isEvent: true)
        told = told.following(past)
        #expect(told.knowsPast && told.news(in: list).isEmpty)
        #expect(told.take(try trip("now", .final, until: 100), isEvent: true) == .tripEnded)
        #expect(told.news(in: list + [try trip("now", .final, until: 100)]).isEmpty)
    }

    @Test("it is as large after ten thousand trips as after sixteen, and the same after a restart")
    func bounded() throws {
        var told = TripsTold().following(TripsTold())
        var sizes: [Int] = []
        for number in 0..<200 {
            let trip = try trip("\(1000 + number)", .final, until: 1000 + number)
            #expect(told.take(trip, isEvent: true) == .tripEnded)
            let json = try JSONEncoder().encode(told)
            sizes.append(json.count)
            #expect(try JSONDecoder().decode(TripsTold.self, from: json) == told)
        }
        #expect(sizes[199] == sizes[16])
    }
}
