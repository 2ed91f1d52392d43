import PlacemarkModel

/// A polygon, prepared for the two questions of a region: is a point inside, and how far is the border?
///
/// Sides are straight lines on a map of longitude and latitude, as RFC 7946, section 3.1.1, has them. Longitudes are
/// counted from the polygon's own middle, so that the antimeridian is a line like any other.
struct PolygonGeometry: Sendable {
    /// A closed line, the exterior one or that of a hole.
    private struct Ring: Sendable {
        let vertices: [Coordinate]
        /// nil for a ring that is gone through faster without one.
        let tree: RingTree?
    }

    let box: GeoBox
    /// Square metres, less the holes.
    let area: Double
    private let rings: [Ring]
    private let middleLongitude: Double
    private let ignoresAntimeridian: Bool

    /// - Parameter isCutAtAntimeridian: whether sides along the antimeridian are not a border, because another polygon of
    ///   the region continues behind them.
    /// - Precondition: the polygon has passed `Region.validate()`.
    init(_ polygon: Region.Polygon, isCutAtAntimeridian: Bool = false) {
        let box = GeoBox(around: polygon.exterior)
        let middle = shortWay((box.west + box.width / 2).remainder(dividingBy: 360))
        self.box = box
        middleLongitude = middle
        rings = ([polygon.exterior] + polygon.holes).map { vertices in
            let isShort = vertices.count < RingTree.shortestRing
            return Ring(
                vertices: vertices,
                tree: isShort ? nil : RingTree(vertices.map { Self.inFrame($0, middle) }))
        }
        let scale = LocalScale(atLatitude: (box.south + box.north) / 2)
        let areas = rings.map { ring in
            Self.areaInSquareDegrees(ring.vertices.map { Self.inFrame($0, middle) })
                * scale.metersPerDegreeEast * scale.metersPerDegreeNorth
        }
        area = max(0, (areas.first ?? 0) - areas.dropFirst().reduce(0, +))
        ignoresAntimeridian = isCutAtAntimeridian
    }

    /// A point in the polygon's frame: degrees east of its middle, -180..<180, and degrees north.
    private static func inFrame(_ point: Coordinate, _ middle: Double) -> SIMD2<Double> {
        SIMD2(shortWay(point.longitude - middle), point.latitude)
    }

    /// The area inside a ring, by the shoelace formula.
    private static func areaInSquareDegrees(_ ring: [SIMD2<Double>]) -> Double {
        var sum = 0.0
        for (index, vertex) in ring.enumerated() {
            let next = ring[index + 1 == ring.count ? 0 : index + 1]
            sum += vertex.x * next.y - next.x * vertex.y
        }
        return abs(sum) / 2
    }

    /// Whether the point is inside: whether the way north from it crosses the rings an odd number of times.
    func contains(_ point: Coordinate) -> Bool {
        let origin = Self.inFrame(point, middleLongitude)
        guard degreesOff(origin) == .zero else { return false }
        var isInside = false
        for ring in rings {
            visit(
                ring,
                matters: { low, high in low.x <= origin.x && high.x >= origin.x && high.y >= origin.y },
                side: { start, end in
                    // Half open, so that a way through a vertex crosses one of its two sides only.
                    guard (start.x > origin.x) != (end.x > origin.x) else { return }
                    let crossing = start.y + (origin.x - start.x) / (end.x - start.x) * (end.y - start.y)
                    if crossing > origin.y { isInside.toggle() }
                })
        }
        return isInside
    }

    /// Metres from the point to the nearest side, or `limit` when no side is nearer.
    func distanceToBorder(from point: Coordinate, upTo limit: Double, scale: LocalScale) -> Double {
        let origin = Self.inFrame(point, middleLongitude)
        let gap = degreesOff(origin)
        guard scale.meters(east: gap.x, north: gap.y).length < limit else { return limit }
        var nearest = limit
        for ring in rings {
            visit(
                ring,
                matters: { low, high in
                    let gap = pointwiseMax(pointwiseMax(low - origin, origin - high), .zero)
                    return scale.meters(east: gap.x, north: gap.y).length < nearest
                },
                side: { start, end in
                    let (start, end) = (start - origin, end - origin)
                    let from = scale.meters(east: start.x, north: start.y)
                    let along = scale.meters(east: end.x, north: end.y) - from
                    let squared = (along * along).sum()
                    let fraction = squared > 0 ? min(1, max(0, -(from * along).sum() / squared)) : 0
                    nearest = min(nearest, (from + along * fraction).length)
                },
                skippingAntimeridian: ignoresAntimeridian)
        }
        return nearest
    }

    /// How far east or west, and north or south, a point in the frame is off the box.
    private func degreesOff(_ point: SIMD2<Double>) -> SIMD2<Double> {
        let high = SIMD2(box.width / 2, box.north)
        let low = SIMD2(-box.width / 2, box.south)
        // The sides of the box are rounded in the frame, and vertices lie on them: a micrometre is let pass.
        return pointwiseMax(pointwiseMax(low - point, point - high) - 1e-11, .zero)
    }

    /// Goes through the sides of a ring in the polygon's frame, leaving out runs whose box does not matter.
    private func visit(
        _ ring: Ring, matters: (SIMD2<Double>, SIMD2<Double>) -> Bool,
        side: (SIMD2<Double>, SIMD2<Double>) -> Void, skippingAntimeridian: Bool = false
    ) {
        func go(through sides: Range<Int>) {
            for index in sides {
                let (start, end) = (
                    ring.vertices[index], ring.vertices[index + 1 == ring.vertices.count ? 0 : index + 1]
                )
                if skippingAntimeridian, start.longitude.magnitude == 180, end.longitude.magnitude == 180 { continue }
                side(Self.inFrame(start, middleLongitude), Self.inFrame(end, middleLongitude))
            }
        }
        if let tree = ring.tree {
            tree.visit(matters: matters, run: go)
        } else {
            go(through: ring.vertices.indices)
        }
    }
}
