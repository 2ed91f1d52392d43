public import PlacemarkModel
public import Simulation

/// How a receiver errs when nothing is wrong with it.
public struct ReceiverModel: Hashable, Sendable {
    /// What a receiver says of its own accuracy.
    public enum Claim: Hashable, Sendable, CaseIterable {
        /// The radius in which 95 % of its fixes are.
        case honest
        /// 3 m, whatever happens.
        case tooGood
        /// Four times too large.
        case tooBad
        case nothing
    }

    /// As gpsd names it.
    public var device: String
    /// From fix to fix.
    public var period: Duration
    /// The standard deviation of the error, north and east each.
    public var sigmaInMeters: Double
    /// How long an error persists: 0 for one that is drawn anew for each fix, minutes for one that wanders.
    public var correlation: Duration
    public var claim: Claim
    /// How long a fix is on its way to the daemon.
    public var delay: Duration
    public var givesAltitude: Bool
    public var givesVelocity: Bool
    /// The compass beside it, which points where the box goes; nil for none.
    public var compass: SimulatedCompass?

    public init(
        device: String = "/dev/ttyACM0", period: Duration = .seconds(1), sigmaInMeters: Double = 3,
        correlation: Duration = .zero, claim: Claim = .honest, delay: Duration = .milliseconds(100),
        givesAltitude: Bool = true, givesVelocity: Bool = true, compass: SimulatedCompass? = nil
    ) {
        precondition(period > .zero && sigmaInMeters >= 0 && correlation >= .zero, "a receiver that cannot be")
        self.device = device
        self.period = period
        self.sigmaInMeters = sigmaInMeters
        self.correlation = correlation
        self.claim = claim
        self.delay = delay
        self.givesAltitude = givesAltitude
        self.givesVelocity = givesVelocity
        self.compass = compass
    }

    /// The 95 % radius of a Gaussian error in two dimensions, in standard deviations: the square root of −2 ln 0.05.
    public static let sigmasIn95Percent = 2.4477

    /// What the receiver says of its accuracy, in metres; a receiver is never more accurate than half a metre.
    public var claimedAccuracyInMeters: Double? {
        let honest = max(0.5, sigmaInMeters * Self.sigmasIn95Percent)
        switch claim {
        case .honest: return honest
        case .tooGood: return 3
        case .tooBad: return honest * 4
        case .nothing: return nil
        }
    }

    /// Any receiver: 10 Hz to 0.1 Hz, excellent to poor, honest or not.
    public static func drawn(device: String, random: inout SeededRandom) -> ReceiverModel {
        let period: Duration = random.choice([
            (.milliseconds(100), weight: 1), (.milliseconds(200), 1), (.milliseconds(500), 1), (.seconds(1), 10),
            (.seconds(2), 1), (.seconds(5), 2), (.seconds(10), 1),
        ])
        return ReceiverModel(
            device: device, period: period, sigmaInMeters: random.magnitude(in: 0.5...30),
            correlation: random.happens(0.5) ? .zero : .seconds(random.magnitude(in: 5...600)),
            claim: random.choice([(.honest, weight: 6), (.tooGood, 2), (.tooBad, 1), (.nothing, 1)]),
            delay: .seconds(random.number(in: 0.02...0.4)), givesAltitude: random.happens(0.8),
            givesVelocity: random.happens(0.8), compass: random.happens(0.2) ? .drawn(&random) : nil)
    }
}

extension SimulatedCompass {
    /// Any compass: from true or magnetic north, right in most cases, off, or stuck.
    static func drawn(_ random: inout SeededRandom) -> SimulatedCompass {
        SimulatedCompass(
            north: random.happens(0.5) ? .true : .magnetic,
            errorInDegrees: random.choice([(0, weight: 6), (10, 1), (-90, 1), (180, 1)]), isStuck: random.happens(0.15))
    }
}
