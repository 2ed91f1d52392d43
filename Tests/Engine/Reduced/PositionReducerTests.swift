import Foundation
@testable import LocationEngine
@testable import PlacemarkModel
import Testing

extension Coordinate {
    /// The point so many metres away, on a plane.
    func moved(north: Double, east: Double) -> Coordinate {
        let scale = LocalScale(atLatitude: min(89.9, max(-89.9, latitude)))
        return Coordinate(
            clampingLatitude: latitude + north / scale.metersPerDegreeNorth,
            wrappingLongitude: longitude + east / scale.metersPerDegreeEast)
    }
}

@Suite("Reduced positions")
struct PositionReducerTests {
    private static let offset = SecretOffset(key: (5, 6))

    /// A point and one 20 m further north that belongs to another cell.
    private static let border: (south: Coordinate, north: Coordinate) = {
        func cell(_ place: Coordinate) -> ReducedCell { ReducedCell(of: place, movedBy: offset.offset(at: place)) }
        var south = cupertino
        while cell(south) == cell(south.moved(north: 20, east: 0)) { south = south.moved(north: 20, east: 0) }
        return (south, south.moved(north: 20, east: 0))
    }()

    /// The positions after fixes, one for each.
    private func positions(
        _ reducer: inout PositionReducer, _ fixes: [(place: Coordinate, seconds: Double)]
    ) -> [ReducedPosition?] {
        fixes.map { reducer.accepted(fix($0.place, at: $0.seconds)) }
    }

    @Test("without a secret there is no position")
    func noSecret() {
        var reducer = PositionReducer(offset: nil)
        let position = reducer.accepted(fix(cupertino, at: 1))
        #expect(position == nil)
    }

    @Test(
        "there are at most four new positions an hour, whatever the rhythm of the fixes", arguments: [1.0, 7, 59, 431])
    func rate(period: Double) {
        var reducer = PositionReducer(offset: Self.offset)
        var (last, changes) = (ReducedPosition?.none, [Double]())
        for index in 0..<Int(40_000 / period) {
            let seconds = 500 + Double(index) * period
            let position = reducer.accepted(fix(cupertino.moved(north: seconds * 30, east: 0), at: seconds))
            if position?.differs(from: last) == true { changes.append(seconds) }
            last = position
        }
        #expect(changes.count > 20)
        for (first, fifth) in zip(changes, changes.dropFirst(4)) { #expect(fifth - first >= 3600) }
    }

    @Test("when a position is taken follows from the clock alone")
    func time() {
        var (parked, moving) = (PositionReducer(offset: Self.offset), PositionReducer(offset: Self.offset))
        for second in stride(from: 10.0, to: 20_000, by: 10) {
            let still = parked.accepted(fix(cupertino, at: second))
            let away = moving.accepted(fix(cupertino.moved(north: second * 20, east: 0), at: second))
            #expect(still?.takenAt == away?.takenAt)
        }
    }

    @Test("the box is within the radius when the position is taken, with poor accuracies too")
    func honest() {
        var random = SeededRandom(seed: 8)
        var reducer = PositionReducer(offset: Self.offset)
        var place = cupertino
        for index in 0..<5000 {
            if index % 5 == 0 {
                place = place.moved(
                    north: .random(in: -900...900, using: &random), east: .random(in: -900...900, using: &random))
            }
            let accuracy = Double.random(in: 1...3000, using: &random)
            let position = reducer.accepted(fix(place, at: Double(index) * 1000, accuracy: accuracy))
            guard let position else { return #expect(position != nil) }
            let distance = place.distance(to: position.coordinate)
            #expect(distance <= position.horizontalAccuracy)
            // Farther away than the fix said, the box may be too.
            if accuracy > 200 { #expect(distance + accuracy <= position.horizontalAccuracy + 100) }
            #expect((position.horizontalAccuracy - 3200).truncatingRemainder(dividingBy: 1000) == 0)
        }
    }

    @Test("a place keeps its cell, also across a border that the receiver's noise crosses, and when the box comes back")
    func stays() {
        let (south, north) = Self.border
        var reducer = PositionReducer(offset: Self.offset)
        let away = cupertino.moved(north: 20_000, east: 0)
        // There, on the other side of the border, away, and back on the one and the other side.
        let fixes = [south, north, south, north, away, north, south, away, away, away, north]
        let shown = positions(&reducer, fixes.enumerated().map { ($1, Double($0) * 1000) }).map { $0?.coordinate }
        #expect(Set(zip(fixes, shown).filter { $0.0 != away }.map(\.1)).count == 1)
        #expect(shown[4] != shown[0])
        // What is only passed by is not remembered: another box that comes from the north sees its own cell.
        var other = PositionReducer(offset: Self.offset)
        let seen = other.accepted(fix(north, at: 0))
        #expect(seen?.coordinate != shown[0])
    }

    @Test("a restart shows what was shown before, and takes no new position before its time")
    func restart() throws {
        let (south, north) = Self.border
        var reducer = PositionReducer(offset: Self.offset)
        let before = positions(&reducer, [(south, 1000), (south, 2000)])[1]
        let saved = try JSONDecoder().decode(
            PositionReducer.Memory.self, from: try JSONEncoder().encode(reducer.memory))
        var next = PositionReducer(offset: Self.offset)
        next.restore(saved)
        let early = next.accepted(fix(cupertino.moved(north: 9000, east: 0), at: 2100))
        #expect(early == before)
        let later = next.accepted(fix(north, at: 3000))
        #expect(later?.coordinate == before?.coordinate)

        var rebooted = PositionReducer(offset: Self.offset)
        rebooted.restore(saved.ofEarlierBoot)
        let first = rebooted.accepted(fix(north, at: 5))
        #expect(first?.coordinate == before?.coordinate && first?.takenAt == at(5))
    }

    @Test("of many places, those that were left the longest time ago are forgotten; the others keep their cells")
    func manyPlaces() {
        let (south, north) = Self.border
        var reducer = PositionReducer(offset: Self.offset)
        var seconds = 0.0
        func stay(at place: Coordinate) -> Coordinate? {
            defer { seconds += 2000 }
            return positions(&reducer, [(place, seconds), (place, seconds + 1000)])[1]?.coordinate
        }
        let home = stay(at: south)
        for number in 1...3 * PositionReducer.mostPlaces {
            _ = stay(at: cupertino.moved(north: 0, east: 1000 * Double(number)))
            guard number % 100 == 0 else { continue }
            let again = stay(at: north)
            #expect(again == home)
        }
        #expect(reducer.memory.places.count == PositionReducer.mostPlaces)
    }
}
