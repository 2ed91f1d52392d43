import Gazetteer
import Glibc
import PlacemarkModel
import VectorTiles

/// The plane of web maps: Mercator's projection of a sphere, a square with its origin in the north-west. Points are kept
/// in the units of the largest zoom (1/4096 of a tile), and rounded to those of the others.
enum MapPlane {
    /// The zoom in whose units points are kept.
    static let finestZoom = 14
    /// Units from side to side, at the finest zoom.
    static let side = 1 << (12 + finestZoom)
    /// Units round a tile in which geometries go on, so that lines and areas have no ends at its sides.
    static let buffer: Int32 = 64
    /// How far land that the antimeridian or the map's southern end cuts goes on beyond it: more than the buffer.
    static let overhang: Int32 = 80

    static func point(latitude: Double, longitude: Double) -> TilePoint {
        let x = (longitude + 180) / 360 * Double(side)
        let sine = sin(latitude * .pi / 180)
        let y = (0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)) * Double(side)
        // The poles are infinitely far away: what lies beyond the map ends where the coarsest zoom's overhang does.
        let margin = Double(Int(overhang) << finestZoom)
        let bounded = y.isNaN ? 0 : min(max(y, -margin), Double(side) + margin)
        return TilePoint(x: Int32(x.rounded()), y: Int32(bounded.rounded()))
    }

    static func point(_ point: GridPoint) -> TilePoint {
        self.point(
            latitude: Double(point.y) / Grid.stepsPerDegree - 90, longitude: Double(point.x) / Grid.stepsPerDegree - 180
        )
    }

    static func coordinate(_ point: TilePoint) -> Coordinate {
        let longitude = Double(point.x) / Double(side) * 360 - 180
        let latitude = atan(sinh(.pi * (1 - 2 * Double(point.y) / Double(side)))) * 180 / .pi
        return Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
    }

    /// The position on the grid of a point of the plane.
    static func gridPoint(_ point: TilePoint) -> GridPoint { GridPoint(coordinate(point)) }

    static func point(_ coordinate: Coordinate) -> TilePoint {
        point(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }
}

extension TilePoint {
    /// The nearest point in the units of a zoom.
    func rounded(toZoom zoom: Int) -> TilePoint {
        let shift = Int32(MapPlane.finestZoom - zoom)
        guard shift > 0 else { return self }
        let half = Int32(1) << (shift - 1)
        return TilePoint(x: (x + half) >> shift, y: (y + half) >> shift)
    }
}

extension TilePoint {
    /// The nearest point both of whose numbers are multiples of a power of two.
    func rounded(toMultipleOf step: Int32) -> TilePoint {
        TilePoint(x: (x + step / 2) & -step, y: (y + step / 2) & -step)
    }
}

/// Leaves out the vertices of a line that lie near the line without them (Douglas and Peucker 1973).
struct LineSimplification {
    /// How near, in units of the line's points.
    let tolerance: Double

    /// The line with fewer vertices; its ends stay.
    func simplified(_ points: [TilePoint]) -> [TilePoint] {
        guard points.count > 2 else { return points }
        var isKept = Array(repeating: false, count: points.count)
        (isKept[0], isKept[points.count - 1]) = (true, true)
        var open = [(0, points.count - 1)]
        while let (first, last) = open.popLast() {
            guard last - first > 1 else { continue }
            var (farthest, distance) = (first, -1.0)
            for index in first + 1..<last {
                let squared = Self.squaredDistance(points[index], points[first], points[last])
                if squared > distance { (farthest, distance) = (index, squared) }
            }
            guard distance > tolerance * tolerance else { continue }
            isKept[farthest] = true
            open.append((first, farthest))
            open.append((farthest, last))
        }
        return points.indices.filter { isKept[$0] }.map { points[$0] }
    }

    /// From a point to a segment; to its end when both ends are the same, as in closed lines.
    static func squaredDistance(_ point: TilePoint, _ a: TilePoint, _ b: TilePoint) -> Double {
        let (x, y) = (Double(point.x) - Double(a.x), Double(point.y) - Double(a.y))
        let (runX, runY) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
        let length = runX * runX + runY * runY
        let share = length > 0 ? min(1, max(0, (x * runX + y * runY) / length)) : 0
        let (awayX, awayY) = (x - share * runX, y - share * runY)
        return awayX * awayX + awayY * awayY
    }
}
