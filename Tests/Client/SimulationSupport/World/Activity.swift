import PlacemarkModel

/// What a box does for a while, and so how it moves.
public enum Activity: String, CaseIterable, Sendable {
    case rest
    /// A boat without a motor: a metre a minute, a metre in ten seconds.
    case drift
    case walk, drive, sail, fly

    /// The speeds over ground that are usual, in m/s.
    var speeds: ClosedRange<Double> {
        switch self {
        case .rest: 0...0
        case .drift: 0.015...0.12
        case .walk: 0.8...2
        case .drive: 5...40
        case .sail: 1...8
        case .fly: 60...260
        }
    }

    /// How fast the speed changes, in m/s².
    var accelerationInMetersPerSecondSquared: Double {
        switch self {
        case .rest, .drive: 2
        case .drift: 0.01
        case .walk: 1
        case .sail: 0.1
        case .fly: 3
        }
    }

    /// How far the course turns within a second, at most, in degrees.
    var turnInDegrees: Double {
        switch self {
        case .rest: 0
        case .drift: 1
        case .walk: 15
        case .drive: 4
        case .sail: 1
        case .fly: 0.3
        }
    }

    /// How long it usually lasts.
    var meanDuration: Duration {
        switch self {
        case .rest: .seconds(3000)
        case .drift: .seconds(7200)
        case .walk: .seconds(600)
        case .drive: .seconds(1500)
        case .sail: .seconds(3600)
        case .fly: .seconds(4000)
        }
    }
}
