import PlacemarkModel

/// Where the beacons of a region are: somewhere within a circle that holds its shape.
struct BeaconGround: Hashable, Sendable {
    let center: Coordinate
    let radiusInMeters: Double

    /// Nil for what nobody has located.
    init?(_ shape: Region.Shape) {
        switch shape {
        case .unlocated: return nil
        case .circle(let center, let radius): (self.center, radiusInMeters) = (center, radius)
        case .polygons(let polygons):
            let corners = polygons.flatMap(\.exterior)
            // Of vectors, so that neither the antimeridian nor a pole is special.
            let sum = corners.reduce(into: (x: 0.0, y: 0.0, z: 0.0)) { sum, corner in
                let (x, y, z) = corner.unitVector
                sum = (sum.x + x, sum.y + y, sum.z + z)
            }
            // Corners all round the earth have no middle.
            guard max(sum.x.magnitude, sum.y.magnitude, sum.z.magnitude) > 1e-9 else { return nil }
            let center = Coordinate(x: sum.x, y: sum.y, z: sum.z)
            self.center = center
            radiusInMeters = corners.reduce(0) { max($0, center.distance(to: $1)) }
        }
    }
}

/// A region whose beacon is heard now, and how far from it the box can be.
struct BeaconSighting: Hashable, Sendable {
    let region: String
    let ground: BeaconGround
    /// The box is not farther than this from the beacon, in metres, with 95 % probability.
    let reachInMeters: Double
    let heardAt: BootInstant
    /// When it counts no more, unless something is heard before.
    let end: BootInstant
}
