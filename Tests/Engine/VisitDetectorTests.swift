import Testing

@testable import LocationEngine
@testable import PlacemarkModel

@Suite("VisitDetector")
struct VisitDetectorTests {
    private var run = VisitRun()

    @Test("a stay is told when it is three minutes long, with the time at which the box came")
    mutating func arrival() throws {
        run.move(eastward: 15, seconds: 60)
        run.stay(seconds: 179)
        #expect(run.changes.isEmpty)
        run.stay(seconds: 12)
        let visit = try #require(run.detector.current)
        #expect(run.arrived == [visit])
        // The last metres of the drive are within the radius already, and the slices are ten seconds long.
        #expect(abs(visit.arrivedAtSeconds - 160) <= 10)
        #expect(visit.arrival == epoch.advanced(by: visit.arrivedAt.sinceBoot))
        #expect(visit.departure == nil && visit.departedAt == nil)
    }

    @Test("leaving is told within a minute or so, with the time of the last fix inside")
    mutating func departure() throws {
        run.stay(seconds: 600)
        run.move(eastward: 15, seconds: 90)
        let visit = try #require(run.departed.first)
        #expect(run.detector.current == nil && run.detector.recent == [visit])
        let departedAt = visit.departedAtSeconds
        // Ten minutes make a radius of 50 m × √(10/3) = 91 m.
        #expect(departedAt >= 700 && departedAt <= 707)
        #expect(visit.departure == epoch.advanced(by: .seconds(departedAt)))
        let toldAt = try #require(run.changes.last?.at)
        #expect(toldAt <= departedAt + 62)
        #expect(visit.coordinate.distance(to: cupertino) < 5)
        #expect(visit.horizontalAccuracy >= 5 && visit.horizontalAccuracy < 15)
    }

    @Test("driving through, creeping in a jam, and red lights are no visits", arguments: ActivityType.allCases)
    mutating func noVisits(activity: ActivityType) {
        run.detector.settings = .init(activity: activity)
        run.move(eastward: 25, seconds: 1200)
        for _ in 0..<10 {
            run.stay(seconds: 150)
            run.move(eastward: 12, seconds: 60)
        }
        // Stop and go at 2.4 km/h on average.
        for _ in 0..<30 {
            run.stay(seconds: 40)
            run.move(eastward: 4, seconds: 8)
        }
        run.move(eastward: 0.7, seconds: 1200)
        #expect(run.changes.isEmpty)
    }

    @Test("walking about a site is one visit, whose radius grows with the time")
    mutating func walkAbout() throws {
        run.stay(seconds: 600)
        var radii = [try #require(run.detector.current).horizontalAccuracy]
        for _ in 0..<10 {
            run.move(eastward: 1.2, seconds: 60)
            run.stay(seconds: 120)
            run.move(eastward: -1.2, northward: 0.6, seconds: 60)
            run.stay(seconds: 120)
            run.move(eastward: 0, northward: -0.6, seconds: 60)
        }
        radii.append(try #require(run.detector.current).horizontalAccuracy)
        #expect(run.changes.count == 1)
        #expect(radii[1] > radii[0] + 20 && radii[1] < 150)
    }

    @Test("the shop across the road is another visit after three minutes, and not after an hour")
    mutating func neighbours() {
        run.stay(seconds: 200)
        run.move(eastward: 1.4, seconds: 100)
        run.stay(seconds: 400)
        #expect(run.departed.count == 1 && run.arrived.count == 2)
        var other = VisitRun()
        other.stay(seconds: 3600)
        other.move(eastward: 1.4, seconds: 100)
        other.stay(seconds: 400)
        #expect(other.departed.isEmpty && other.arrived.count == 1)
    }

    @Test("leaving slowly is noticed, and the departure is where the radius ends")
    mutating func slowDeparture() throws {
        run.stay(seconds: 1800)
        run.move(eastward: 0.5, seconds: 1200)
        let visit = try #require(run.departed.first)
        // 50 m × √10 is beyond the largest radius of 150 m, and 300 s away.
        #expect(abs(visit.departedAtSeconds - (1900 + 300)) < 40)
        #expect(run.arrived.count == 1)
    }

    @Test("one outlier, or two, end no visit and begin none", arguments: [1, 2])
    mutating func outliers(count: Int) {
        for _ in 0..<20 {
            run.stay(seconds: 100)
            run.jump(eastward: 30_000)
            run.stay(seconds: Double(count))
            run.jump(eastward: -30_000)
        }
        #expect(run.arrived.count == 1 && run.departed.isEmpty)
    }

    @Test("fixes that may be inside by their own accuracy do not end a visit")
    mutating func inaccurate() throws {
        run.stay(seconds: 600)
        run.accuracy = 500
        run.jump(eastward: 400)
        let revision = run.detector.revision
        run.stay(seconds: 3600)
        #expect(run.detector.current != nil && run.departed.isEmpty)
        // The memory says when the last fix was, whatever it was worth.
        #expect(run.detector.revision == revision + 12)
        run.accuracy = 20
        run.stay(seconds: 70)
        // It had left before the inaccurate fixes; no later one was inside.
        #expect(try #require(run.departed.first).departedAtSeconds == 700)
    }

    @Test("an excursion that ends inside again has no part in the next visit")
    mutating func excursion() throws {
        run.stay(seconds: 600)
        for seconds in [50.0, 400] {
            run.jump(eastward: 250)
            run.stay(seconds: seconds)
            guard seconds < 60 else { break }
            run.jump(eastward: -250)
            run.stay(seconds: 60)
        }
        let (departed, arrived) = (try #require(run.departed.first), try #require(run.arrived.last))
        #expect(run.arrived.count == 2 && departed.departedAtSeconds == 810)
        #expect(arrived.arrivedAtSeconds == 811)
    }

    @Test("a receiver that is not accurate, and says so, still tells a stay")
    mutating func honest() {
        (run.noise, run.accuracy, run.interval) = (40, 98, 10)
        run.stay(seconds: 1800)
        #expect(run.arrived.count == 1 && run.departed.isEmpty)
        #expect(run.arrived.first?.arrivedAtSeconds ?? .infinity < 300)
    }

    @Test("fixes less accurate than any stay is large begin no visit")
    mutating func tooInaccurate() {
        run.accuracy = 400
        run.stay(seconds: 3600)
        #expect(run.changes.isEmpty)
    }

    @Test("a boat that swings round its anchor stays, and one that drags it leaves")
    mutating func anchor() {
        run = VisitRun(activity: .otherNavigation)
        for _ in 0..<12 {
            run.move(eastward: 0.2, seconds: 400)
            run.move(eastward: -0.2, seconds: 400)
        }
        #expect(run.arrived.count == 1 && run.departed.isEmpty)
        run.move(eastward: 0.2, seconds: 3600)
        #expect(run.departed.count == 1)
    }

    @Test(
        "it works the same across the antimeridian and at the poles",
        arguments: [
            coordinate(-16.8, 179.9999), coordinate(89.9999, 12), coordinate(-89.9999, -170), coordinate(0, 0),
        ])
    mutating func everywhere(origin: Coordinate) throws {
        run = VisitRun(origin: origin)
        (run.noise, run.accuracy) = (5, 12)
        run.stay(seconds: 3600)
        #expect(run.arrived.count == 1 && run.departed.isEmpty)
        #expect(try #require(run.detector.current).coordinate.distance(to: origin) < 3)
        run.move(eastward: 0, northward: origin.latitude > 0 ? -15 : 15, seconds: 120)
        #expect(run.departed.count == 1)
    }

    @Test("at 100 Hz it tells the same as at 1 Hz (fault 28)")
    mutating func fast() throws {
        run.move(eastward: 10, seconds: 20)
        run.interval = 0.01
        run.noise = 2
        run.stay(seconds: 600)
        run.move(eastward: 10, seconds: 80)
        let visit = try #require(run.departed.first)
        #expect(run.arrived.count == 1)
        #expect(abs(visit.arrivedAtSeconds - 120) <= 10)
        #expect(abs(visit.departedAtSeconds - 729) <= 3)
    }

    @Test("of a receiver that gives a fix a minute the times are right to a minute")
    mutating func slow() throws {
        run.interval = 60
        run.move(eastward: 10, seconds: 600)
        run.stay(seconds: 3600)
        run.move(eastward: 10, seconds: 600)
        let visit = try #require(run.departed.first)
        #expect(abs(visit.arrivedAtSeconds - 700) <= 60)
        #expect(abs(visit.departedAtSeconds - 4300) <= 60)
    }

    @Test("the last 100 visits are kept")
    mutating func recent() {
        for _ in 0..<120 {
            run.stay(seconds: 240)
            run.move(eastward: 20, seconds: 100)
        }
        #expect(run.departed.count == 120)
        #expect(run.detector.recent == Array(run.departed.suffix(100)))
    }
}
