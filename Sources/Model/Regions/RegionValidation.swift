extension Region {
    /// In bytes of UTF-8: a name, and room for a UUID with a prefix. A page of `longestPage` regions and an event have
    /// a bound by it.
    public static let longestIdentifier = 128
    /// No receiver tells less than a metre apart, and a circle of more than 1,000 km is not a place that anybody comes to.
    public static let radiusRangeInMeters = 1.0...1_000_000.0
    /// A day: what must be stayed in for longer is better told by the visits.
    public static let longestDwell = Duration.seconds(86_400)
    /// A beacon sends up to ten times a second, some only every ten seconds; and who is away for an hour has left.
    public static let silenceRange = Duration.seconds(5)...Duration.seconds(3600)
    /// Nearer to a pole a polygon's sides are not what their author had in mind: at 89° a degree of longitude is 2 km,
    /// and a side that is straight in longitude and latitude is a visible arc on the ground.
    static let highestLatitude = 89.0

    /// Checks what every other part of the house relies on. All regions from outside go through it.
    public func validate() throws(RegionMistake) {
        guard (1...Self.longestIdentifier).contains(identifier.utf8.count),
            !identifier.unicodeScalars.contains(where: \.isControl),
            identifier.first != " ", identifier.last != " "
        else {
            throw RegionMistake(
                expected:
                    "an identifier of 1 to \(Self.longestIdentifier) bytes on one line, without blanks at its ends")
        }
        guard dwell >= .zero, dwell <= Self.longestDwell else {
            throw RegionMistake(expected: "a dwell between 0 and \(Int(Self.longestDwell.inSeconds)) seconds")
        }
        guard Self.silenceRange.contains(exitAfter) else {
            throw RegionMistake(expected: "an exitAfter between 5 and 3600 seconds")
        }
        switch shape {
        case .unlocated:
            guard beacon != nil else { throw RegionMistake(expected: "a geometry, or properties that name a beacon") }
        case .circle(_, let radius):
            guard Self.radiusRangeInMeters.contains(radius) else {
                throw RegionMistake(expected: "a radius between 1 and 1000000 metres, not \(radius)")
            }
        case .polygons(let polygons):
            guard !polygons.isEmpty else { throw RegionMistake(expected: "at least one polygon") }
            for polygon in polygons { try polygon.validate() }
        }
    }
}

extension Region.Polygon {
    fileprivate func validate() throws(RegionMistake) {
        try Self.validate(exterior, "the exterior ring")
        let box = GeoBox(around: exterior)
        for (number, hole) in zip(1..., holes) {
            try Self.validate(hole, "hole \(number)")
            let inner = GeoBox(around: hole)
            let west = shortWay(inner.west - box.west)
            // The box of the exterior ring is made of the same kind of sums: a micrometre is let pass.
            guard inner.south >= box.south, inner.north <= box.north, west >= -1e-11,
                west + inner.width <= box.width + 1e-11
            else {
                throw RegionMistake(expected: "hole \(number) to lie within the exterior ring")
            }
        }
    }

    private static func validate(_ ring: [Coordinate], _ name: String) throws(RegionMistake) {
        guard ring.count >= 3 else {
            throw RegionMistake(expected: "\(name) to have at least three corners, not \(ring.count)")
        }
        var (turn, doubleArea) = (0.0, 0.0)
        for (index, start) in ring.enumerated() {
            let end = ring[index + 1 == ring.count ? 0 : index + 1]
            guard abs(start.latitude) <= Region.highestLatitude else {
                throw RegionMistake(
                    expected: "\(name) to stay within ±\(Int(Region.highestLatitude))° of latitude:"
                        + " near a pole only a circle has a clear meaning")
            }
            let step = shortWay(end.longitude - start.longitude)
            guard abs(step) < 180 else {
                throw RegionMistake(
                    expected: "\(name) to have sides of less than 180° of longitude, which go one way only")
            }
            turn += step
            // The area under the side, above the latitude of the first corner: exact enough to be told from none.
            let heights = (start.latitude - ring[0].latitude) + (end.latitude - ring[0].latitude)
            doubleArea += step * heights
        }
        guard abs(turn) < 1 else {
            throw RegionMistake(
                expected: "\(name) not to lead round a pole, which leaves open which side is inside; use a circle there"
            )
        }
        guard abs(doubleArea) > 1e-14 else {
            throw RegionMistake(expected: "\(name) to have an area, and not to cross itself")
        }
    }
}
