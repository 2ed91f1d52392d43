import FoundationEssentials
import PlacemarkModel
@testable import Reporting
import Testing

/// Held against Home Assistant's documents of MQTT discovery by device, and `mqtt/device_tracker.py` of 2026.
@Suite("Home Assistant")
struct HomeAssistantTests {
    private struct Description: Decodable {
        struct Device: Decodable { let ids, name: String }
        struct Origin: Decodable { let name, sw: String }
        struct Availability: Decodable { let t: String }
        let dev: Device
        let o: Origin
        let avty: [Availability]
        let cmps: [String: DiscoveredEntity]
    }

    @Test("the description names the device, where it is told whether it is there, and its entities; it is retained")
    func description() throws {
        let message = HomeAssistantFormat(device: "boat", precision: .precise, regions: ["home"]).description
        #expect(message.topic == "homeassistant/device/boat/config" && message.isRetained)
        let description = try JSONDecoder().decode(Description.self, from: Data(message.payload))
        #expect(description.dev.ids == "placemarkd_boat" && description.dev.name == "boat")
        #expect(description.avty.map(\.t) == ["placemarkd/boat/availability"])
        #expect(
            description.cmps.keys.sorted() == [
                "accuracy", "altitude", "city", "country", "county", "fix", "guard", "guard_alarm", "location",
                "motion", "receiver", "region_home", "speed", "state", "street", "time_zone",
            ])
        #expect(Set(description.cmps.values.map(\.identifier)).count == description.cmps.count)
        for entity in description.cmps.values {
            #expect(entity.identifier != nil && entity.icon?.hasPrefix("mdi:") == true)
        }
    }

    @Test("the position comes by the attributes, never by state_topic, which ends with 2027.1")
    func tracker() throws {
        let description = HomeAssistantFormat(device: "boat", precision: .precise).description
        let tracker = try #require(try DiscoveredEntity.all(in: description)["location"])
        #expect(tracker.platform == "device_tracker" && tracker.sourceType == "gps")
        #expect(tracker.attributesTopic == "placemarkd/boat/location" && tracker.stateTopic == nil)
    }

    @Test("units and device classes are Home Assistant's, and an enum lists what it can be")
    func classes() throws {
        let format = HomeAssistantFormat(device: "boat", precision: .precise, regions: ["home"])
        let entities = try DiscoveredEntity.all(in: format.description)
        #expect(entities["speed"]?.deviceClass == "speed" && entities["speed"]?.unit == "m/s")
        #expect(entities["altitude"]?.deviceClass == "distance" && entities["altitude"]?.unit == "m")
        #expect(entities["altitude"]?.stateClass == "measurement")
        #expect(entities["fix"]?.options == SourceState.allCases.map(\.rawValue))
        // An enum may have neither a unit nor a state class.
        #expect(entities["fix"]?.unit == nil && entities["fix"]?.stateClass == nil)
        #expect(entities["receiver"]?.platform == "binary_sensor")
        #expect(entities["receiver"]?.deviceClass == "connectivity")
        #expect(entities["region_home"]?.deviceClass == "presence")
    }

    @Test("each entity's topic is one that is told, and each value that it reads is in the payload")
    func topics() throws {
        var format = HomeAssistantFormat(device: "boat", precision: .precise)
        let messages = format.messages(for: try Samples.heartbeat())
        let payloads = Dictionary(uniqueKeysWithValues: messages.map { ($0.topic, text($0.payload) ?? "") })
        for entity in try DiscoveredEntity.all(in: format.description).values {
            let topic = try #require(entity.stateTopic ?? entity.attributesTopic)
            let payload = try #require(payloads[topic])
            if let key = entity.template?.split(separator: "value_json.").dropFirst().first?.prefix(while: {
                $0.isLetter || $0 == "_"
            }) {
                #expect(payload.contains("\"\(key)\":"))
            }
        }
        for message in messages { #expect(message.isRetained) }
        let location = try #require(payloads["placemarkd/boat/location"])
        #expect(location.hasPrefix(#"{"latitude":47.141,"longitude":9.521,"gps_accuracy":4.1,"#))
        #expect(location.contains(#""report":"4f0c9a1be2d37758-42""#))
        #expect(payloads["placemarkd/boat/source"] == "live")
        #expect(payloads["placemarkd/boat/motion"] == "moving")
        #expect(payloads["placemarkd/boat/guard"] == "off")
        #expect(payloads["placemarkd/boat/regions"] == #"{"inside":["home"]}"#)
    }

    @Test("a device keeps its name where Home Assistant's topics have room for it")
    func deviceName() {
        for (name, identifier) in [("Camper-1", "Camper-1"), ("my_van", "my_van"), ("Büro", "B_ro")] {
            let format = HomeAssistantFormat(device: name, precision: .precise)
            #expect(format.descriptionTopic.hasPrefix("homeassistant/device/\(identifier)"))
        }
    }

    @Test("what is caught up with does not put Home Assistant back in time")
    func past() throws {
        var format = HomeAssistantFormat(device: "boat", precision: .precise)
        func topics(_ report: Report) -> [String] { format.messages(for: report).map(\.topic) }
        let told = [
            topics(try Samples.located(2)), topics(try Samples.located(1)),
            topics(try Samples.located(3)),
            // A placemark of the past is still the newest placemark.
            topics(try Samples.placed()),
        ]
        #expect(
            told == [["placemarkd/boat/location"], [], ["placemarkd/boat/location"], ["placemarkd/boat/placemark"]])
    }

    @Test("with reduced precision no street, speed, altitude, motion, guard or region is described or told")
    func reduced() throws {
        var format = HomeAssistantFormat(device: "boat", precision: .reduced, regions: ["home"])
        let entities = try DiscoveredEntity.all(in: format.description)
        #expect(
            entities.keys.sorted() == [
                "accuracy", "city", "country", "county", "fix", "location", "receiver", "state", "time_zone",
            ])
        let reports = [try Samples.heartbeat("live", .reduced), try Samples.placed()]
        let told = reports.compactMap { $0.limited(to: .reduced) }.flatMap { format.messages(for: $0) }
        #expect(
            told.contains { $0.topic == "placemarkd/boat/location" && text($0.payload)?.contains("47.138") == true })
        for message in told {
            #expect(text(message.payload)?.contains("Städtle") == false)
            for secret in ["regions", "motion", "guard"] { #expect(!message.topic.hasSuffix(secret)) }
        }
    }

    @Test("it comes with online and goes with offline, both retained, and is told again when Home Assistant starts")
    func comingAndGoing() {
        var format = HomeAssistantFormat(device: "boat", precision: .precise)
        #expect(
            format.will
                == ReportMessage(
                    topic: "placemarkd/boat/availability", payload: Array("offline".utf8), isRetained: true))
        #expect(
            format.birth
                == ReportMessage(topic: "placemarkd/boat/availability", payload: Array("online".utf8), isRetained: true)
        )
        #expect(format.isStart(topic: "homeassistant/status", Array("online".utf8)))
        #expect(!format.isStart(topic: "homeassistant/status", Array("offline".utf8)))
        #expect(
            format.answer(to: "homeassistant/status", Array("offline".utf8), isKept: false, at: Samples.now).isEmpty)
    }

    @Test("when Home Assistant starts, it is told the description, that we are there, and the present state")
    func start() throws {
        var format = HomeAssistantFormat(device: "boat", precision: .precise)
        let told = format.messages(for: try Samples.heartbeat()).filter { $0.topic.hasPrefix("placemarkd") }
        _ = format.messages(for: try Samples.located(1))
        let again = format.answer(to: "homeassistant/status", Array("online".utf8), isKept: false, at: Samples.now)
        #expect(again.prefix(2) == [format.description, format.birth])
        #expect(Set(again.dropFirst(2)) == Set(told))
    }

    @Test("to be forgotten, all that is retained is emptied, the description first")
    func removal() throws {
        var format = HomeAssistantFormat(device: "boat", precision: .precise)
        let told = Set(
            format.messages(for: try Samples.heartbeat()).map(\.topic) + [format.birth.topic, format.description.topic])
        #expect(format.removal.allSatisfy { $0.payload.isEmpty && $0.isRetained })
        #expect(format.removal.first?.topic == "homeassistant/device/boat/config")
        #expect(Set(format.removal.map(\.topic)).isSuperset(of: told))
    }

    @Test("a host's name becomes a topic and an identifier that Home Assistant allows")
    func names() {
        let format = HomeAssistantFormat(device: "my.boat/1", precision: .precise)
        #expect(format.device.utf8.allSatisfy { $0 == 95 || (48...57).contains($0) || (97...122).contains($0) })
        #expect(format.will.topic == "placemarkd/my.boat_1/availability")
    }
}
