import FoundationEssentials
import PlacemarkModel
import Reporting
import Testing

/// When the home of a Home Assistant follows the box: decided without one.
@Suite("Home on wheels") struct HomeOnWheelsTests {
    /// A box, a home, and what the one has told the other.
    private struct Trip {
        var wheels: HomeOnWheels
        var home: HomePlace
        var clock = 0
        var number: Int64 = 0
        /// Each move of the home: when, and to which latitude.
        var moves: [Move] = []

        struct Move: Equatable {
            var clock: Int
            var latitude: Double
        }

        init(_ change: (inout HomeOnWheels.Rules) -> Void = { _ in }, at latitude: Double = 40) {
            var rules = HomeOnWheels.Rules()
            change(&rules)
            wheels = HomeOnWheels(rules, heartbeat: .seconds(900))
            home = HomePlace(Coordinate(clampingLatitude: latitude, wrappingLongitude: -7))
            (home.timeZone, home.country) = ("Europe/Madrid", "ES")
        }

        /// A report at a second of the trip; one degree of latitude is 111 km.
        mutating func report(
            _ second: Int, _ kind: ReportKind = .heartbeat, _ latitude: Double? = nil, motion: String? = "stationary",
            zone: String = "Europe/Madrid", country: String = "ES", city: String = "Badajoz", isStale: Bool = false,
            happened: Int? = nil
        ) throws {
            clock = second
            number += 1
            let location = latitude.map {
                #""location":{"coordinate":{"latitude":\#($0),"longitude":-7},"mode":3,"altitude":183.6,"age":0,"stale":\#(isStale)}"#
            }
            let placemark =
                #""placemark":{"locality":"\#(city)","isoCountryCode":"\#(country)","timeZone":"\#(zone)","geocoder":"gazetteer","age":0,"stale":false}"#
            let words = [location, kind == .location ? nil : placemark].compactMap(\.self).joined(separator: ",")
            let event =
                kind == .heartbeat
                ? #""status":{"version":1,"sequence":1,"precision":"precise","source":{"state":"live","since":1},"#
                    + (motion.map { #""motion":"\#($0)","# } ?? "") + words + "}" : words
            let report = try Samples.report(kind, number: number, later: .seconds(happened ?? second), event)
            _ = wheels.take(report, at: now, wallClock: try #require(Samples.moment.advanced(by: .seconds(second))))
            act()
        }

        var now: BootInstant { BootInstant(sinceBoot: .seconds(clock)) }

        /// What the transport does, with a Home Assistant that takes all.
        mutating func act() {
            guard wheels.step(at: now) == .ask else { return }
            let wish = wheels.wish(for: home, at: now)
            if let wish {
                home = wish
                moves.append(Move(clock: clock, latitude: wish.coordinate.latitude))
            }
            wheels.learn(home, hasMoved: wish != nil, at: now)
        }
    }

    @Test("the home follows when the box has come to rest, and not on the way")
    func rest() throws {
        var trip = Trip()
        try trip.report(0, .heartbeat, 40)
        try trip.report(60, .resumed, 40.01)
        try trip.report(600, .location, 40.2)
        try trip.report(1200, .heartbeat, 40.3, motion: "moving")
        #expect(trip.moves == [])
        try trip.report(1800, .paused, 40.3)
        #expect(trip.moves == [.init(clock: 1800, latitude: 40.3)])
        #expect(trip.home.elevationInMeters == 184)
        try trip.report(9000, .heartbeat, 40.3)
        #expect(trip.moves.count == 1)
    }

    @Test("nearer than Distance= it stays, even from home to home", arguments: [(999.0, 0), (1001, 1)])
    func distance(_ meters: Double, _ moves: Int) throws {
        var trip = Trip()
        try trip.report(0, .heartbeat, 40 + meters / 111_035)
        #expect(trip.moves.count == moves)
    }

    @Test("under way it follows after 50 km: a boat may not rest for weeks")
    func underWay() throws {
        var trip = Trip()
        try trip.report(0, .heartbeat, 40.4, motion: "moving")
        #expect(trip.moves == [])
        try trip.report(60, .location, 40.46)
        #expect(trip.moves.map(\.latitude) == [40.46])
    }

    @Test("another time zone or country counts at once, also under way")
    func border() throws {
        var trip = Trip()
        try trip.report(0, .heartbeat, 40.05, motion: "moving")
        try trip.report(60, .placemark, 40.06, zone: "Europe/Lisbon", country: "PT", city: "Elvas")
        #expect(trip.moves == [.init(clock: 60, latitude: 40.06)])
        #expect(trip.home.timeZone == "Europe/Lisbon" && trip.home.country == "PT")
    }

    @Test("another city counts at rest, however near, once this run has told one")
    func city() throws {
        var trip = Trip()
        try trip.report(0, .heartbeat, 40.1)
        try trip.report(1000, .heartbeat, 40.105, city: "Elvas")
        #expect(trip.moves.map(\.latitude) == [40.1, 40.105])
        try trip.report(3000, .heartbeat, 40.105, city: "Elvas")
        #expect(trip.moves.count == 2)
    }

    @Test("not more often than Interval=, and then without another report")
    func interval() throws {
        var trip = Trip()
        try trip.report(0, .heartbeat, 40.1)
        try trip.report(300, .paused, 40.2)
        #expect(trip.moves.count == 1)
        #expect(trip.wheels.step(at: trip.now) == .wait(until: BootInstant(sinceBoot: .seconds(900))))
        // Nor when a heartbeat has it ask.
        #expect(trip.wheels.wish(for: trip.home, at: trip.now) == nil)
        trip.clock = 900
        trip.act()
        #expect(trip.moves.map(\.latitude) == [40.1, 40.2])
    }

    @Test("a place that is named only later does not keep its time zone waiting")
    func named() throws {
        var trip = Trip()
        try trip.report(0, .location, 42)
        #expect(trip.moves.count == 1)
        try trip.report(5, .location, 43)
        #expect(trip.moves.count == 1)
        try trip.report(10, .placemark, 43, zone: "Europe/Lisbon", country: "PT")
        #expect(trip.moves.count == 2 && trip.home.timeZone == "Europe/Lisbon")
        try trip.report(20, .placemark, 43, zone: "Europe/Madrid")
        #expect(trip.moves.count == 2)
    }

    @Test("where nobody says whether it moves, it rests after ten minutes in one place")
    func reduced() throws {
        var trip = Trip()
        for step in 0..<10 { try trip.report(step * 100, .heartbeat, 40 + Double(step) * 0.03, motion: nil) }
        #expect(trip.moves == [])
        #expect(trip.wheels.step(at: trip.now) == .wait(until: BootInstant(sinceBoot: .seconds(1500))))
        try trip.report(1499, .heartbeat, 40.27, motion: nil)
        #expect(trip.moves == [])
        try trip.report(1500, .heartbeat, 40.27, motion: nil)
        #expect(trip.moves.map(\.latitude) == [40.27])
    }

    @Test("after a restart it goes by where the home is: nothing is told twice, and nothing forgotten")
    func restart() throws {
        var trip = Trip(at: 40.3)
        try trip.report(0, .heartbeat, 40.3)
        #expect(trip.moves == [])
        // Home Assistant goes back to what its configuration says.
        trip.home.coordinate = Coordinate(clampingLatitude: 0, wrappingLongitude: 0)
        trip.wheels.learn(trip.home, hasMoved: false, at: trip.now)
        try trip.report(900, .heartbeat, 40.3)
        #expect(trip.moves.map(\.latitude) == [40.3])
    }

    @Test("what is past moves no home, in whatever order it comes; nor does a receiver that is silent")
    func past() throws {
        var trip = Trip()
        try trip.report(10_000, .heartbeat, 41, happened: 10_000 - 1201)
        #expect(trip.wheels.step(at: trip.now) == .nothing)
        try trip.report(10_000, .heartbeat, 41, isStale: true)
        #expect(trip.moves == [])
        try trip.report(10_001, .heartbeat, 42)
        trip.number -= 2
        try trip.report(20_000, .heartbeat, 43)
        #expect(trip.moves.map(\.latitude) == [42])
    }

    @Test("what Home Assistant does not know is not told again")
    func refused() throws {
        var trip = Trip()
        try trip.report(0, .heartbeat, 42.6, zone: "Europe/Belgrade", country: "XK", city: "Pristina")
        trip.home.country = "ES"
        trip.wheels.learn(trip.home, hasMoved: true, refused: ["XK"], at: trip.now)
        try trip.report(1000, .heartbeat, 42.6, zone: "Europe/Belgrade", country: "XK", city: "Pristina")
        #expect(trip.moves.count == 1)
        #expect(trip.wheels.step(at: trip.now) == .nothing)
    }
}
