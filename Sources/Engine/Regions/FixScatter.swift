import PlacemarkModel
import Glibc

/// Learns how much the fixes of a box scatter while it goes nowhere, because receivers tell their accuracy too well.
///
/// A box under way gets ahead: from the first of its last fixes to the newest it is nearly as far as the way through
/// all of them is long. One that stands still gets nowhere on a long zigzag: it seems to turn round all the time. Then
/// the fixes' spread about their middle is what the receiver's accuracy must have been; it is remembered, and fades.
struct FixScatter: Sendable {
    /// How many fixes are looked at, and how old they may be: a quarter of a minute at 1 Hz, and with a fix every 5 s
    /// still the `fewestFixes` that are needed.
    static let windowLength = 16
    static let windowDuration = Duration.seconds(30)
    /// With fewer there is nothing to be learnt: their five steps have four turns, of which chance alone makes any share.
    static let fewestFixes = 6
    /// Getting ahead by less than this share of the way is standing still. White noise hardly ever comes to more than a
    /// quarter; a drive round two corners still does to a half.
    static let largestProgress = 1.0 / 3
    /// The share of steps that must lead back against the one before: of noise that has no memory two thirds do, of
    /// noise that drifts a half, and of a way there and back just one.
    static let fewestTurns = 1.0 / 3
    /// In this time half of what has been learnt is forgotten, unless it is seen again.
    static let halfLife = Duration.seconds(120)

    /// The radius in metres in which 95 % of the fixes have lain; 0 when none has been learnt.
    private(set) var radiusInMeters = 0.0

    private var window: [(coordinate: Coordinate, at: BootInstant)] = []
    private var lastAt: BootInstant?

    /// Takes an accepted fix into account.
    mutating func accepted(_ coordinate: Coordinate, at now: BootInstant) {
        if let lastAt {
            let halfLives = max(.zero, lastAt.duration(to: now)) / Self.halfLife
            radiusInMeters *= exp2(-halfLives)
        }
        lastAt = now
        window.removeAll { $0.at.duration(to: now) > Self.windowDuration }
        if window.count == Self.windowLength { window.removeFirst() }
        window.append((coordinate, now))
        if let spread { radiusInMeters = max(radiusInMeters, spread) }
    }

    /// The 95 % radius of the window's fixes; nil while the box gets ahead.
    private var spread: Double? {
        guard window.count >= Self.fewestFixes, let origin = window.first?.coordinate else { return nil }
        // From the window's own beginning, so that a long way without a gap does not leave the scale behind.
        let scale = LocalScale(atLatitude: origin.latitude)
        var (way, turns, sum, squares) = (0.0, 0.0, SIMD2<Double>.zero, 0.0)
        var (last, step) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
        for (coordinate, _) in window {
            let offset = scale.meters(
                east: shortWay(coordinate.longitude - origin.longitude), north: coordinate.latitude - origin.latitude)
            if ((offset - last) * step).sum() < 0 { turns += 1 }
            step = offset - last
            way += step.length
            sum += offset
            squares += (offset * offset).sum()
            last = offset
        }
        let count = Double(window.count)
        guard last.length < way * Self.largestProgress, turns >= (count - 2) * Self.fewestTurns else {
            return nil
        }
        let variance = max(0, squares - (sum * sum).sum() / count) / (count - 1) / 2
        // Of a normal distribution in the plane: the square root of −2 ln 0.05 is 2.448.
        return 2.448 * variance.squareRoot()
    }
}
