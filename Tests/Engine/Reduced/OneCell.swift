import Foundation
@testable import PlacemarkModel

/// What who sees a single cell knows of the place behind it, at best: it is anywhere in a square. No attack may know more.
///
/// Each attack is also made on positions that are made wrongly, and succeeds there: so it is one that could.
enum OneCell {
    /// Of a cell, about.
    static let edgeInMeters = 2040.0
    /// The least edge that is promised.
    static let promisedEdgeInMeters = 2000.0

    /// The distances from the middle of a cell to points of it.
    private static let distances: [Double] = {
        var random = SeededRandom(seed: 1)
        return (0..<10_000).map { _ in
            let (x, y) = (
                Double.random(in: -edgeInMeters / 2...edgeInMeters / 2, using: &random),
                Double.random(in: -edgeInMeters / 2...edgeInMeters / 2, using: &random)
            )
            return (x * x + y * y).squareRoot()
        }.sorted()
    }()

    /// The mean distance from the middle of a square of the promised edge to a point of it: (√2 + ln(1 + √2)) / 6 of the
    /// edge, 765 m. Who knows the square and nothing else has no better estimate than the middle.
    static let meanDistanceInMeters = promisedEdgeInMeters * (2.0.squareRoot() + log(1 + 2.0.squareRoot())) / 6

    static func quantile(_ share: Double, of sorted: [Double]) -> Double {
        sorted[Int(share * Double(sorted.count - 1))]
    }

    /// Whether the estimates are no nearer than those that one cell allows, at each of the quantiles.
    ///
    /// A sample of a few hundred has its own scatter: the quantiles are compared with a margin of 15 % and 100 m.
    static func allows(_ errors: [Double]) -> Bool {
        let sorted = errors.sorted()
        return [0.1, 0.25, 0.5, 0.75, 0.9].allSatisfy {
            quantile($0, of: sorted) >= quantile($0, of: distances) * 0.85 - 100
        }
    }
}

extension [Double] {
    var mean: Double { reduce(0, +) / Double(count) }
}

extension SeededRandom {
    /// Anywhere but near the poles.
    mutating func place() -> Coordinate {
        coordinate(.random(in: -60...70, using: &self), .random(in: -180...180, using: &self))
    }
}
