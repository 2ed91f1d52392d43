/// What has been heard of a beacon since the last report, about a second: what whoever listens tells the daemon.
public struct BeaconObservation: Hashable, Sendable {
    public var identity: BeaconIdentity
    /// How strong the beacon is heard at one metre, in dBm, as it says itself; nil when it does not.
    public var measuredPower: Int?
    /// How strong it was heard, in dBm, in the order of time. None when it is still there, and how strong is not known.
    public var strengths: [Int]
    public var telemetry: BeaconTelemetry?
    /// A link that it sends.
    public var link: String?

    public init(
        _ identity: BeaconIdentity, measuredPower: Int? = nil, strengths: [Int] = [],
        telemetry: BeaconTelemetry? = nil, link: String? = nil
    ) {
        self.identity = identity
        self.measuredPower = measuredPower
        self.strengths = strengths
        self.telemetry = telemetry
        self.link = link
    }

    /// What a receiver can have heard, in dBm: below is under the noise of any, above more than a sender may send. The 127 of
    /// a controller that cannot measure is not a strength.
    package static let plausibleStrengths = -120...20
}

/// What somebody who listens for beacons says.
public struct BeaconHearing: Hashable, Sendable {
    /// Why nothing can be heard, in words for a person; nil while it can.
    public var fault: String?
    public var observations: [BeaconObservation]
    /// Advertisements since the start that were damaged, or made to look like a beacon's.
    public var malformed: Int

    public init(fault: String? = nil, observations: [BeaconObservation] = [], malformed: Int = 0) {
        self.fault = fault
        self.observations = observations
        self.malformed = malformed
    }
}
