/// Whether the box is under way.
public enum Motion: String, Codable, CaseIterable, Sendable {
    case moving
    /// At rest for two minutes: locations are not delivered but for a heartbeat.
    case stationary
}
