import PlacemarkModel

/// Which straight, steady movements from a kept point pass close enough by all fixes since then.
///
/// A movement is a velocity. Each fix narrows the velocities that are left to those that are, at its moment, within its
/// tolerance; that is a disc, of which the inscribed octagon counts, as a bound in four directions. What is left is the
/// intersection: four intervals, whatever the number of fixes. This is the "swinging door" of process recorders
/// (E. H. Bristol, 1990), with four pairs of doors. A point whose own velocity is left may end the piece: then every
/// fix is, at its moment, within its tolerance of the piece.
struct SwingingDoor: Sendable {
    /// No piece of the track is longer than this, so that a plane, a great circle and a line of constant course agree.
    static let longestPieceInMeters = 5000.0
    /// No piece of the track takes longer than this.
    static let longestPieceInSeconds = 600.0

    /// When the piece begins, in seconds of its segment.
    let start: Double
    private let plane: TrackPlane
    // In m/s, to the east, north-east, north and north-west.
    private var lowest = SIMD4<Double>(repeating: -.infinity)
    private var highest = SIMD4<Double>(repeating: .infinity)
    private var isFresh = true

    init(from origin: Coordinate, at start: Double) {
        plane = TrackPlane(at: origin)
        self.start = start
    }

    /// Whether a piece that ends here passes close enough by all fixes before. The first one always does.
    func admits(_ coordinate: Coordinate, at seconds: Double) -> Bool {
        if isFresh { return true }
        guard seconds - start <= Self.longestPieceInSeconds, reaches(coordinate) else { return false }
        let velocity = Self.directions(plane.offset(of: coordinate)) / (seconds - start)
        return all(velocity .>= lowest) && all(velocity .<= highest)
    }

    /// Asks of the piece to pass within `tolerance` metres of this place at this moment, which is later than `start`.
    mutating func narrow(to coordinate: Coordinate, at seconds: Double, tolerance: Double) {
        isFresh = false
        guard reaches(coordinate) else {
            // Beyond the plane. The piece ends here, where nothing has to be passed, or it ended before.
            lowest = SIMD4(repeating: .infinity)
            return
        }
        // The octagon in the circle: its sides are this much nearer to the middle than its corners.
        let reach = tolerance * 0.9238795325112867  // cos 22.5°
        let (offset, time) = (Self.directions(plane.offset(of: coordinate)), seconds - start)
        lowest = pointwiseMax(lowest, (offset - reach) / time)
        highest = pointwiseMin(highest, (offset + reach) / time)
    }

    private func reaches(_ coordinate: Coordinate) -> Bool {
        plane.origin.distance(to: coordinate) <= Self.longestPieceInMeters
    }

    /// How far a vector goes in each of the four directions.
    private static func directions(_ vector: SIMD2<Double>) -> SIMD4<Double> {
        let diagonal = 0.5.squareRoot()
        return SIMD4(vector.x, (vector.x + vector.y) * diagonal, vector.y, (vector.y - vector.x) * diagonal)
    }
}
