import FoundationEssentials
import Reporting
import Testing

/// What a description has of an entity of Home Assistant.
struct DiscoveredEntity: Decodable {
    let platform: String
    /// Nil for an entity that is gone.
    let identifier: String?
    let name, icon, stateTopic, template, attributesTopic, attributesTemplate, deviceClass, unit, stateClass,
        sourceType: String?
    /// What an enum can be.
    let options: [String]?

    private enum CodingKeys: String, CodingKey {
        case name
        case platform = "p"
        case identifier = "unique_id"
        case icon = "ic"
        case stateTopic = "stat_t"
        case template = "val_tpl"
        case attributesTopic = "json_attr_t"
        case attributesTemplate = "json_attr_tpl"
        case deviceClass = "dev_cla"
        case unit = "unit_of_meas"
        case stateClass = "stat_cla"
        case sourceType = "src_type"
        case options = "ops"
    }

    /// By their keys.
    static func all(in message: ReportMessage) throws -> [String: DiscoveredEntity] {
        struct Description: Decodable { let cmps: [String: DiscoveredEntity] }
        return try JSONDecoder().decode(Description.self, from: Data(message.payload)).cmps
    }

    /// Those that Home Assistant is to remove.
    static func gone(in message: ReportMessage?) throws -> [String: DiscoveredEntity] {
        try #require(try message.map(all)).filter { $0.value.identifier == nil }
    }
}
