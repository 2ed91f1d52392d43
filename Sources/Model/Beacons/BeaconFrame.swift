/// What one advertisement of a beacon says.
public enum BeaconFrame: Hashable, Sendable {
    /// Which beacon it is, and how strong it is heard at a distance of one metre, in dBm.
    case identity(BeaconIdentity, measuredPower: Int)
    /// How the beacon does. It comes beside an identity, from the same radio.
    case telemetry(BeaconTelemetry)
    /// A link, which comes likewise, and how strong it is heard at one metre, in dBm.
    case link(String, measuredPower: Int)
}

/// How a beacon does: what Eddystone-TLM tells.
public struct BeaconTelemetry: Codable, Hashable, Sendable {
    /// In volts; nil when it has none, being fed by a cable.
    public var battery: Double?
    /// In degrees Celsius; nil when it does not measure it.
    public var temperature: Double?

    public init(battery: Double? = nil, temperature: Double? = nil) {
        (self.battery, self.temperature) = (battery, temperature)
    }
}
