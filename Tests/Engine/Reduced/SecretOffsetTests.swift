import Foundation
@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("Secret offset")
struct SecretOffsetTests {
    @Test("SipHash-2-4 has the values of its authors' test vectors")
    func sipHash() {
        // vectors.h of the reference implementation, for messages of 0, 8 and 16 bytes 0, 1, 2, ….
        let hash = SipHash(key: (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908))
        #expect(hash() == 0x726f_db47_dd0e_0e31)
        #expect(hash(0x0706_0504_0302_0100) == 0x93f5_f579_9a93_2462)
        #expect(hash(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908) == 0x3f2a_cc7f_57c2_9bdb)
    }

    /// Anywhere on earth, poles and antimeridian included.
    private static func anywhere(_ random: inout SeededRandom) -> Coordinate {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: coordinate([90, -90, 89.9999, -89.99, 89.9].randomElement(using: &random) ?? 0, 12)
        case 1:
            coordinate(.random(in: -80...80, using: &random), [180, -180, 179.9999].randomElement(using: &random) ?? 0)
        default: coordinate(.random(in: -90...90, using: &random), .random(in: -180...180, using: &random))
        }
    }

    @Test("for who does not know the secret, all offsets of a place are equally likely")
    func uniform() {
        for place in [cupertino, coordinate(0, 0), coordinate(-89.99, 7)] {
            var counts = [Int](repeating: 0, count: 16)
            for seed in 0..<4000 {
                let offset = SecretOffset(key: (UInt64(seed), 7)).offset(at: place)
                #expect(abs(offset.rows) <= 0.5 && abs(offset.columns) <= 0.5)
                counts[4 * min(3, Int((offset.rows + 0.5) * 4)) + min(3, Int((offset.columns + 0.5) * 4))] += 1
            }
            // 250 are expected in each; chi-squared with 15 degrees of freedom is above 37.7 once in a thousand times.
            let chiSquared = counts.map { ($0 - 250) * ($0 - 250) }.reduce(0, +) / 250
            #expect(chiSquared < 38, "\(counts)")
        }
    }

    @Test("it changes slowly on the way, without a jump, and is another one far away")
    func drift() {
        var random = SeededRandom(seed: 4)
        // 1.5·√3 cells over the length of the drift.
        let steepest = 1.5 * 3.0.squareRoot() / SecretOffset.driftLengthInMeters
        var farChanges: [Double] = []
        for seed in 0..<200 {
            let offset = SecretOffset(key: (UInt64(seed), 0))
            let place = Self.anywhere(&random)
            let here = offset.offset(at: place)
            for _ in 0..<10 {
                let near = place.moved(
                    north: .random(in: -700...700, using: &random), east: .random(in: -700...700, using: &random))
                let there = offset.offset(at: near)
                let limit = steepest * 1010
                #expect(
                    abs(there.rows - here.rows) <= limit && abs(there.columns - here.columns) <= limit, "seed \(seed)")
            }
            let far = offset.offset(at: coordinate(-place.latitude / 2, place.longitude + 90))
            farChanges.append(abs(far.rows - here.rows))
        }
        #expect(farChanges.reduce(0, +) / 200 > 0.1)
    }

    @Test("what is snapped to a cell lies within its radius, at the poles and the antimeridian too")
    func radius() {
        var random = SeededRandom(seed: 3)
        for seed in 0..<5000 {
            let place = Self.anywhere(&random)
            let offset = SecretOffset(key: (UInt64(seed % 50), 1))
            let center = ReducedCell(of: place, movedBy: offset.offset(at: place)).center
            // A place that keeps its cell may be larger than the point that was snapped.
            let room = ReducedCell.radiusInMeters(around: center) - PositionReducer.placeRadiusInMeters
            #expect(place.distance(to: center) <= room, "\(place), seed \(seed)")
            #expect(ReducedCell(of: center, movedBy: (0, 0)).center == center, "\(place)")
        }
    }

    @Test("what is snapped to one cell is no smaller than 2 km by 2 km, wherever it is and whatever the secret")
    func area() {
        var random = SeededRandom(seed: 6)
        for seed in 0..<2000 {
            let offset = SecretOffset(key: (UInt64(seed), 3))
            // The equator is where the cells are smallest.
            let place = coordinate(seed % 4 == 0 ? 0 : .random(in: -85...85, using: &random), Double(seed % 360 - 180))
            let scale = LocalScale(atLatitude: place.latitude)
            let height = 180 / Double(ReducedCell.rowCount) * scale.metersPerDegreeNorth
            // As many as fit into a row, so each is at least so wide.
            let width =
                180 / (Double(ReducedCell.rowCount) * cos(place.latitude * .pi / 180)) * scale.metersPerDegreeEast
            let (here, north, east) = (
                offset.offset(at: place), offset.offset(at: place.moved(north: 50, east: 0)),
                offset.offset(at: place.moved(north: 0, east: 50))
            )
            // By how much the moved positions lie farther apart than the true ones.
            let stretch =
                (1 + (north.rows - here.rows) * height / 50) * (1 + (east.columns - here.columns) * width / 50)
                - (north.columns - here.columns) * width / 50 * (east.rows - here.rows) * height / 50
            #expect(height * width / abs(stretch) >= 4e6, "seed \(seed), \(place)")
        }
    }
}
