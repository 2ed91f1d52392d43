import PlacemarkModel

/// How strong a radio is heard, without the fading: a Kalman filter of one number that wanders.
///
/// A median of the last two or three seconds is as near, and takes a beacon at rest for nearer or farther half as often again;
/// docs/explain/beacons.md has the table, and `FadingTests` makes it.
struct StrengthFilter: Hashable, Sendable {
    /// How fast the strength may wander, in dB² a second: that of somebody who walks past.
    static let wanderPerSecond = 1.0
    /// How much one reading is off by fading, in dB²: 5 dB, which is what reflections in a room make of it.
    static let noise = 25.0

    /// In dBm.
    private(set) var strength: Double
    /// How uncertain it is, in dB².
    private var variance = noise
    private var at: BootInstant

    init(first strength: Int, at now: BootInstant) {
        self.strength = Double(strength)
        at = now
    }

    mutating func heard(_ reading: Int, at now: BootInstant) {
        variance += Self.wanderPerSecond * max(0, at.duration(to: now).inSeconds)
        at = now
        let gain = variance / (variance + Self.noise)
        strength += gain * (Double(reading) - strength)
        variance *= 1 - gain
    }
}
