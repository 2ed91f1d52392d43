import FoundationEssentials
import PlacemarkModel
@testable import Reporting
import Testing

/// Held against Home Assistant's documents of MQTT discovery by device, and `mqtt/device_tracker.py` of 2026.
@Suite("Home Assistant")
struct HomeAssistantTests {
    /// What discovery has of an entity.
    private struct Entity: Decodable {
        let p, uniqueID: String
        let name, ic, stateTopic, valueTemplate, attributesTopic, deviceClass, unit, stateClass, category,
            sourceType: String?
        let ops: [String]?

        private enum CodingKeys: String, CodingKey {
            case p, name, ic, ops
            case uniqueID = "unique_id"
            case stateTopic = "stat_t"
            case valueTemplate = "val_tpl"
            case attributesTopic = "json_attr_t"
            case deviceClass = "dev_cla"
            case unit = "unit_of_meas"
            case stateClass = "stat_cla"
            case category = "ent_cat"
            case sourceType = "src_type"
        }
    }

    private struct Description: Decodable {
        struct Device: Decodable { let ids, name: String }
        struct Origin: Decodable { let name, sw: String }
        struct Availability: Decodable { let t: String }
        let dev: Device
        let o: Origin
        let avty: [Availability]
        let cmps: [String: Entity]
    }

    private func entities(_ message: ReportMessage) throws -> [String: Entity] {
        try JSONDecoder().decode(Description.self, from: Data(message.payload)).cmps
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
                "motion",
                "receiver", "region_home", "speed", "state", "street", "time_zone",
            ])
        #expect(Set(description.cmps.values.map(\.uniqueID)).count == description.cmps.count)
        for entity in description.cmps.values { #expect(entity.ic?.hasPrefix("mdi:") == true) }
    }

    @Test("with Commands=yes there is a panel; without, or with reduced precision, there is none, and no command")
    func panel() throws {
        let off = HomeAssistantFormat(device: "boat", precision: .precise)
        let reduced = HomeAssistantFormat(device: "boat", precision: .reduced, takesCommands: true)
        for format in [off, reduced] {
            #expect(try entities(format.description)["guard_panel"] == nil)
            #expect(!format.subscriptions.contains("placemarkd/boat/panel/set"))
            #expect(format.command(in: "placemarkd/boat/panel/set", Array("DISARM".utf8), isKept: false) == nil)
        }
        let format = HomeAssistantFormat(device: "boat", precision: .precise, takesCommands: true)
        let panel = try #require(try entities(format.description)["guard_panel"])
        #expect(panel.p == "alarm_control_panel" && panel.stateTopic == "placemarkd/boat/panel")
        #expect(format.subscriptions.contains("placemarkd/boat/panel/set"))
        #expect(!format.keepsSession, "what has waited at the broker is not carried out")
    }

    @Test("a command is one of four words to the letter, at its topic, and never one that the broker has kept")
    func commands() {
        let format = HomeAssistantFormat(device: "boat", precision: .precise, takesCommands: true)
        func command(_ text: String, in topic: String = "placemarkd/boat/panel/set", isKept: Bool = false)
            -> GuardCommand?
        {
            format.command(in: topic, Array(text.utf8), isKept: isKept)
        }
        #expect(command("ARM_AWAY") == .arm(GuardOrder(.parked)))
        #expect(command("ARM_HOME") == .arm(GuardOrder(.anchor)))
        #expect(command("DISARM") == .disarm && command("ACKNOWLEDGE") == .acknowledge)
        for text in ["", "disarm", "DISARM ", "DISARM\n", "ARM_NIGHT", "ARM_AWAY;DISARM", "\"DISARM\"", "{}"] {
            #expect(command(text) == nil, "\(text)")
        }
        #expect(command("DISARM", isKept: true) == nil)
        #expect(command("DISARM", in: "placemarkd/boat/panel") == nil)
        #expect(command("DISARM", in: "homeassistant/status") == nil)
    }

    @Test(
        "the panel says what Home Assistant's words are for a state",
        arguments: [
            (GuardState.off, GuardKind?.none, "disarmed"), (.armed, .anchor, "armed_home"),
            (.armed, .parked, "armed_away"),
            (.armed, nil, "armed_away"), (.warning, .anchor, "pending"), (.alarm, .anchor, "triggered"),
            (.blind, .parked, "triggered"), (.acknowledged, .anchor, "armed_home"),
        ])
    func panelStates(state: GuardState, kind: GuardKind?, word: String) {
        #expect(HomeAssistantPanel.state(state, kind) == word)
    }

    @Test("the position comes by the attributes, never by state_topic, which ends with 2027.1")
    func tracker() throws {
        let tracker = try #require(
            try entities(HomeAssistantFormat(device: "boat", precision: .precise).description)["location"])
        #expect(tracker.p == "device_tracker" && tracker.sourceType == "gps")
        #expect(tracker.attributesTopic == "placemarkd/boat/location" && tracker.stateTopic == nil)
    }

    @Test("units and device classes are Home Assistant's, and an enum lists what it can be")
    func classes() throws {
        let entities = try entities(
            HomeAssistantFormat(device: "boat", precision: .precise, regions: ["home"]).description)
        #expect(entities["speed"]?.deviceClass == "speed" && entities["speed"]?.unit == "m/s")
        #expect(entities["altitude"]?.deviceClass == "distance" && entities["altitude"]?.unit == "m")
        #expect(entities["altitude"]?.stateClass == "measurement")
        #expect(entities["fix"]?.ops == SourceState.allCases.map(\.rawValue))
        // An enum may have neither a unit nor a state class.
        #expect(entities["fix"]?.unit == nil && entities["fix"]?.stateClass == nil)
        #expect(entities["receiver"]?.p == "binary_sensor" && entities["receiver"]?.deviceClass == "connectivity")
        #expect(entities["region_home"]?.deviceClass == "presence")
    }

    @Test("each entity's topic is one that is told, and each value that it reads is in the payload")
    func topics() throws {
        var format = HomeAssistantFormat(device: "boat", precision: .precise)
        let messages = format.messages(for: try Samples.heartbeat())
        let payloads = Dictionary(uniqueKeysWithValues: messages.map { ($0.topic, text($0.payload) ?? "") })
        for entity in try entities(format.description).values {
            let topic = try #require(entity.stateTopic ?? entity.attributesTopic)
            let payload = try #require(payloads[topic])
            if let key = entity.valueTemplate?.split(separator: "value_json.").dropFirst().first?.prefix(while: {
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

    @Test("a region that comes for the first time gets an entity, once; its name cannot break the template")
    func regions() throws {
        var format = HomeAssistantFormat(device: "boat", precision: .precise)
        let first = format.messages(for: try Samples.located(1, regions: ["it's {{ evil }}"]))
        #expect(first.first?.topic == "homeassistant/device/boat/config")
        let entity = try entities(first[0]).first { $0.key.hasPrefix("region_") }?.value
        #expect(entity?.name == "it's {{ evil }}")
        #expect(
            entity?.valueTemplate
                == #"{{ 'ON' if 'it\U00000027s \U0000007b\U0000007b evil \U0000007d\U0000007d' in value_json.inside else 'OFF' }}"#
        )
        let second = format.messages(for: try Samples.located(2, regions: ["it's {{ evil }}"]))
        #expect(!second.contains { $0.topic == "homeassistant/device/boat/config" })
        let many = (0..<500).map { "region \($0)" }
        _ = format.messages(for: try Samples.located(3, regions: many))
        #expect(format.regions.count == HomeAssistantFormat.mostRegions)
    }

    /// The platforms of the entities of which a message says nothing else.
    private func gone(_ message: ReportMessage?) throws -> [String: String] {
        struct Description: Decodable {
            struct Entity: Decodable {
                let platform: String
                let identifier: String?
                private enum CodingKeys: String, CodingKey {
                    case platform = "p"
                    case identifier = "unique_id"
                }
            }
            let cmps: [String: Entity]
        }
        guard let message else { return [:] }
        return try JSONDecoder().decode(Description.self, from: Data(message.payload)).cmps
            .filter { $0.value.identifier == nil }.mapValues(\.platform)
    }

    @Test("a region that is removed loses its entity, and one that is added gets it; nothing new is no message")
    func regionsChange() throws {
        var format = HomeAssistantFormat(device: "boat", precision: .precise)
        _ = format.learn(regions: ["home", "port"])
        let removed = format.learn(regions: ["port", "quay"])
        #expect(removed.map(\.topic) == ["homeassistant/device/boat/config"])
        #expect(try gone(removed.first) == ["region_home": "binary_sensor"])
        #expect(format.learn(regions: ["port", "quay"]).isEmpty)
        // What is caught up with names a region that is gone.
        let late = format.messages(for: try Samples.located(1, regions: ["home"]))
        #expect(late.map(\.topic) == ["placemarkd/boat/location", "placemarkd/boat/regions"])
        #expect(try gone(format.learn(regions: ["home", "port", "quay"]).first).isEmpty)
    }

    @Test("what an earlier run has described is taken back, once it is known which regions there are")
    func earlierRun() throws {
        let kept = HomeAssistantFormat(device: "boat", precision: .precise, regions: ["home", "port"]).description
        var format = HomeAssistantFormat(device: "boat", precision: .precise)
        #expect(format.subscriptions == ["homeassistant/status", kept.topic])
        #expect(format.answer(to: kept.topic, kept.payload, isKept: true, at: Samples.now).isEmpty)
        let corrected = format.learn(regions: ["port"])
        #expect(try gone(corrected.first) == ["region_home": "binary_sensor"])
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
            try gone(answer.first) == [
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
        let entities = try entities(format.description)
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
