import FoundationEssentials
import PlacemarkModel
import Reporting
import Testing

@Suite struct ReportFilterTests {
    /// A location so many metres north of the start.
    private func location(_ meters: Double) throws -> Happening {
        let line = """
            {"event":"location","location":{"coordinate":{"latitude":\(meters / 111_195),"longitude":9.5},\
            "age":0,"stale":false}}
            """
        return Happening(
            .location, at: .civil(Moments.noon),
            event: try JSONDecoder().decode(EventReport.self, from: Data(line.utf8)))
    }

    private func filter(_ change: (inout ReportFilter.Rules) -> Void) -> ReportFilter {
        var rules = ReportFilter.Rules()
        change(&rules)
        return ReportFilter(rules, at: Moments.instant(0))
    }

    private let region = Happening(.regionEntered, at: .civil(Moments.noon))

    @Test func `Only what the sink wants is reported`() {
        var filter = filter { $0.kinds = [.regionEntered] }
        #expect(filter.take(.numbered(1), at: Moments.instant(1)) == [])
        #expect(filter.take(region, at: Moments.instant(2)) == [region])
        #expect(filter.wakeAt == nil)
    }

    @Test func `Of the locations of an interval the last one is reported when it is over`() throws {
        var filter = filter { $0.interval = .seconds(10) }
        let locations = try (0...4).map { try location(Double($0)) }
        #expect(filter.take(locations[0], at: Moments.instant(1)) == [locations[0]])
        #expect(filter.take(locations[1], at: Moments.instant(2)) == [])
        #expect(filter.take(locations[2], at: Moments.instant(3)) == [])
        #expect(filter.wakeAt == Moments.instant(11))
        #expect(filter.due(at: Moments.instant(10)) == [])
        #expect(filter.due(at: Moments.instant(11)) == [locations[2]])
        #expect(filter.due(at: Moments.instant(30)) == [])
        #expect(filter.take(locations[3], at: Moments.instant(31)) == [locations[3]])
    }

    @Test func `No other event lets out a location that is held`() throws {
        var filter = filter { $0.interval = .seconds(3600) }
        let (first, second) = (try location(0), try location(1))
        #expect(filter.take(first, at: Moments.instant(1)) == [first])
        for second in 2..<100 {
            #expect(filter.take(try location(Double(second)), at: Moments.instant(second)) == [])
            #expect(filter.take(region, at: Moments.instant(second)) == [region])
        }
        #expect(filter.take(second, at: Moments.instant(100)) == [])
        #expect(filter.due(at: Moments.instant(3601)) == [second])
    }

    @Test func `What is held is never older than what has been told`() throws {
        var filter = filter { $0.interval = .seconds(10) }
        var crossing = Happening(.regionEntered, at: .civil(Moments.time(3)), event: try location(5).event)
        crossing.regions = ["home"]
        _ = filter.take(try location(0), at: Moments.instant(1))
        _ = filter.take(try location(1), at: Moments.instant(2))
        #expect(filter.take(crossing, at: Moments.instant(3)) == [crossing])
        let late = try #require(filter.due(at: Moments.instant(11)).first)
        #expect(late.kind == .location && late.moment == crossing.moment && late.regions == ["home"])
        #expect(late.event?.location == crossing.event?.location && late.event?.event == .location)
        // The whole state tells the position itself.
        _ = filter.take(try location(9), at: Moments.instant(12))
        let state = """
            {"event":"status","status":{"version":1,"sequence":7,"precision":"precise","source":{"state":"live","since":3},
            "location":{"coordinate":{"latitude":1,"longitude":9.5},"age":0,"stale":false}}}
            """
        let status = try JSONDecoder().decode(EventReport.self, from: Data(state.utf8))
        _ = filter.take(Happening(.heartbeat, at: .civil(Moments.noon), event: status), at: Moments.instant(13))
        #expect(filter.due(at: Moments.instant(100)) == [])
    }

    @Test func `A location that is too near the last one is not reported, whenever it comes`() throws {
        var filter = filter { ($0.interval, $0.distanceInMeters) = (.zero, 100) }
        let (start, near, far) = (try location(0), try location(90), try location(110))
        #expect(filter.take(start, at: Moments.instant(1)) == [start])
        #expect(filter.take(near, at: Moments.instant(1000)) == [])
        #expect(filter.take(far, at: Moments.instant(1001)) == [far])
    }

    @Test func `After so much silence the state is wanted, and then again`() {
        var filter = filter { $0.heartbeat = .seconds(60) }
        #expect(!filter.wantsHeartbeat(at: Moments.instant(59)))
        #expect(filter.wakeAt == Moments.instant(60))
        #expect(filter.wantsHeartbeat(at: Moments.instant(60)))
        let heartbeat = Happening(.heartbeat, at: .civil(Moments.noon))
        #expect(filter.take(heartbeat, at: Moments.instant(61)) == [heartbeat])
        #expect(!filter.wantsHeartbeat(at: Moments.instant(120)))
        #expect(filter.wantsHeartbeat(at: Moments.instant(121)))
    }
}
