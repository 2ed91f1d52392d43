import Foundation
import PlacemarkModel
import TestSupport
import Testing

private func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
}

private let cupertino = coordinate(37.3318, -122.0312)

@Suite("Distances and bearings")
struct GeodesyTests {
    /// Lines between these points, made by seed: short ones, long ones, and all the awkward ones.
    private static let lines: [(Coordinate, Coordinate)] = {
        var random = SeededRandom(seed: 17)
        var lines: [(Coordinate, Coordinate)] = []
        func anywhere() -> Coordinate {
            coordinate(
                asin(Double.random(in: -1...1, using: &random)) * 180 / .pi,
                Double.random(in: -180...180, using: &random))
        }
        for _ in 0..<2000 { lines.append((anywhere(), anywhere())) }
        for _ in 0..<2000 {
            let start = anywhere()
            let step = pow(10, Double.random(in: -6...0, using: &random))
            let end = Coordinate(
                clampingLatitude: start.latitude + step * Double.random(in: -1...1, using: &random),
                wrappingLongitude: start.longitude + step * Double.random(in: -1...1, using: &random))
            lines.append((start, end))
        }
        for latitude in [-90, -89.999, -45, 0, 1e-9, 60, 89.999, 90] {
            for (west, east) in [(179.999, -179.999), (-180, 180), (0, 180), (0, 179.5), (90, -90), (0, 0.001)] {
                lines.append((coordinate(latitude, west), coordinate(latitude, east)))
                lines.append((coordinate(latitude, west), coordinate(-latitude, east)))
            }
        }
        return lines
    }()

    @Test("distances agree with GeographicLib to 0.5 % anywhere on earth, and to 0.01 % over less than 100 km")
    func againstGeographicLib() throws {
        let truth = try GeodSolve.distances(Self.lines)
        #expect(truth.count == Self.lines.count)
        for ((start, end), distance) in zip(Self.lines, truth) {
            let ours = start.distance(to: end)
            let tolerance = distance < 100_000 ? 1e-4 : 5e-3
            // A hundredth of a millimetre is what the reference prints.
            #expect(abs(ours - distance) <= tolerance * distance + 1e-4, "\(start) to \(end)")
        }
    }

    @Test("a distance is the same in both directions and zero on the spot")
    func symmetry() {
        for (start, end) in Self.lines {
            #expect(abs(start.distance(to: end) - end.distance(to: start)) < 1e-6)
            #expect(start.distance(to: start) == 0)
        }
    }

    @Test(
        "bearings point the right way, across the antimeridian too (fault 15)",
        arguments: [
            (coordinate(0, 0), coordinate(1, 0), 0), (coordinate(0, 0), coordinate(0, 1), 90),
            (coordinate(0, 0), coordinate(-1, 0), 180), (coordinate(0, 0), coordinate(0, -1), 270),
            (coordinate(0, 179.999), coordinate(0, -179.999), 90),
            (coordinate(-17, -179.9), coordinate(-17, 179.9), 270),
        ] as [(Coordinate, Coordinate, Double)])
    func bearing(start: Coordinate, end: Coordinate, expected: Double) {
        #expect(abs(start.bearing(to: end) - expected) < 0.1)
    }

    @Test("a point in the middle is as far from one end as from the other, and nothing at a pole is NaN (fault 16)")
    func interpolation() {
        for (start, end) in Self.lines {
            let middle = start.interpolated(to: end, fraction: 0.5)
            #expect(middle.latitude.isFinite && middle.longitude.isFinite)
            #expect(start.bearing(to: end).isFinite)
            let (before, after) = (start.distance(to: middle), middle.distance(to: end))
            // The great circle of the sphere is halved, not the geodesic; antipodes have no middle.
            guard before + after < 19_900_000, start.distance(to: end) < 19_900_000 else { continue }
            #expect(abs(before - after) <= 0.005 * (before + after) + 0.001)
        }
    }

    @Test(
        "what is not a position is no coordinate (fault 8)",
        arguments: [(91, 0), (-90.001, 0), (0, 300), (0, -180.5), (.nan, 0), (0, .nan), (.infinity, 0)]
            as [(Double, Double)])
    func invalid(latitude: Double, longitude: Double) {
        #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
    }

    @Test("a coordinate is read as people type it")
    func parsing() {
        #expect(Coordinate(parsing: "37.3318,-122.0312") == cupertino)
        #expect(Coordinate(parsing: " 37.3318, -122.0312 ") == cupertino)
        #expect(Coordinate(parsing: "37.3318 -122.0312") == cupertino)
        for text in ["0x10,0", "10,0X1", "", "1", "1,2,3", "91,0", "nan,0", "a,b", "1;2", "1e400,0"] {
            #expect(Coordinate(parsing: text) == nil, "\(text)")
        }
    }
}

/// GeographicLib's own command line program.
private enum GeodSolve {
    static func distances(_ lines: [(Coordinate, Coordinate)]) throws -> [Double] {
        let text = lines.map { start, end in
            // Without exponents, which GeodSolve does not read.
            String(format: "%.12f %.12f %.12f %.12f", start.latitude, start.longitude, end.latitude, end.longitude)
        }
        return try LineProgram.answers(of: "/usr/bin/GeodSolve", ["-i", "-p", "4"], to: text).map { line in
            try #require(line.split(separator: " ").last.flatMap { Double($0) })
        }
    }
}
