import PlacemarkModel
import Glibc

/// By how much a position is moved before it is snapped to a cell: a secret, which differs slowly from one part of the
/// world to another, and never from one moment to another.
///
/// To a reader without the secret, each offset from half a cell back to half a cell forward is equally likely, in both
/// directions and in every place. So a reader that finds out exactly where the moved position is learns no more about the
/// true one than a square of a cell's size. If offsets changed with time, the cells of one place could be averaged until
/// nothing of the blur was left; if they were the same everywhere, one known place would give away all others.
public struct SecretOffset: Sendable {
    /// Over so many metres the offset forgets what it was.
    static let driftLengthInMeters = 300_000.0

    private enum Axis: UInt64 { case rows, columns }

    private let hash: SipHash

    /// - Parameter key: 128 random bits. The same key gives the same offsets.
    public init(key: (UInt64, UInt64)) { hash = SipHash(key: key) }

    /// In cells, each number -0.5...0.5.
    func offset(at coordinate: Coordinate) -> (rows: Double, columns: Double) {
        (folded(.rows, coordinate), folded(.columns, coordinate))
    }

    /// A triangle wave of a phase that is the sum of one for the whole world and a drift.
    ///
    /// The first is uniform over the wave's period, so the sum is too, modulo the period, and what the wave makes of it is
    /// uniform between its ends. It is as steep as the drift, and has no jump.
    private func folded(_ axis: Axis, _ coordinate: Coordinate) -> Double {
        let phase = 2 * fraction(hash(axis.rawValue)) + drift(axis, coordinate)
        let position = phase.truncatingRemainder(dividingBy: 2)
        return position < 1 ? position - 0.5 : 1.5 - position
    }

    /// Value noise, 0...1, over a cubic lattice through the earth: smooth everywhere, at the poles and the antimeridian
    /// too. Its steepest slope is 1.5·√3 over the length of the drift.
    private func drift(_ axis: Axis, _ coordinate: Coordinate) -> Double {
        let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
        let radius = Earth.meanRadiusInMeters / Self.driftLengthInMeters
        let point = [
            radius * cos(latitude) * cos(longitude), radius * cos(latitude) * sin(longitude), radius * sin(latitude),
        ]
        let corner = point.map { $0.rounded(.down) }
        // Smoothstep: 0 and 1 at the ends of an edge, where its slope is 0.
        let weight = zip(point, corner).map { point, corner in
            let t = point - corner
            return t * t * (3 - 2 * t)
        }
        var sum = 0.0
        for selection in 0..<8 {
            var (share, words) = (1.0, [UInt64]())
            for dimension in 0..<3 {
                let isFar = selection >> dimension & 1 == 1
                share *= isFar ? weight[dimension] : 1 - weight[dimension]
                // Within the earth's radius, some 22 edges: no conversion can trap.
                words.append(UInt64(bitPattern: Int64(corner[dimension]) + (isFar ? 1 : 0)))
            }
            sum += share * fraction(hash(axis.rawValue, words[0], words[1], words[2]))
        }
        return sum
    }

    /// 0..<1.
    private func fraction(_ hash: UInt64) -> Double { Double(hash >> 11) * 0x1p-53 }
}
