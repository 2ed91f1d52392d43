import Foundation
@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("Shapes of regions")
struct RegionGeometryTests {
    /// Stars all over the earth, small and large, with few corners and with many, some with a hole, some across the
    /// antimeridian.
    private static let stars: [Region.Polygon] = {
        var random = SeededRandom(seed: 41)
        return (0..<120).map { number in
            var middle = RegionShapes.anywhere(upTo: 75, using: &random)
            if number % 4 == 0 { middle = coordinate(middle.latitude, Double.random(in: 179.9...180, using: &random)) }
            let size = pow(10, Double.random(in: -3...0, using: &random))
            let corners = [3, 7, 40, 65, 300][number % 5]
            let exterior = RegionShapes.star(
                around: middle, corners: corners, radiusInDegrees: size / 2...size, using: &random)
            let hole = RegionShapes.star(
                around: middle, corners: 5, radiusInDegrees: size / 20...size / 8, using: &random)
            return Region.Polygon(exterior: exterior, holes: number % 3 == 0 ? [hole] : [])
        }
    }()

    @Test("inside and outside are those of the winding number, across the antimeridian too (fault 15)")
    func containment() throws {
        var random = SeededRandom(seed: 42)
        var insideCount = 0
        for star in Self.stars {
            let region = Region(identifier: "star", shape: .polygons([star]))
            try region.validate()
            let geometry = RegionGeometry(region.shape)
            let box = GeoBox(around: star.exterior)
            for _ in 0..<100 {
                let point = Coordinate(
                    clampingLatitude: Double.random(in: box.south - 0.01...box.north + 0.01, using: &random),
                    wrappingLongitude: box.west + Double.random(in: -0.01...box.width + 0.01, using: &random))
                let isInside = RegionShapes.contains([star], point)
                insideCount += isInside ? 1 : 0
                let depth = geometry.depth(at: point, upTo: 1000)
                #expect((depth > 0) == isInside, "\(point) of \(box), seed 42")
            }
            for _ in 0..<20 {
                let point = RegionShapes.anywhere(using: &random)
                #expect((geometry.depth(at: point, upTo: 10) > 0) == RegionShapes.contains([star], point))
            }
        }
        #expect(insideCount > 3000)
    }

    @Test("neither the direction of a ring, nor where it begins, nor a corner that is told twice makes a difference")
    func sameRing() throws {
        var random = SeededRandom(seed: 47)
        for star in Self.stars {
            func same(_ ring: [Coordinate]) -> [Coordinate] {
                let twice = (ring + ring.prefix(1)).flatMap { [$0, $0] }
                return Array(twice.dropFirst(3).reversed())
            }
            let other = Region.Polygon(exterior: same(star.exterior), holes: star.holes.map(same))
            try Region(identifier: "star", shape: .polygons([other])).validate()
            let (first, second) = (RegionGeometry(.polygons([star])), RegionGeometry(.polygons([other])))
            for _ in 0..<50 {
                let corner = star.exterior[Int.random(in: star.exterior.indices, using: &random)]
                let point = RegionShapes.near(corner, within: 5000, using: &random)
                let (depth, truth) = (second.depth(at: point, upTo: 10_000), first.depth(at: point, upTo: 10_000))
                #expect(abs(depth - truth) < 1e-3, "seed 47")
            }
        }
    }

    @Test("what a ring that crosses itself goes round twice is outside, as drawing programs fill it")
    func crossingItself() throws {
        // A pentagram: its tips are gone round once, its middle twice.
        let tips = (0..<5).map { tip in
            let angle = Double(tip) * 4 / 5 * .pi
            return coordinate(47 + 0.1 * cos(angle), 9 + 0.1 * sin(angle))
        }
        let pentagram = RegionShapes.polygon("pentagram", tips)
        try pentagram.validate()
        let geometry = RegionGeometry(pentagram.shape)
        #expect(geometry.depth(at: coordinate(47, 9), upTo: 1000) < 0)
        #expect(geometry.depth(at: coordinate(47.08, 9), upTo: 1000) > 0)
        #expect(geometry.depth(at: coordinate(46.95, 9), upTo: 1000) < 0)
    }

    @Test("the depth is the distance to the nearest point of the border, to 1 % within 10 km")
    func depth() {
        var random = SeededRandom(seed: 43)
        for star in Self.stars {
            let geometry = RegionGeometry(.polygons([star]))
            for _ in 0..<4 {
                let corner = star.exterior[Int.random(in: star.exterior.indices, using: &random)]
                let point = RegionShapes.near(corner, within: 500, using: &random)
                let truth = RegionShapes.distanceToBorder([star], point, steps: 400)
                let depth = abs(geometry.depth(at: point, upTo: 10_000))
                // The steps of the slow way lie up to half a step off the nearest point.
                let side =
                    zip(star.exterior, star.exterior.dropFirst() + star.exterior.prefix(1))
                    .map { $0.distance(to: $1) }.max() ?? 0
                let slack = side / 400
                #expect(
                    depth <= truth * 1.01 + 0.1 && depth >= truth * 0.99 - slack - 0.1, "seed 43: \(depth), \(truth)")
            }
        }
    }

    @Test("beyond the limit a depth says no more than that")
    func limit() {
        let square = RegionShapes.polygon(
            "square", [coordinate(0, 0), coordinate(0, 1), coordinate(1, 1), coordinate(1, 0)])
        let geometry = RegionGeometry(square.shape)
        #expect(geometry.depth(at: coordinate(0.5, 0.5), upTo: 100) == 100)
        #expect(geometry.depth(at: coordinate(5, 5), upTo: 100) == -100)
        #expect(geometry.depth(at: coordinate(-80, -179), upTo: 100) == -100)
    }

    @Test("a country's border of 100,000 corners is the same, found through its tree as side by side")
    func manyCorners() {
        var random = SeededRandom(seed: 44)
        let middle = coordinate(46.8, 8.2)
        let ring = RegionShapes.star(around: middle, corners: 100_000, radiusInDegrees: 1...1.001, using: &random)
        let geometry = RegionGeometry(.polygons([Region.Polygon(exterior: ring)]))
        for _ in 0..<4 {
            let corner = ring[Int.random(in: ring.indices, using: &random)]
            let point = RegionShapes.near(corner, within: 300, using: &random)
            let truth =
                ring.indices.map { index -> Double in
                    // The plain formula, without a tree and without a limit.
                    let scale = LocalScale(atLatitude: point.latitude)
                    let next = ring[(index + 1) % ring.count]
                    let a = scale.meters(
                        east: ring[index].longitude - point.longitude, north: ring[index].latitude - point.latitude)
                    let b = scale.meters(east: next.longitude - point.longitude, north: next.latitude - point.latitude)
                    let along = b - a
                    let fraction = min(1, max(0, -(a * along).sum() / (along * along).sum()))
                    return (a + along * fraction).length
                }.min() ?? 0
            let depth = geometry.depth(at: point, upTo: 50_000)
            #expect(abs(abs(depth) - truth) < 1e-6)
            #expect((depth > 0) == RegionShapes.contains([Region.Polygon(exterior: ring)], point))
        }
    }

    @Test("what RFC 7946 cuts in two along the antimeridian is one region: no border runs along the cut (fault 15)")
    func cutAtTheAntimeridian() {
        // The Fijian islands, roughly, in two halves.
        let west = [coordinate(-18, 179), coordinate(-18, 180), coordinate(-16, 180), coordinate(-16, 179)]
        let east = [coordinate(-18, -180), coordinate(-18, -179), coordinate(-16, -179), coordinate(-16, -180)]
        let both = RegionGeometry(.polygons([.init(exterior: west), .init(exterior: east)]))
        for longitude in [179.9999, 180, -180, -179.9999] {
            #expect(both.depth(at: coordinate(-17, longitude), upTo: 50_000) == 50_000)
        }
        #expect(abs(both.depth(at: coordinate(-17, -179.001), upTo: 50_000) - 106) < 1)
        // One half alone ends there.
        let half = RegionGeometry(.polygons([.init(exterior: west)]))
        #expect(abs(half.depth(at: coordinate(-17, 179.999), upTo: 50_000) - 106) < 1)
        #expect(abs(half.depth(at: coordinate(-17, -179.999), upTo: 50_000) + 106) < 1)
    }

    @Test(
        "a circle is deep where the ellipsoid says so, at the poles and across the antimeridian too (faults 15 and 16)")
    func circles() {
        var random = SeededRandom(seed: 45)
        for center in [
            coordinate(0, 180), coordinate(-17, -179.9999), coordinate(90, 0), coordinate(-90, 12), cupertino,
        ] {
            let geometry = RegionGeometry(.circle(center: center, radiusInMeters: 500))
            for _ in 0..<200 {
                let point = RegionShapes.near(center, within: 1000, using: &random)
                let depth = geometry.depth(at: point, upTo: 100)
                #expect(depth.isFinite)
                #expect(abs(depth - (500 - center.distance(to: point))) < 1e-9)
                #expect(geometry.boxes[0].holds(point) || depth < 0)
            }
        }
    }

    @Test("nothing at a pole is NaN, and a longitude that spins there moves nothing (fault 16)")
    func poles() {
        let shapes: [Region.Shape] = [
            .circle(center: coordinate(90, 0), radiusInMeters: 100),
            RegionShapes.polygon("p", [coordinate(88, 0), coordinate(88, 90), coordinate(88.9, 45)]).shape,
        ]
        for shape in shapes {
            let geometry = RegionGeometry(shape)
            let depths = stride(from: -180.0, through: 180, by: 7).map {
                geometry.depth(at: coordinate(90, $0), upTo: 1_000_000)
            }
            #expect(depths.allSatisfy { $0.isFinite })
            #expect((depths.max() ?? 0) - (depths.min() ?? 0) < 1)
            #expect(!geometry.reaches(10, from: coordinate(90, 0), to: coordinate(89.99, 170)) || depths[0] > 0)
        }
    }

    @Test("a way leads through a shape when points along it are deep inside")
    func ways() {
        var random = SeededRandom(seed: 46)
        var (through, past) = (0, 0)
        for _ in 0..<150 {
            let center = RegionShapes.anywhere(upTo: 80, using: &random)
            let radius = Double.random(in: 30...3000, using: &random)
            let corners = RegionShapes.star(
                around: center, corners: 9, radiusInDegrees: radius / 200_000...radius / 111_000, using: &random)
            let start = RegionShapes.near(center, within: 2 * radius, using: &random)
            let end = RegionShapes.near(center, within: 2 * radius, using: &random)
            for shape in [
                Region.Shape.circle(center: center, radiusInMeters: radius), .polygons([.init(exterior: corners)]),
            ] {
                let geometry = RegionGeometry(shape)
                let deepest =
                    (0...1000).map {
                        geometry.depth(at: start.interpolated(to: end, fraction: Double($0) / 1000), upTo: 100_000)
                    }.max() ?? 0
                let needed = Double.random(in: 3...60, using: &random)
                // Near the threshold either answer is right: it is halved down to pieces of half the depth.
                if deepest > needed * 1.3 + 5 {
                    through += 1
                    #expect(geometry.reaches(needed, from: start, to: end), "seed 46")
                } else if deepest < needed {
                    past += 1
                    #expect(!geometry.reaches(needed, from: start, to: end), "seed 46")
                }
            }
        }
        #expect(through > 40 && past > 40)
    }

    @Test(
        "the margin of an exit is a tenth of the radius, at least 20 m; a polygon's is at most 200 m",
        arguments: [
            (RegionShapes.circle("c", cupertino, 100), 20), (RegionShapes.circle("c", cupertino, 1000), 100),
            (RegionShapes.circle("c", cupertino, 100_000), 10_000),
            (
                RegionShapes.polygon(
                    "p", [coordinate(0, 0), coordinate(0, 0.0159), coordinate(0.0159, 0.0159), coordinate(0.0159, 0)]),
                99.7
            ),
            (RegionShapes.polygon("p", [coordinate(0, 0), coordinate(0, 1), coordinate(1, 1)]), 200),
        ] as [(Region, Double)])
    func margins(region: Region, margin: Double) {
        #expect(abs(RegionGeometry(region.shape).exitMarginInMeters - margin) < 1)
    }

    @Test("areas agree with GeographicLib's Planimeter to 1 %")
    func areas() throws {
        for star in Self.stars.filter({ $0.holes.isEmpty }).prefix(40) {
            let ours = PolygonGeometry(star).area
            let truth = try Planimeter.area(star.exterior)
            #expect(abs(ours - truth) < 0.01 * truth, "\(ours) \(truth)")
        }
    }
}

extension GeoBox {
    /// Whether a point is in the box, told with plain numbers.
    func holds(_ point: Coordinate) -> Bool {
        let east = (point.longitude - west).truncatingRemainder(dividingBy: 360)
        return point.latitude >= south && point.latitude <= north && (east < 0 ? east + 360 : east) <= width
    }
}

/// GeographicLib's own command line program.
private enum Planimeter {
    static func area(_ ring: [Coordinate]) throws -> Double {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/Planimeter")
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let text = ring.map { String(format: "%.12f %.12f\n", $0.latitude, $0.longitude) }.joined()
        input.fileHandleForWriting.write(Data(text.utf8))
        try input.fileHandleForWriting.close()
        let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return abs(try #require(answer.split(whereSeparator: \.isWhitespace).last.flatMap { Double($0) }))
    }
}
