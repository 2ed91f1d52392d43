import PlacemarkModel
import Glibc

/// How far a receiver's position has moved lately without the speed and course that it claims: a measure of drift.
///
/// A receiver measures its speed by the Doppler shift, and its position by the time that signals take. What disturbs
/// one, a reflection or a jammer, seldom disturbs the other alike. Jitter does not add up, because each step that it
/// makes it takes back; drift does.
struct UnexplainedMovement: Sendable {
    /// What was unexplained so long ago counts for a third, in seconds. Under way, what is rounded off a course or a speed
    /// adds up.
    static let memory = 120.0
    /// The same while the box stands by the receiver's word: there is nothing to be rounded, and so a slow drift shows.
    static let memoryAtRest = 1200.0
    /// A longer gap, in seconds, says nothing: the box may have turned meanwhile.
    static let longestGap = 10.0
    /// Below this speed, in m/s, a course means nothing, and the box stands.
    static let slowestCourse = 1.0
    private static let metersPerDegree = Earth.meanRadiusInMeters * .pi / 180

    /// In metres to the east and to the north.
    private var sum = SIMD2<Double>.zero
    private var isKnown = false

    /// In metres; nil when the receiver has claimed no speed.
    var inMeters: Double? { isKnown ? sum.length : nil }

    /// Takes a step from one accepted fix to the next into account.
    mutating func add(from earlier: Location, to later: Location) {
        let seconds = max(0, Movement.elapsed(from: earlier, to: later).inSeconds)
        let (start, end) = (Self.velocity(earlier), Self.velocity(later))
        let isAtRest = start == .zero && end == .zero
        sum /= 1 + seconds / (isAtRest ? Self.memoryAtRest : Self.memory)
        guard seconds <= Self.longestGap, let start, let end else { return }
        isKnown = true
        let turn = (later.coordinate.longitude - earlier.coordinate.longitude).remainder(dividingBy: 360)
        let climb = later.coordinate.latitude - earlier.coordinate.latitude
        let step = SIMD2(turn * cos(later.coordinate.latitude * .pi / 180), climb) * Self.metersPerDegree
        sum += step - (start + end) / 2 * seconds
    }

    /// In m/s to the east and to the north; nil when it is not claimed.
    private static func velocity(_ fix: Location) -> SIMD2<Double>? {
        guard let speed = fix.speed else { return nil }
        guard speed >= slowestCourse else { return .zero }
        guard let course = fix.course else { return nil }
        return speed * SIMD2(sin(course * .pi / 180), cos(course * .pi / 180))
    }
}
