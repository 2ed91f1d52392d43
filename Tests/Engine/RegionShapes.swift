import Foundation
import PlacemarkModel

/// Shapes for tests, and what is asked of them without any cleverness.
enum RegionShapes {
    static func circle(_ identifier: String, _ center: Coordinate, _ radius: Double, dwell: Duration = .zero) -> Region
    {
        Region(identifier: identifier, shape: .circle(center: center, radiusInMeters: radius), dwell: dwell)
    }

    static func polygon(_ identifier: String, _ rings: [Coordinate]...) -> Region {
        Region(
            identifier: identifier,
            shape: .polygons([Region.Polygon(exterior: rings[0], holes: Array(rings.dropFirst()))]))
    }

    /// A star with corners at random distances from its middle: never crosses itself, and is rarely convex.
    static func star(
        around middle: Coordinate, corners: Int, radiusInDegrees: ClosedRange<Double>, using random: inout SeededRandom
    ) -> [Coordinate] {
        (0..<corners).map { corner in
            let angle = Double(corner) / Double(corners) * 2 * .pi
            let radius = Double.random(in: radiusInDegrees, using: &random)
            return Coordinate(
                clampingLatitude: middle.latitude + radius * sin(angle),
                wrappingLongitude: middle.longitude + radius * cos(angle) / cos(middle.latitude * .pi / 180))
        }
    }

    static func anywhere(upTo latitude: Double = 90, using random: inout SeededRandom) -> Coordinate {
        let highest = sin(latitude * .pi / 180)
        return coordinate(
            asin(Double.random(in: -highest...highest, using: &random)) * 180 / .pi,
            Double.random(in: -180...180, using: &random))
    }

    /// A point so many metres off another, in a random direction.
    static func near(_ point: Coordinate, within meters: Double, using random: inout SeededRandom) -> Coordinate {
        let (north, east) = (
            Double.random(in: -meters...meters, using: &random), Double.random(in: -meters...meters, using: &random)
        )
        return offset(point, north: north, east: east)
    }

    /// A point some metres to the north and to the east, on the tangent plane.
    static func offset(_ point: Coordinate, north: Double, east: Double) -> Coordinate {
        Coordinate(
            clampingLatitude: point.latitude + north / 111_195,
            wrappingLongitude: point.longitude + east / 111_195 / max(0.01, cos(point.latitude * .pi / 180)))
    }

    /// Whether a point is in the polygons, by the winding number, with every longitude unrolled from the point's own.
    static func contains(_ polygons: [Region.Polygon], _ point: Coordinate) -> Bool {
        polygons.contains { polygon in
            winding(polygon.exterior, point) != 0 && polygon.holes.allSatisfy { winding($0, point) == 0 }
        }
    }

    private static func winding(_ ring: [Coordinate], _ point: Coordinate) -> Int {
        // The angle that the ring turns through, seen from the point, on the map.
        var turn = 0.0
        var x = (ring[0].longitude - point.longitude).remainder(dividingBy: 360)
        for index in ring.indices {
            let (start, end) = (ring[index], ring[(index + 1) % ring.count])
            let nextX = x + (end.longitude - start.longitude).remainder(dividingBy: 360)
            let (y, nextY) = (start.latitude - point.latitude, end.latitude - point.latitude)
            turn += atan2(x * nextY - nextX * y, x * nextX + y * nextY)
            x = nextX
        }
        return Int((turn / (2 * .pi)).rounded())
    }

    /// Metres to the nearest of many points along all sides, by the ellipsoid's own distance.
    static func distanceToBorder(_ polygons: [Region.Polygon], _ point: Coordinate, steps: Int) -> Double {
        var nearest = Double.infinity
        for ring in polygons.flatMap({ [$0.exterior] + $0.holes }) {
            for index in ring.indices {
                let (start, end) = (ring[index], ring[(index + 1) % ring.count])
                let width = (end.longitude - start.longitude).remainder(dividingBy: 360)
                for step in 0...steps {
                    let fraction = Double(step) / Double(steps)
                    let between = Coordinate(
                        clampingLatitude: start.latitude + fraction * (end.latitude - start.latitude),
                        wrappingLongitude: start.longitude + fraction * width)
                    nearest = min(nearest, point.distance(to: between))
                }
            }
        }
        return nearest
    }
}
