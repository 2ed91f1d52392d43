/// Finds the piece that is nearest to a point.
struct NearestPiece {
    private let pieces: [StreetPiece]
    private let handicaps: [Double]
    private let cubes: StreetCubes
    private let largestDistance: Double

    private static let sideInMeters = 500.0

    /// - Parameter handicaps: In metres, what is added to the distance of each owner before it is compared.
    init(_ pieces: [StreetPiece], handicaps: [Double], largestDistanceInMeters: Double) {
        (self.pieces, self.handicaps, largestDistance) = (pieces, handicaps, largestDistanceInMeters)
        cubes = StreetCubes(pieces, sideInMeters: Self.sideInMeters)
    }

    /// The owner of the nearest piece; nil when none is near enough.
    func owner(near point: SIMD3<Double>) -> Int? {
        var best: (owner: Int, cost: Double)?
        let cube = cubes.cube(of: point)
        var steps: Int32 = 0
        // Middles that are farther away than so many cubes have no piece that is nearer than this.
        var seenInMeters: Double {
            Double(steps - 1) * Self.sideInMeters - StreetPiece.largestLengthInMeters / 2
        }
        while seenInMeters < min(largestDistance, best?.cost ?? .infinity) {
            cubes.forEach(steps, from: cube) { found in
                for number in found {
                    let piece = pieces[Int(number)]
                    let distance = piece.distance(to: point)
                    let cost = distance + handicaps[Int(piece.owner)]
                    if distance <= largestDistance, cost < best?.cost ?? .infinity { best = (Int(piece.owner), cost) }
                }
            }
            steps += 1
        }
        return best?.owner
    }
}
