import PlacemarkModel

/// One entity of Home Assistant, as `cmps` of a device's discovery has it.
struct HomeAssistantEntity {
    enum Platform: String {
        case deviceTracker = "device_tracker"
        case sensor
        case binarySensor = "binary_sensor"
        case alarmPanel = "alarm_control_panel"
        case button
    }

    let platform: Platform
    /// Its key in `cmps`, and the end of its unique identifier. It must not change: Home Assistant would make a new entity.
    let key: String
    /// What people see; nil for the name of the device.
    let name: String?
    let icon: String
    /// Below the topic of the device.
    let topic: String
    /// Jinja, which takes the value out of the payload; nil for the whole payload.
    var template: String?
    var deviceClass: String?
    var unit: String?
    /// Of what has a unit.
    var stateClass = "measurement"
    /// Of an enum.
    var options: [String] = []
    /// Whether it is about the machine rather than about the place.
    var isDiagnostic = false
    /// Decimals that are shown.
    var decimals: Int?
    /// Whether what the payload has beside the value can be looked up.
    var hasAttributes = false
    /// Jinja, which takes an object out of the payload; nil for the whole payload.
    var attributes: String?

    /// What the keys of regions begin with.
    static let regionPrefix = "region_"

    /// What a receiver is told.
    ///
    /// - Parameter beacons: the regions of which a beacon has been heard.
    static func all(_ scope: HomeAssistantScope, regions: [String], beacons: [String]) -> [HomeAssistantEntity] {
        let coarse = [tracker, city, county, state, country, timeZone, accuracy, fix, receiver]
        guard scope.precision == .precise else { return coarse }
        let controls = scope.takesCommands ? [panel, acknowledgement] : []
        let trips = (scope.tellsTrips ? [tripUnderWay, tripDistance, tripDuration] : [])
        return coarse + [street, speed, altitude, motion, guarding, alarm] + controls
            + trips + (scope.tellsOdometer ? [odometer] : []) + regions.map(region) + beacons.map(beacon)
    }

    /// Its position comes by the attributes, which `state_topic` would override until Home Assistant 2027.1, where it ends.
    private static let tracker = HomeAssistantEntity(
        platform: .deviceTracker, key: "location", name: nil, icon: "mdi:map-marker", topic: "location")

    private static let city = place("city", "City", "mdi:city")
    private static let county = place("county", "County", "mdi:map-marker-radius-outline")
    private static let state = place("state", "State", "mdi:map")
    private static let country = place("country", "Country", "mdi:earth")
    private static let timeZone = place("time_zone", "Time zone", "mdi:map-clock")
    private static let street = place("street", "Street", "mdi:road-variant")

    private static func place(_ key: String, _ name: String, _ icon: String) -> HomeAssistantEntity {
        HomeAssistantEntity(
            platform: .sensor, key: key, name: name, icon: icon, topic: "placemark", template: "{{ value_json.\(key) }}"
        )
    }

    private static let speed = measurement("speed", "Speed", "mdi:speedometer", "speed", "m/s", decimals: 1)
    private static let altitude = measurement("altitude", "Altitude", "mdi:altimeter", "distance", "m", decimals: 0)
    private static let accuracy: HomeAssistantEntity = {
        var entity = measurement(
            "accuracy", "Accuracy", "mdi:crosshairs-gps", "distance", "m", decimals: 0, field: "gps_accuracy")
        entity.isDiagnostic = true
        return entity
    }()

    private static func measurement(
        _ key: String, _ name: String, _ icon: String, _ deviceClass: String, _ unit: String, decimals: Int,
        field: String? = nil
    ) -> HomeAssistantEntity {
        HomeAssistantEntity(
            platform: .sensor, key: key, name: name, icon: icon, topic: "location",
            template: "{{ value_json.\(field ?? key) }}", deviceClass: deviceClass, unit: unit, decimals: decimals)
    }

    private static let motion = HomeAssistantEntity(
        platform: .sensor, key: "motion", name: "Motion", icon: "mdi:car", topic: "motion", deviceClass: "enum",
        options: Motion.allCases.map(\.rawValue))

    private static let guarding = HomeAssistantEntity(
        platform: .sensor, key: "guard", name: "Guard", icon: "mdi:anchor", topic: "guard", deviceClass: "enum",
        options: GuardState.allCases.map(\.rawValue))

    /// Whether somebody has to look. An alarm that is acknowledged is none, so that the next one is a change again.
    private static let alarm = HomeAssistantEntity(
        platform: .binarySensor, key: "guard_alarm", name: "Guard alarm", icon: "mdi:alarm-light", topic: "guard",
        template: "{{ 'ON' if value in ('alarm', 'blind') else 'OFF' }}", deviceClass: "safety")

    private static let panel = HomeAssistantEntity(
        platform: .alarmPanel, key: "guard_panel", name: "Guard panel", icon: "mdi:shield-home",
        topic: HomeAssistantPanel.stateTopic)

    private static let acknowledgement = HomeAssistantEntity(
        platform: .button, key: "guard_acknowledge", name: "Acknowledge the guard's alarm", icon: "mdi:alarm-light-off",
        topic: HomeAssistantPanel.commandTopic)

    private static let fix = HomeAssistantEntity(
        platform: .sensor, key: "fix", name: "Fix", icon: "mdi:satellite-variant", topic: "source", deviceClass: "enum",
        options: SourceState.allCases.map(\.rawValue), isDiagnostic: true)

    /// A receiver works that says something, with a position or without one.
    private static let receiver = HomeAssistantEntity(
        platform: .binarySensor, key: "receiver", name: "Receiver", icon: "mdi:satellite-uplink", topic: "source",
        template: "{{ 'ON' if value in ('live', 'noFix') else 'OFF' }}", deviceClass: "connectivity", isDiagnostic: true
    )

    private static func region(_ identifier: String) -> HomeAssistantEntity {
        HomeAssistantEntity(
            platform: .binarySensor, key: regionPrefix + SafeName.identifier(identifier, separator: "_"),
            name: identifier,
            icon: "mdi:map-marker-check", topic: "regions",
            template: "{{ 'ON' if \(jinja(identifier)) in value_json.inside else 'OFF' }}", deviceClass: "presence")
    }

    /// A text as Jinja reads it: a region's name must not become a part of the template.
    static func jinja(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", " ": String(scalar)
            default:
                // Eight digits, as Python's unicode_escape has them.
                #"\U"# + String(repeating: "0", count: 8 - String(scalar.value, radix: 16).count)
                    + String(scalar.value, radix: 16)
            }
        }
        return "'\(escaped.joined())'"
    }
}

extension JSONWriter {
    /// An entry of `cmps` that makes Home Assistant remove an entity: nothing but its platform.
    mutating func write(gone key: String, _ platform: HomeAssistantEntity.Platform) {
        self.key(escaping: key)
        beginObject()
        field("p", platform.rawValue)
        endObject()
    }

    /// One entry of `cmps`.
    ///
    /// - Parameters:
    ///   - device: the identifier of the device.
    ///   - base: the topic of the device.
    mutating func write(_ entity: HomeAssistantEntity, of device: String, base: String) {
        key(escaping: entity.key)
        beginObject()
        field("p", entity.platform.rawValue)
        field("unique_id", "placemarkd_\(device)_\(entity.key)")
        key("name")
        if let name = entity.name { value(name) } else { null() }
        field("ic", entity.icon)
        let topic = "\(base)/\(entity.topic)"
        if entity.platform == .deviceTracker {
            field("json_attr_t", topic)
            field("src_type", "gps")
        } else if entity.platform == .button {
            field("cmd_t", topic)
            field("pl_prs", HomeAssistantPanel.acknowledgement)
        } else {
            if entity.platform == .alarmPanel {
                field("cmd_t", "\(base)/\(HomeAssistantPanel.commandTopic)")
                // Who may publish to that topic may command: a code that all panels show would keep nobody out.
                field("code_arm_required", false)
                field("code_disarm_required", false)
                key("supported_features")
                beginArray()
                for feature in ["arm_home", "arm_away"] { value(feature) }
                endArray()
            }
            field("stat_t", topic)
            field("val_tpl", entity.template)
            field("dev_cla", entity.deviceClass)
            if entity.hasAttributes { field("json_attr_t", topic) }
            field("json_attr_tpl", entity.attributes)
        }
        if let unit = entity.unit {
            field("unit_of_meas", unit)
            field("stat_cla", entity.stateClass)
        }
        if let decimals = entity.decimals { field("sug_dsp_prc", decimals) }
        if !entity.options.isEmpty {
            key("ops")
            beginArray()
            for option in entity.options { value(option) }
            endArray()
        }
        if entity.isDiagnostic { field("ent_cat", "diagnostic") }
        endObject()
    }
}
