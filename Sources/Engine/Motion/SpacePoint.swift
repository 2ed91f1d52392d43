import PlacemarkModel
// Points in space: a mean or a median of them is right across the antimeridian and at the poles, and takes no
// trigonometry. Within a few kilometres the chord is as good as the arc.

extension SIMD3<Double> {
    var length: Double { (self * self).sum().squareRoot() }

    /// Between two points of the unit sphere, on the earth.
    func distanceInMeters(to other: SIMD3<Double>) -> Double { (self - other).length * Earth.meanRadiusInMeters }

    /// The median of each component, of at least one point: a middle that a few wild points do not move.
    static func median(of points: some Collection<SIMD3<Double>>) -> SIMD3<Double> {
        func median(_ component: Int) -> Double {
            let sorted = points.map { $0[component] }.sorted()
            return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
        }
        precondition(!points.isEmpty, "no points have no middle")
        return SIMD3(median(0), median(1), median(2))
    }
}

extension Coordinate {
    /// The point of the unit sphere at these angles.
    var vector: SIMD3<Double> {
        let (x, y, z) = unitVector
        return SIMD3(x, y, z)
    }

    /// The coordinate in the direction of a vector of any length but 0.
    init(_ vector: SIMD3<Double>) { self.init(x: vector.x, y: vector.y, z: vector.z) }
}
