public import PlacemarkModel

/// A box of a fleet, day by day: what its receiver reports. The same seed gives the same days.
///
/// A fix a second under way, and one in five seconds at rest, with the slow noise of a good receiver.
public struct FleetBox: Sequence, IteratorProtocol {
    public enum Kind: String, CaseIterable, Sendable {
        /// Six days a week sixty stops among three hundred addresses of a town.
        case deliveryVan = "delivery van"
        /// At anchor, swinging; each third day at sea for some hours, along a coast.
        case liveaboardBoat = "liveaboard boat"
        /// At home and at work, with half an hour in between.
        case parkedCar = "parked car"
    }

    private enum Leg {
        case stay(untilSecond: Double)
        case go(to: Coordinate, metersPerSecond: Double)
    }

    private static let day = 86_400.0

    private let kind: Kind
    private let days: Int
    private let places: [Coordinate]
    private var random: SeededRandom
    private var here: Coordinate
    private var noise = (north: 0.0, east: 0.0)
    private var second = 0.0
    /// How far it has gone, in metres.
    public private(set) var way = 0.0
    private var today = -1
    private var legs: [Leg] = []

    public init(_ kind: Kind, days: Int, seed: UInt64) {
        self.kind = kind
        self.days = days
        random = SeededRandom(seed: seed)
        places = Self.places(of: kind, &random)
        here = places[0]
    }

    public mutating func next() -> Location? {
        while legs.isEmpty {
            today += 1
            guard today < days else { return nil }
            plan()
        }
        move()
        // The noise of a receiver changes slowly: over a minute, and by some metres.
        let step = 0.15
        noise.north = noise.north * 0.99 + random.number(in: -step...step) * 3
        noise.east = noise.east * 0.99 + random.number(in: -step...step) * 3
        var (north, east) = noise
        if kind == .liveaboardBoat, isAtRest {
            // A chain of thirty metres, and a wind that turns round in some hours.
            north += 30 * cosine(second / 9000)
            east += 30 * cosine(second / 7000)
        }
        return Location(
            coordinate: here.moved(byMeters: north, bearing: 0).moved(byMeters: east, bearing: 90),
            horizontalAccuracy: 4, timestamp: nil, receivedAt: BootInstant(sinceBoot: .seconds(second)))
    }

    /// Whether it stays where it is until the next fix.
    public var isAtRest: Bool { if case .go = legs.first { false } else { true } }

    private mutating func move() {
        switch legs[0] {
        case .stay(let end):
            second += 5
            if second >= end { legs.removeFirst() }
        case .go(let target, let speed):
            second += 1
            let rest = here.distance(to: target)
            here = here.interpolated(to: target, fraction: rest > speed ? speed / rest : 1)
            way += Swift.min(rest, speed)
            if rest <= speed { legs.removeFirst() }
        }
    }

    /// The legs of a day; the last one lasts until midnight.
    private mutating func plan() {
        let midnight = Double(today) * Self.day
        switch kind {
        case .deliveryVan where today % 7 != 6:
            legs.append(.stay(untilSecond: midnight + 8 * 3600))
            // Round the town, as somebody drives who has to be back.
            let stops = (0..<60).map { _ in places[Int.random(in: 1..<places.count, using: &random)] }
            var clock = midnight + 8 * 3600
            var last = here
            for stop in stops.sorted(by: { places[0].bearing(to: $0) < places[0].bearing(to: $1) }) {
                legs.append(.go(to: stop, metersPerSecond: 11))
                clock += last.distance(to: stop) / 11 + 150
                legs.append(.stay(untilSecond: clock))
                last = stop
            }
            legs.append(.go(to: places[0], metersPerSecond: 11))
        case .liveaboardBoat where today % 3 == 2:
            legs.append(.stay(untilSecond: midnight + 9 * 3600))
            legs.append(.go(to: places[(today / 3 + 1) % places.count], metersPerSecond: 2.6))
        case .parkedCar where today % 7 < 5:
            legs.append(.stay(untilSecond: midnight + 7.5 * 3600))
            legs.append(.go(to: places[1], metersPerSecond: 10))
            legs.append(.stay(untilSecond: midnight + 17 * 3600))
            legs.append(.go(to: places[0], metersPerSecond: 10))
        case .deliveryVan, .liveaboardBoat, .parkedCar: break
        }
        legs.append(.stay(untilSecond: midnight + Self.day))
    }

    private static func places(of kind: Kind, _ random: inout SeededRandom) -> [Coordinate] {
        switch kind {
        case .deliveryVan:
            // A town and its suburbs, twenty kilometres wide.
            return [place(47.39, 8.51)]
                + (0..<300).map { _ in
                    place(47.39 + random.number(in: -0.09...0.09), 8.51 + random.number(in: -0.13...0.13))
                }
        case .liveaboardBoat:
            return [
                (45.08, 13.63), (44.95, 13.82), (44.83, 13.83), (44.66, 14.39), (44.53, 14.47), (44.36, 14.72),
                (44.12, 15.2), (43.95, 15.42), (43.73, 15.88), (43.51, 16.24), (43.33, 16.44), (43.17, 16.43),
            ].map(place)
        case .parkedCar: return [place(48.21, 16.37), place(48.08, 16.28)]
        }
    }

    private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
        Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
    }
}

/// Of a number of turns of 2π; enough for a boat at its anchor.
private func cosine(_ turns: Double) -> Double {
    let part = abs((turns / 6.283).truncatingRemainder(dividingBy: 1))
    return part < 0.5 ? 1 - 4 * part : 4 * part - 3
}
