import PlacemarkModel

/// Where a building is, and how large.
struct BuildingShape {
    /// The centroid of the largest ring; another point inside, where that lies outside.
    let centre: SourcePoint
    /// Of a circle with the same area.
    let radiusInMeters: Double

    /// Nil without an area.
    init?(_ rings: [[SourcePoint]]) {
        let shapes = rings.map { (ring: $0, shape: Self.shape(of: $0)) }
        guard let largest = shapes.max(by: { $0.shape.area < $1.shape.area }), largest.shape.area > 0 else {
            return nil
        }
        let centroid = SourcePoint(
            longitudeUnits: Int(largest.shape.longitude.rounded()),
            latitudeUnits: Int(largest.shape.latitude.rounded()))
        guard let centre = centroid.flatMap({ rings.enclose($0) ? $0 : nil }) ?? rings.interiorPoint else { return nil }
        self.centre = centre
        radiusInMeters = (largest.shape.area / .pi).squareRoot()
    }

    /// Area in m² and centroid in units, by the trapezoids between the sides and the first vertex (shoelace formula).
    private static func shape(of ring: [SourcePoint]) -> (area: Double, longitude: Double, latitude: Double) {
        let origin = ring[0]
        func offset(_ point: SourcePoint) -> (x: Double, y: Double) {
            (Double(point.longitude) - Double(origin.longitude), Double(point.latitude) - Double(origin.latitude))
        }
        var (twice, x, y) = (0.0, 0.0, 0.0)
        for (a, b) in zip(ring, ring.dropFirst()) {
            let (a, b) = (offset(a), offset(b))
            let cross = a.x * b.y - b.x * a.y
            twice += cross
            (x, y) = (x + (a.x + b.x) * cross, y + (a.y + b.y) * cross)
        }
        guard twice != 0 else { return (0, 0, 0) }
        let scale = SourcePoint.metersPerUnit
        let area = abs(twice) / 2 * scale * scale * Coordinate(origin).cosineOfLatitude
        return (area, Double(origin.longitude) + x / (3 * twice), Double(origin.latitude) + y / (3 * twice))
    }
}

extension [[SourcePoint]] {
    /// Whether a point lies in an odd number of the rings.
    func enclose(_ point: SourcePoint) -> Bool {
        var isInside = false
        for ring in self {
            for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1))
            where (a.latitude > point.latitude) != (b.latitude > point.latitude) {
                let share = (Double(point.latitude) - Double(a.latitude)) / (Double(b.latitude) - Double(a.latitude))
                let crossing = Double(a.longitude) + share * (Double(b.longitude) - Double(a.longitude))
                if Double(point.longitude) < crossing { isInside.toggle() }
            }
        }
        return isInside
    }
}
