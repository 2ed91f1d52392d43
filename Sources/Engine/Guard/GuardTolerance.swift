import PlacemarkModel

/// How far outside its ring a position must lie until it is not the receiver that has moved.
///
/// A boat swings: how far out it lies wanders by what the boat does, and a receiver's errors add little. The position of
/// a car that stands wanders by the errors alone, whose distance from the middle follows Rayleigh's distribution: its
/// standard deviation is two thirds of theirs, and its tail is longer. So a car may be farther from what is usual than a
/// boat, which is paid with a second or two: a car that is towed moves faster than an anchor drags.
struct GuardTolerance: Sendable {
    /// In standard deviations of what is usual: as far as a warning lets pass.
    static let unusualForWarning = 3.0

    private let kind: GuardKind
    private(set) var scatter = GuardScatter()
    private var fixScatter = FixScatter()
    private var claimedAccuracy: Double?

    init(_ kind: GuardKind) { self.kind = kind }

    /// In standard deviations of what is usual: farther out than this is an alarm. The figures are those at which 2,000
    /// made-up tows had no early alarm, and nights at anchor none.
    private var unusual: Double {
        switch kind {
        case .anchor: 5
        case .parked: 8
        }
    }

    /// In standard deviations: so far outside the ring is outside, however much a receiver scatters.
    private var farthestMargin: Double {
        switch kind {
        case .anchor: 2
        case .parked: 3
        }
    }

    /// In standard deviations: the margin as long as nothing is known of what is usual.
    private var firstMargin: Double {
        switch kind {
        // Who has just dropped the anchor looks whether it holds.
        case .anchor: 0
        case .parked: 2
        }
    }

    /// How far outside the ring the alarm is, in metres.
    var margin: Double {
        guard let usual = scatter.usual else { return firstMargin * deviation }
        return min(max(0, usual + unusual * deviation), farthestMargin * deviation)
    }

    /// How far outside the ring, in metres and mostly negative, the box is now and then without any reason.
    var usualReach: Double { scatter.usual.map { $0 + Self.unusualForWarning * deviation } ?? -.infinity }

    /// The standard deviation of the position, in metres.
    var deviation: Double {
        // Both are radii of 95 %.
        let prior = max(claimedAccuracy ?? RegionMonitor.usualAccuracyInMeters, fixScatter.radiusInMeters) / 2.448
        return scatter.deviation(prior: prior)
    }

    /// Takes into account what a fix says of its own accuracy, and how far it is from those before it.
    mutating func accepted(_ fix: Location) {
        fixScatter.accepted(fix.coordinate, at: fix.receivedAt)
        claimedAccuracy = fix.horizontalAccuracy
    }

    /// Learns how far outside the ring the box was, in metres, for so many seconds.
    mutating func learn(_ excess: Double, seconds: Double) { scatter.add(excess, seconds: seconds) }

    /// Forgets what has not been learnt yet: it was the beginning of what is not usual.
    mutating func forgetNews() { scatter.forgetNews() }

    /// Goes on with what an earlier run has learnt.
    mutating func remember(_ earlier: GuardScatter) {
        scatter = earlier
        forgetNews()
    }
}
