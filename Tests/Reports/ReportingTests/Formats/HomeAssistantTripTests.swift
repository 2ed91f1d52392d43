import FoundationEssentials
import PlacemarkModel
import Reporting
import Testing

@Suite("Trips in Home Assistant")
struct HomeAssistantTripTests {
    private static let keys = ["last_trip_distance", "last_trip_duration", "odometer", "trip"]

    private func format(_ precision: Precision = .precise, _ kinds: Set<ReportKind> = Set(ReportKind.allCases))
        -> HomeAssistantFormat
    {
        HomeAssistantFormat(device: "van", precision: precision, kinds: kinds)
    }

    private func keys(_ format: HomeAssistantFormat) throws -> Set<String> {
        Set(try DiscoveredEntity.all(in: format.description).keys).intersection(Self.keys)
    }

    private func payloads(_ messages: [ReportMessage]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: messages.map { ($0.topic, text($0.payload) ?? "") })
    }

    @Test("a sink that asks for trips and may know of them has the sensors; the odometer needs the heartbeat")
    func described() throws {
        #expect(try keys(format()) == Set(Self.keys))
        #expect(try keys(format(.precise, [.tripEnded])) == ["last_trip_distance", "last_trip_duration", "trip"])
        #expect(try keys(format(.precise, [.location, .heartbeat])).isEmpty)
        #expect(try keys(format(.reduced)).isEmpty)
    }

    @Test("their units, classes and states are those that Home Assistant has for them")
    func classes() throws {
        let entities = try DiscoveredEntity.all(in: format().description)
        let distance = try #require(entities["last_trip_distance"])
        #expect(distance.deviceClass == "distance" && distance.unit == "km" && distance.stateClass == "measurement")
        #expect(distance.attributesTopic == distance.stateTopic)
        let duration = try #require(entities["last_trip_duration"])
        #expect(duration.deviceClass == "duration" && duration.unit == "min")
        let odometer = try #require(entities["odometer"])
        #expect(odometer.deviceClass == "distance" && odometer.unit == "km" && odometer.stateClass == "total")
        #expect(entities["trip"]?.platform == "binary_sensor")
    }

    @Test("a trip is under way until it seems to have ended, and again when it goes on; each end tells the last one")
    func course() throws {
        var format = format()
        let started = payloads(format.messages(for: try Samples.trip(.tripStarted, .underway, number: 1)))
        #expect(started.keys.sorted() == ["placemarkd/van/trip"])
        #expect(
            started["placemarkd/van/trip"] == """
                {"id":"5d0c3a7b9e1f2048","state":"underway","start":"2026-11-20T19:40:00Z","from":"Vaduz",\
                "report":"4f0c9a1be2d37758-1"}
                """)
        let seemed = payloads(format.messages(for: try Samples.trip(.tripEnded, .provisional, number: 2)))
        #expect(seemed.keys.sorted() == ["placemarkd/van/last_trip", "placemarkd/van/trip"])
        #expect(
            seemed["placemarkd/van/last_trip"] == """
                {"id":"5d0c3a7b9e1f2048","state":"provisional","start":"2026-11-20T19:40:00Z","from":"Vaduz",\
                "final":false,"end":"2026-11-20T20:10:30Z","to":"Feldkirch","distance":16.23,"duration":30.5,"moving_time":25,"gaps":0,\
                "report":"4f0c9a1be2d37758-2"}
                """)
        let resumed = payloads(format.messages(for: try Samples.trip(.tripResumed, .underway, number: 3)))
        #expect(resumed["placemarkd/van/trip"]?.contains(#""state":"underway""#) == true)
        let ended = payloads(format.messages(for: try Samples.trip(.tripEnded, .final, number: 4)))
        #expect(ended["placemarkd/van/last_trip"]?.contains(#""id":"5d0c3a7b9e1f2048","state":"final""#) == true)
        // What is caught up with does not bring it back.
        #expect(format.messages(for: try Samples.trip(.tripStarted, .underway, number: 3)).isEmpty)
        #expect(format.messages(for: try Samples.located(5)).map(\.topic) == ["placemarkd/van/location"])
    }

    @Test("the odometer is told in kilometres, while trips are kept")
    func odometer() throws {
        var format = format()
        var heartbeat = try Samples.heartbeat()
        #expect(payloads(format.messages(for: heartbeat))["placemarkd/van/odometer"] == nil)
        heartbeat.event?.status?.odometer = 123_456
        #expect(payloads(format.messages(for: heartbeat))["placemarkd/van/odometer"] == "123.5")
    }

    @Test("where a sink has less precision than before, its trips are taken back; and all of them when it is forgotten")
    func taken() throws {
        let kept = format().description
        var reduced = format(.reduced)
        let answer = reduced.answer(to: kept.topic, kept.payload, isKept: true, at: Samples.now)
        #expect(try Set(DiscoveredEntity.gone(in: answer.first).keys).isSuperset(of: Self.keys))
        let emptied = answer.dropFirst().filter { $0.payload.isEmpty && $0.isRetained }.map(\.topic)
        for topic in ["trip", "last_trip", "odometer"] {
            #expect(emptied.contains("placemarkd/van/\(topic)"))
            #expect(format().removal.map(\.topic).contains("placemarkd/van/\(topic)"))
        }
        #expect(reduced.messages(for: try Samples.trip(.tripEnded, .final)).isEmpty)
    }
}
