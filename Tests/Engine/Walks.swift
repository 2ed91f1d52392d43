import Foundation
import PlacemarkModel
import TestSupport

/// Fixes of a box whose true way is known, with the errors of a receiver: Gaussian, and each for itself.
struct Walk {
    var origin = cupertino
    /// Standard deviation of a fix in one direction, in metres.
    var sigma = 0.0
    /// What the receiver says of its accuracy; nil for the truth, 2.45 σ (95 % of a Rayleigh distribution).
    var claimedAccuracy: Double?
    var interval = 1.0
    var random = SeededRandom(seed: 1)

    var accuracy: Double { claimedAccuracy ?? max(1, 2.45 * sigma) }

    /// The fix at this time of a box that is so many metres north of the origin.
    mutating func fix(_ metersNorth: Double, at seconds: Double) -> Location {
        let (north, east) = gaussianPair()
        let metersInADegree = 111_195.0
        let place = coordinate(
            origin.latitude + (metersNorth + north * sigma) / metersInADegree,
            origin.longitude + east * sigma / metersInADegree / cos(origin.latitude * .pi / 180))
        return LocationEngineTests.fix(place, at: seconds, accuracy: accuracy)
    }

    /// Two numbers of a normal distribution (Box and Muller, 1958).
    private mutating func gaussianPair() -> (Double, Double) {
        let radius = (-2 * log(Double.random(in: Double.leastNonzeroMagnitude..<1, using: &random))).squareRoot()
        let angle = Double.random(in: 0..<2 * .pi, using: &random)
        return (radius * cos(angle), radius * sin(angle))
    }
}
