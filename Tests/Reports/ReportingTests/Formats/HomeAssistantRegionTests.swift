import PlacemarkModel
import Testing

@testable import Reporting

/// Entities that come and go: with regions, and with what a sink may know.
@Suite("Home Assistant: what comes and goes")
struct HomeAssistantRegionTests {
    @Test("a region that comes for the first time gets an entity, once; its name cannot break the template")
    func regions() throws {
        var format = HomeAssistantFormat(device: "boat", precision: .precise)
        let first = format.messages(for: try Samples.located(1, regions: ["it's {{ evil }}"]))
        #expect(first.first?.topic == "homeassistant/device/boat/config")
        let entity = try DiscoveredEntity.all(in: first[0]).first { $0.key.hasPrefix("region_") }?.value
        #expect(entity?.name == "it's {{ evil }}")
        #expect(
            entity?.template
                == #"{{ 'ON' if 'it\U00000027s \U0000007b\U0000007b evil \U0000007d\U0000007d' in value_json.inside else 'OFF' }}"#
        )
        let second = format.messages(for: try Samples.located(2, regions: ["it's {{ evil }}"]))
        #expect(!second.contains { $0.topic == "homeassistant/device/boat/config" })
        let many = (0..<500).map { "region \($0)" }
        _ = format.messages(for: try Samples.located(3, regions: many))
        #expect(format.regions.count == HomeAssistantFormat.mostRegions)
    }

    @Test("a region that is removed loses its entity, and one that is added gets it; nothing new is no message")
    func regionsChange() throws {
        var format = HomeAssistantFormat(device: "boat", precision: .precise)
        _ = format.learn(regions: ["home", "port"])
        let removed = format.learn(regions: ["port", "quay"])
        #expect(removed.map(\.topic) == ["homeassistant/device/boat/config"])
        #expect(try DiscoveredEntity.gone(in: removed.first).mapValues(\.platform) == ["region_home": "binary_sensor"])
        #expect(format.learn(regions: ["port", "quay"]).isEmpty)
        // What is caught up with names a region that is gone.
        let late = format.messages(for: try Samples.located(1, regions: ["home"]))
        #expect(late.map(\.topic) == ["placemarkd/boat/location", "placemarkd/boat/regions"])
        #expect(try DiscoveredEntity.gone(in: format.learn(regions: ["home", "port", "quay"]).first).isEmpty)
    }

    @Test("what an earlier run has described is taken back, once it is known which regions there are")
    func earlierRun() throws {
        let kept = HomeAssistantFormat(device: "boat", precision: .precise, regions: ["home", "port"]).description
        var format = HomeAssistantFormat(device: "boat", precision: .precise)
        #expect(format.subscriptions == ["homeassistant/status", kept.topic])
        #expect(format.answer(to: kept.topic, kept.payload, isKept: true, at: Samples.now).isEmpty)
        let corrected = format.learn(regions: ["port"])
        let taken = try DiscoveredEntity.gone(in: corrected.first)
        #expect(taken.mapValues(\.platform) == ["region_home": "binary_sensor"])
        // Home Assistant has heard it by the next run.
        var next = HomeAssistantFormat(device: "boat", precision: .precise)
        _ = next.learn(regions: ["port"])
        #expect(next.answer(to: kept.topic, corrected[0].payload, isKept: true, at: Samples.now).isEmpty)
        // Our own, as it comes back.
        #expect(next.answer(to: kept.topic, kept.payload, isKept: false, at: Samples.now).isEmpty)
        #expect(next.answer(to: kept.topic, Array("[]".utf8), isKept: true, at: Samples.now).isEmpty)
    }

    @Test("where a sink has less precision than before, what only others may know is taken back")
    func lessPrecision() throws {
        let kept = HomeAssistantFormat(device: "boat", precision: .precise, regions: ["home"]).description
        var format = HomeAssistantFormat(device: "boat", precision: .reduced)
        #expect(format.subscriptions.contains(kept.topic))
        let answer = format.answer(to: kept.topic, kept.payload, isKept: true, at: Samples.now)
        #expect(
            try DiscoveredEntity.gone(in: answer.first).mapValues(\.platform) == [
                "altitude": "sensor", "guard": "sensor", "guard_alarm": "binary_sensor", "motion": "sensor",
                "region_home": "binary_sensor", "speed": "sensor", "street": "sensor",
            ])
        #expect(
            answer.dropFirst().map(\.topic)
                == ["motion", "guard", "panel", "regions", "trip", "last_trip", "odometer", "beacons"].map {
                    "placemarkd/boat/\($0)"
                })
        #expect(answer.dropFirst().allSatisfy { $0.payload.isEmpty && $0.isRetained })
    }
}
