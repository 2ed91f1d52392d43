import PlacemarkModel

/// A region's shape, prepared for what is asked about it with every fix.
///
/// The one measure is the *depth*: metres to the border, positive inside and negative outside.
enum RegionGeometry: Sendable {
    case circle(center: Coordinate, radiusInMeters: Double)
    case polygons([PolygonGeometry])
    case nowhere

    /// - Precondition: the shape has passed `Region.validate()`.
    init(_ shape: Region.Shape) {
        switch shape {
        case .circle(let center, let radius): self = .circle(center: center, radiusInMeters: radius)
        case .polygons(let polygons):
            // RFC 7946, section 3.1.9: what lies across the antimeridian is cut in two along it.
            let isCut = polygons.count { $0.exterior.contains { $0.longitude.magnitude == 180 } } > 1
            self = .polygons(polygons.map { PolygonGeometry($0, isCutAtAntimeridian: isCut) })
        case .unlocated: self = .nowhere
        }
    }

    /// Boxes that hold the shape together.
    var boxes: [GeoBox] {
        switch self {
        case .circle(let center, let radius): [GeoBox(center: center, radiusInMeters: radius)]
        case .polygons(let polygons): polygons.map(\.box)
        case .nowhere: []
        }
    }

    /// How far beyond the border, and beyond its own uncertainty, a fix must be to count as outside: a tenth of the
    /// radius, and at least 20 m, so that a walk along the border does not leave with every step.
    ///
    /// A polygon has the radius of the circle with the same area. A country's tenth would be absurd: its limit is 200
    /// m.
    var exitMarginInMeters: Double {
        switch self {
        case .circle(_, let radius): max(20, radius / 10)
        case .polygons(let polygons):
            min(200, max(20, (polygons.reduce(0) { $0 + $1.area } / .pi).squareRoot() / 10))
        case .nowhere: 20
        }
    }

    /// The depth of a point in metres, or any number beyond ±`limit` when it is deeper, or farther away, than that.
    func depth(at point: Coordinate, upTo limit: Double) -> Double {
        switch self {
        case .circle(let center, let radius): return radius - center.distance(to: point)
        case .polygons(let polygons):
            let scale = LocalScale(atLatitude: point.latitude)
            var (nearest, isInside) = (limit, false)
            for polygon in polygons {
                nearest = polygon.distanceToBorder(from: point, upTo: nearest, scale: scale)
                isInside = isInside || polygon.contains(point)
            }
            return isInside ? nearest : -nearest
        case .nowhere: return -limit
        }
    }

    /// Whether the way from one point to another is somewhere at least so deep inside: whether it leads through.
    ///
    /// In a metre of way the depth changes by a metre at most, so a stretch of the way can be told to stay shallow by
    /// its two ends; the others are halved, down to pieces of half the depth.
    func reaches(_ depth: Double, from start: Coordinate, to end: Coordinate) -> Bool {
        let length = start.distance(to: end)
        let limit = depth + length
        let shortest = max(1, depth / 2, length / 512)
        func reaches(_ a: Coordinate, _ depthA: Double, _ b: Coordinate, _ depthB: Double, _ length: Double) -> Bool {
            if max(depthA, depthB) >= depth { return true }
            // 1 % for what a plane gets wrong about the earth.
            guard (depthA + depthB + length * 1.01) / 2 >= depth, length > shortest else { return false }
            let middle = a.interpolated(to: b, fraction: 0.5)
            let depthInMiddle = self.depth(at: middle, upTo: limit)
            return reaches(a, depthA, middle, depthInMiddle, length / 2)
                || reaches(middle, depthInMiddle, b, depthB, length / 2)
        }
        return reaches(
            start, self.depth(at: start, upTo: limit), end, self.depth(at: end, upTo: limit), length)
    }
}
