import PlacemarkModel

/// A box between two latitudes and two longitudes, in degrees, ready to be compared in one step.
struct FlatBox: Hashable, Sendable {
    /// South, west, and north and east with their signs turned round: the smaller each, the larger the box.
    private var sides: SIMD4<Double>

    init(_ south: Double, _ west: Double, _ north: Double, _ east: Double) {
        sides = SIMD4(south, west, -north, -east)
    }

    /// The middle, as longitude and latitude.
    var middle: SIMD2<Double> { SIMD2((sides[1] - sides[3]) / 2, (sides[0] - sides[2]) / 2) }

    /// Whether the boxes have a point in common.
    func touches(_ other: FlatBox) -> Bool {
        let opposite = SIMD4(-other.sides[2], -other.sides[3], -other.sides[0], -other.sides[1])
        return all(sides .<= opposite)
    }

    /// The smallest box that holds both.
    func union(_ other: FlatBox) -> FlatBox {
        var box = self
        box.sides = pointwiseMin(sides, other.sides)
        return box
    }
}

extension GeoBox {
    /// One or two boxes that do not lie across the antimeridian, in the form that `FlatBox` compares.
    var flat: (FlatBox, FlatBox?) {
        let east = west + width
        guard east > 180 else { return (FlatBox(south, west, north, east), nil) }
        return (FlatBox(south, west, north, 180), FlatBox(south, -180, north, east - 360))
    }
}
