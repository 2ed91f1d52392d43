import FoundationEssentials
import PlacemarkModel
import Reporting
import Testing

@Suite("Beacons in Home Assistant")
struct HomeAssistantBeaconTests {
    private static let start = Moments.instant(1000)
    private static let topic = "placemarkd/van/beacons"

    private func beacon(
        _ regions: [String], _ distance: Double?, _ proximity: String = "near", minor: Int = 2
    ) throws -> Beacon {
        let distance = distance.map { #""distance":\#($0),"accuracy":\#(2 * $0),"# } ?? ""
        let names = regions.map { "\"\($0)\"" }.joined(separator: ",")
        let json = """
            {"uuid":"f7826da6-4fa2-4e98-8024-bc5b71e0893e","major":1,"minor":\(minor),"regions":[\(names)],
            \(distance)"proximity":"\(proximity)","strength":-61,"age":0.2,"battery":2.9}
            """
        return try JSONDecoder().decode(Beacon.self, from: Data(json.utf8))
    }

    private func after(_ seconds: Double) -> BootInstant { Self.start.advanced(by: .seconds(seconds)) }

    /// A format that knows these regions, with a distance each ten seconds at most.
    private func format(_ regions: [String]) -> HomeAssistantFormat {
        var format = HomeAssistantFormat(device: "van", precision: .precise)
        _ = format.learn(regions: regions)
        return format
    }

    @Test("a beacon that is heard gives its region a sensor of the distance, with proximity and accuracy beside it")
    func heard() throws {
        var format = format(["garage", "old town"])
        #expect(format.learn(beacons: [], at: Self.start).isEmpty)
        let told = format.learn(beacons: [try beacon(["garage"], 1.34)], at: after(1))
        #expect(told.map(\.topic) == ["homeassistant/device/van/config", Self.topic])
        let sensor = try #require(try DiscoveredEntity.all(in: told[0])["beacon_garage"])
        #expect(sensor.platform == "sensor" && sensor.name == "garage distance" && sensor.stateTopic == Self.topic)
        #expect(sensor.deviceClass == "distance" && sensor.unit == "m" && sensor.stateClass == "measurement")
        #expect(sensor.template == "{{ value_json.get('garage', {}).get('distance') }}")
        #expect(sensor.attributesTopic == Self.topic)
        #expect(sensor.attributesTemplate == "{{ value_json.get('garage', {}) | tojson }}")
        #expect(
            text(told[1].payload) == """
                {"garage":{"distance":1.3,"accuracy":2.7,"proximity":"near","uuid":"f7826da6-4fa2-4e98-8024-bc5b71e0893e",\
                "major":1,"minor":2,"battery":2.9}}
                """)
        #expect(told[1].isRetained && format.greeting.last == told[1])
    }

    @Test("that it comes nearer or goes is told at once; distances alone no more often than the interval says")
    func interval() throws {
        var format = format(["garage"])
        func told(_ beacons: [Beacon], _ seconds: Double) -> String? {
            text(format.learn(beacons: beacons, at: after(seconds)).last?.payload)
        }
        #expect(told([try beacon(["garage"], 3)], 1)?.contains(#""distance":3,"#) == true)
        for second in 2..<11 { #expect(told([try beacon(["garage"], 3 - Double(second) / 10)], Double(second)) == nil) }
        #expect(told([try beacon(["garage"], 1.9)], 11)?.contains(#""distance":1.9"#) == true)
        #expect(told([try beacon(["garage"], 0.4, "immediate")], 12)?.contains("immediate") == true)
        #expect(told([], 13) == #"{"garage":{}}"#)
        #expect(told([], 14) == nil && told([], 60) == nil)
        let heard = told([try beacon(["garage"], nil, "unknown")], 61)
        #expect(heard?.hasPrefix(#"{"garage":{"proximity":"unknown""#) == true)
    }

    @Test("of several beacons of a region the nearest counts, and no number of them makes another sensor")
    func nearest() throws {
        var format = format(["pallets", "berth"])
        let pallets = try (0..<200).map { try beacon(["pallets"], 1 + Double($0), minor: $0) }
        let beacons = pallets + [try beacon(["berth"], 300)]
        let told = format.learn(beacons: beacons, at: Self.start)
        let keys = try DiscoveredEntity.all(in: told[0]).keys.filter { $0.hasPrefix("beacon_") }
        #expect(keys.sorted() == ["beacon_berth", "beacon_pallets"])
        #expect(text(told[1].payload)?.contains(#""pallets":{"distance":1,"#) == true)
    }

    @Test("with its region the sensor goes; the names of regions cannot break a template")
    func regionGoes() throws {
        var format = format(["it's {{ x }}", "garage"])
        let told = format.learn(beacons: [try beacon(["garage", "it's {{ x }}"], 2)], at: Self.start)
        let templates = try DiscoveredEntity.all(in: told[0]).values.compactMap(\.attributesTemplate)
        #expect(templates.count == 2)
        for template in templates { #expect(!template.dropFirst(2).dropLast(2).contains("{{")) }
        let left = format.learn(regions: ["it's {{ x }}"])
        #expect(try DiscoveredEntity.gone(in: left.first).keys.sorted() == ["beacon_garage", "region_garage"])
        #expect(text(left.last?.payload)?.contains("garage") == false)
    }

    @Test("after a restart a beacon that is not heard has its sensor still, unless its region is gone")
    func restart() throws {
        var before = format(["garage", "berth"])
        _ = before.learn(beacons: [try beacon(["garage"], 2), try beacon(["berth"], 9)], at: Self.start)
        let kept = before.description
        for isAnsweredFirst in [true, false] {
            var format = HomeAssistantFormat(device: "van", precision: .precise)
            var told: [ReportMessage] = []
            if isAnsweredFirst { told += format.answer(to: kept.topic, kept.payload, isKept: true, at: Samples.now) }
            told += format.learn(regions: ["garage"])
            if !isAnsweredFirst { told += format.answer(to: kept.topic, kept.payload, isKept: true, at: Samples.now) }
            let description = try #require(told.last { $0.topic == kept.topic })
            #expect(try DiscoveredEntity.all(in: description)["beacon_garage"]?.identifier != nil)
            #expect(try DiscoveredEntity.gone(in: description).keys.sorted() == ["beacon_berth", "region_berth"])
            // What the broker has kept of them is of another time.
            #expect(text(told.last { $0.topic == Self.topic }?.payload) == #"{"garage":{}}"#)
        }
    }

    @Test("with reduced precision there are none, and those of a time with more are taken back")
    func reduced() throws {
        var before = format(["garage"])
        _ = before.learn(beacons: [try beacon(["garage"], 2)], at: Self.start)
        var format = HomeAssistantFormat(device: "van", precision: .reduced)
        #expect(!format.wantsBeacons)
        let answer = format.answer(
            to: before.descriptionTopic, before.description.payload, isKept: true, at: Samples.now)
        #expect(try DiscoveredEntity.gone(in: answer.first)["beacon_garage"] != nil)
        #expect(answer.contains { $0.topic == Self.topic && $0.payload.isEmpty && $0.isRetained })
    }
}
