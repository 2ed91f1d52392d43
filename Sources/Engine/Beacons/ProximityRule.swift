import PlacemarkModel

/// How near a beacon is, without flicker: another proximity counts when the distance lies clearly beyond the border, and for
/// some seconds on end.
struct ProximityRule: Hashable, Sendable {
    /// In metres, with the proximity within each of them.
    private static let borders: [(proximity: BeaconProximity, meters: Double)] = [(.immediate, 0.5), (.near, 4)]
    /// How many times the border's distance counts as clearly beyond it: 3 dB.
    static let clearance = 1.4
    /// How long it has to last.
    static let confirmation = Duration.seconds(3)

    private struct Candidate: Hashable {
        let proximity: BeaconProximity
        let since: BootInstant
    }

    private(set) var proximity = BeaconProximity.unknown
    private var candidate: Candidate?

    /// Takes the likeliest distance into account.
    mutating func heard(at meters: Double, now: BootInstant) {
        guard proximity != .unknown else { return proximity = Self.proximity(meters) }
        let (atLeast, atMost) = (Self.proximity(meters / Self.clearance), Self.proximity(meters * Self.clearance))
        let next = atLeast.rank > proximity.rank ? atLeast : atMost.rank < proximity.rank ? atMost : proximity
        guard next != proximity else { return candidate = nil }
        guard let candidate, candidate.proximity == next else {
            return candidate = Candidate(proximity: next, since: now)
        }
        guard candidate.since.duration(to: now) >= Self.confirmation else { return }
        (proximity, self.candidate) = (next, nil)
    }

    private static func proximity(_ meters: Double) -> BeaconProximity {
        borders.first { meters <= $0.meters }?.proximity ?? .far
    }
}

extension BeaconProximity {
    /// The nearest first.
    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
