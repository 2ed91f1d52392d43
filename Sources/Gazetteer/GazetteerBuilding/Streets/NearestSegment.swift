/// Finds the segment that is nearest to a point.
struct NearestSegment {
    private let segments: [StreetSegment]
    private let handicaps: [Double]
    private let cubes: StreetCubes
    private let largestDistance: Double

    private static let sideInMeters = 500.0

    /// - Parameter handicaps: In metres, what is added to the distance of each owner before it is compared.
    init(_ segments: [StreetSegment], handicaps: [Double], largestDistanceInMeters: Double) {
        (self.segments, self.handicaps, largestDistance) = (segments, handicaps, largestDistanceInMeters)
        cubes = StreetCubes(segments, sideInMeters: Self.sideInMeters)
    }

    /// The owner of the nearest segment; nil when none is near enough.
    func owner(near point: SIMD3<Double>) -> Int? {
        var best: (owner: Int, cost: Double)?
        let cube = cubes.cube(of: point)
        var steps: Int32 = 0
        // Middles that are farther away than so many cubes have no segment that is nearer than this.
        var seenInMeters: Double {
            Double(steps - 1) * Self.sideInMeters - StreetSegment.largestLengthInMeters / 2
        }
        while seenInMeters < min(largestDistance, best?.cost ?? .infinity) {
            cubes.forEach(steps, from: cube) { found in
                for number in found {
                    let segment = segments[Int(number)]
                    let distance = segment.distance(to: point)
                    let cost = distance + handicaps[Int(segment.owner)]
                    if distance <= largestDistance, cost < best?.cost ?? .infinity { best = (Int(segment.owner), cost) }
                }
            }
            steps += 1
        }
        return best?.owner
    }
}
