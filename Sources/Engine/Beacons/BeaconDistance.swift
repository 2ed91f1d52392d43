import Glibc
import PlacemarkModel

/// How far away a beacon is, by how strong it is heard.
///
/// In free space a sender is heard by 6 dB less with each doubling of the distance (Friis' formula). Walls, bodies and
/// reflections make of that what they will: so there is a bound beside the distance.
struct BeaconDistance: Hashable, Sendable {
    /// What remains of fading behind the filter, in dB, as a standard deviation: as `FadingTests` measures it.
    static let remainingFading = 4.0
    /// The quantile of the normal distribution below which 95 % lie.
    private static let quantile = 1.645
    /// Beyond a kilometre nothing is heard, whatever the numbers say.
    static let longest = 1000.0
    /// What the most sensitive receivers still hear of a packet at 1 Mbit/s, in dBm, with room to spare: makers name -97 to -103.
    private static let weakestStrength = -105.0

    /// The likeliest distance in metres.
    let meters: Double
    /// The beacon is not farther away than this, in metres, with 95 % probability.
    let accuracy: Double

    /// - Parameters: both in dBm, the measured power at one metre.
    init(strength: Double, measuredPower: Int) {
        let loss = Double(measuredPower) - strength
        meters = min(Self.longest, pow(10, loss / 20))
        accuracy = min(Self.longest, pow(10, (loss + Self.quantile * Self.remainingFading) / 20))
    }

    /// How far away a beacon can be that is heard, nobody knows how strongly.
    static func farthest(measuredPower: Int?) -> Double {
        measuredPower.map { min(longest, pow(10, (Double($0) - weakestStrength) / 20)) } ?? longest
    }
}
