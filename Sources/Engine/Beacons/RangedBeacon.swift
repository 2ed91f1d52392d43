import PlacemarkModel

/// A beacon that is heard, and what is known of it.
struct RangedBeacon: Sendable {
    /// Older strengths say nothing about where it is now.
    static let lifetimeOfStrength = Duration.seconds(10)

    private(set) var heardAt: BootInstant
    private var strengthAt: BootInstant?
    private var filter: StrengthFilter?
    private var rule = ProximityRule()
    private var measuredPower: Int?
    private var telemetry: BeaconTelemetry?
    private var link: String?

    init(_ observation: BeaconObservation, at now: BootInstant) {
        heardAt = now
        heard(observation, at: now)
    }

    mutating func heard(_ observation: BeaconObservation, at now: BootInstant) {
        if let strengthAt, strengthAt.duration(to: now) > Self.lifetimeOfStrength { forgetStrength() }
        heardAt = now
        measuredPower = observation.measuredPower ?? measuredPower
        telemetry = observation.telemetry ?? telemetry
        link = observation.link ?? link
        for reading in observation.strengths where BeaconObservation.plausibleStrengths.contains(reading) {
            if filter == nil {
                filter = StrengthFilter(first: reading, at: now)
            } else {
                filter?.heard(reading, at: now)
            }
            strengthAt = now
        }
        if let distance { rule.heard(at: distance.meters, now: now) }
    }

    private mutating func forgetStrength() { (filter, strengthAt, rule) = (nil, nil, ProximityRule()) }

    private var distance: BeaconDistance? {
        guard let filter, let measuredPower else { return nil }
        return BeaconDistance(strength: filter.strength, measuredPower: measuredPower)
    }

    /// The box is not farther from it than this, in metres, with 95 % probability.
    func reach(at now: BootInstant) -> Double {
        guard isFresh(at: now), let distance else { return BeaconDistance.farthest(measuredPower: measuredPower) }
        return distance.accuracy
    }

    private func isFresh(at now: BootInstant) -> Bool {
        strengthAt.map { $0.duration(to: now) <= Self.lifetimeOfStrength } ?? false
    }

    func report(_ identity: BeaconIdentity, regions: [String], at now: BootInstant) -> Beacon {
        let isFresh = isFresh(at: now)
        var beacon = Beacon(
            identity, regions: regions, proximity: isFresh ? rule.proximity : .unknown,
            age: heardAt.duration(to: now).inSeconds.rounded(toDecimals: 1))
        (beacon.battery, beacon.temperature, beacon.link) = (telemetry?.battery, telemetry?.temperature, link)
        guard isFresh else { return beacon }
        beacon.distance = distance?.meters.rounded(toDecimals: 2)
        beacon.accuracy = distance?.accuracy.rounded(toDecimals: 2)
        beacon.strength = filter?.strength.rounded(toDecimals: 1)
        return beacon
    }
}
