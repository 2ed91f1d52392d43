import Glibc
import PlacemarkModel

/// The circle that a boat has swung in, learnt from where it has been.
///
/// In each of sixteen directions it keeps how far the boat has come, which bounds the place; the circle that fits these
/// bounds best is the one round the anchor, once the boat has swung through some of it.
struct SwingCircle: Codable, Hashable, Sendable {
    private static let directions: [SIMD2<Double>] = (0..<16).map {
        let angle = Double($0) * .pi / 8
        return SIMD2(sin(angle), cos(angle))
    }

    /// How far, in metres, in each of the directions; empty before the first position.
    private var reach: [Double] = []

    /// Metres east and north of the centre of the guard.
    mutating func add(_ offset: SIMD2<Double>) {
        if reach.count != Self.directions.count {
            reach = Self.directions.map { ($0 * offset).sum() }
            return
        }
        for index in reach.indices { reach[index] = max(reach[index], (Self.directions[index] * offset).sum()) }
    }

    /// The middle, likewise, and the radius in metres; nil before the first position.
    var circle: (middle: SIMD2<Double>, radius: Double)? {
        guard reach.count == Self.directions.count else { return nil }
        var middle = SIMD2<Double>.zero
        for (direction, reach) in zip(Self.directions, reach) { middle += direction * (reach / 8) }
        let radius = zip(Self.directions, reach).map { $1 - ($0 * middle).sum() }.max() ?? 0
        return (middle, radius)
    }
}
