import Glibc
import PlacemarkModel
import TestSupport

@testable import Gazetteer

/// Towns drawn at random, and what a scan of all their streets and houses knows: the oracle of the look-up.
struct SmallTown {
    let centre: Coordinate
    var streets: [Street] = []

    /// A town that gets its streets later.
    init(centre: Coordinate) { self.centre = centre }

    init(centre: Coordinate, streetCount: Int, using random: inout SeededRandom) {
        self.centre = centre
        for number in 0..<streetCount { streets.append(street(number, using: &random)) }
    }

    /// A point so many metres to the east and to the north of another.
    static func point(_ east: Double, _ north: Double, from centre: Coordinate) -> StreetPoint {
        let scale = LocalScale(atLatitude: centre.latitude)
        let longitude = (centre.longitude + east / scale.metersPerDegreeEast).remainder(dividingBy: 360)
        return StreetPoint(
            longitude: Int32((longitude * 1e7).rounded()),
            latitude: Int32(((centre.latitude + north / scale.metersPerDegreeNorth) * 1e7).rounded()))
    }

    func coordinate(_ east: Double, _ north: Double) -> Coordinate {
        Coordinate(Self.point(east, north, from: centre))
    }

    /// A bent street of some hundred metres, with houses on both sides, a few of them far behind.
    private func street(_ number: Int, using random: inout SeededRandom) -> Street {
        var at = SIMD2(Double.random(in: -900...900, using: &random), Double.random(in: -900...900, using: &random))
        var heading = Double.random(in: 0...(2 * .pi), using: &random)
        var line: [SIMD2<Double>] = [at]
        for _ in 0..<Int.random(in: 2...12, using: &random) {
            heading += .random(in: -0.5...0.5, using: &random)
            at += SIMD2(sin(heading), cos(heading)) * Double.random(in: 5...150, using: &random)
            line.append(at)
        }
        var houses: [HouseNumber] = []
        for (from, to) in zip(line, line.dropFirst()) {
            let way = to - from
            let across = SIMD2(way.y, -way.x) / (way * way).sum().squareRoot()
            for side in [-1.0, 1.0] where Bool.random(using: &random) {
                let place = from + way * Double.random(in: 0...1, using: &random)
                let point = place + across * side * Double.random(in: 5...90, using: &random)
                houses.append(
                    HouseNumber(
                        text:
                            "\(houses.count * 2 + (side < 0 ? 1 : 2))\(["", "", "a", "-3"].randomElement(using: &random) ?? "")",
                        point: Self.point(point.x, point.y, from: centre),
                        radiusInMeters: [0, 0, 12].randomElement(using: &random) ?? 0,
                        postalCode: ["1000", "1000", "2000", nil].randomElement(using: &random) ?? nil))
            }
        }
        return Street(
            name: "Street \(number)", kind: StreetKind(rawValue: UInt8(number % 10)) ?? .residential,
            lines: [line.map { Self.point($0.x, $0.y, from: centre) }], numbers: houses)
    }

    func pack(at path: String, version: String = "2026-01-01") throws -> DetailPack {
        var writer = GazetteerWriter()
        try writer.addStreets(streets, description: SmallPack.description(version: version))
        try writer.write(to: path)
        return try DetailPack(path: path)
    }

    /// A point in metres from a position, by the scale there.
    private func meters(_ point: StreetPoint, from position: Coordinate) -> SIMD2<Double> {
        let there = Coordinate(point)
        let scale = LocalScale(atLatitude: position.latitude)
        return SIMD2(
            (there.longitude - position.longitude).remainder(dividingBy: 360) * scale.metersPerDegreeEast,
            (there.latitude - position.latitude) * scale.metersPerDegreeNorth)
    }

    /// How far the middle of a street is from a position, in metres.
    func distance(to street: Street, from position: Coordinate) -> Double {
        street.lines.compactMap { line in
            StreetFoot(of: SIMD2(0, 0), along: line.map { meters($0, from: position) })?.distance
        }.min() ?? .infinity
    }

    /// How far the walls of a street's houses are from a position, in metres.
    func houses(of street: Street, from position: Coordinate) -> [(text: String, distance: Double)] {
        street.numbers.map { house in
            let way = meters(house.point, from: position)
            let distance = (way * way).sum().squareRoot()
            return (house.text, distance - min(distance, house.radiusInMeters.rounded()) / 2)
        }
    }
}

extension Coordinate {
    init(_ point: StreetPoint) { self.init(Double(point.latitude) / 1e7, Double(point.longitude) / 1e7) }
}
