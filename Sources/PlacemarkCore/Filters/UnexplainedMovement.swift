#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How far a receiver's position has moved lately without the speed and course that it claims: a measure of drift.
///
/// A receiver measures its speed by the Doppler shift, and its position by the time that signals take. What disturbs
/// one, a reflection or a jammer, seldom disturbs the other alike. Jitter does not add up, because each step that it
/// makes it takes back; drift does.
struct UnexplainedMovement: Sendable {
    /// What was unexplained so long ago counts for a third, in seconds.
    static let memory = 120.0
    /// A longer gap, in seconds, says nothing: the box may have turned meanwhile.
    static let longestGap = 10.0
    /// Below this speed, in m/s, a course means nothing, and the box stands.
    static let slowestCourse = 1.0
    private static let metersPerDegree = Earth.meanRadiusInMeters * .pi / 180

    private var north = 0.0
    private var east = 0.0
    private var isKnown = false

    /// In metres; nil when the receiver has claimed no speed.
    var inMeters: Double? { isKnown ? (north * north + east * east).squareRoot() : nil }

    /// Takes a step from one accepted fix to the next into account.
    mutating func add(from earlier: Location, to later: Location) {
        let seconds = max(0, Movement.elapsed(from: earlier, to: later).inSeconds)
        let fading = 1 / (1 + seconds / Self.memory)
        north *= fading
        east *= fading
        guard seconds <= Self.longestGap, let start = Self.velocity(earlier), let end = Self.velocity(later) else {
            return
        }
        isKnown = true
        let (from, to) = (earlier.coordinate, later.coordinate)
        let turn = (to.longitude - from.longitude).remainder(dividingBy: 360)
        north += (to.latitude - from.latitude) * Self.metersPerDegree - (start.north + end.north) / 2 * seconds
        east +=
            turn * Self.metersPerDegree * cos(to.latitude * .pi / 180) - (start.east + end.east) / 2 * seconds
    }

    /// In m/s; nil when it is not claimed.
    private static func velocity(_ fix: Location) -> (north: Double, east: Double)? {
        guard let speed = fix.speed else { return nil }
        guard speed >= slowestCourse else { return (0, 0) }
        guard let course = fix.course else { return nil }
        return (speed * cos(course * .pi / 180), speed * sin(course * .pi / 180))
    }
}
