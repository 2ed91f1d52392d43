import PlacemarkModel

/// Relates a receiver's clock to the boot-time clock, so that a fix that waited in a buffer is known by its age.
///
/// The wall clock plays no part: it may be wrong by decades. What is learnt is the usual difference between the
/// moment at which a fix arrives and its timestamp; a fix that is later than usual is that much older.
struct FixClock: Sendable {
    /// An apparent delay of more than this is a clock that was set, not a fix that waited.
    static let largestDelay = Duration.seconds(3600)

    private var usualOffset: Duration?

    /// How long before `fix.receivedAt` the fix was taken; zero when that cannot be told.
    func age(of fix: Location) -> Duration {
        guard let usualOffset, let offset = Self.offset(of: fix) else { return .zero }
        let age = offset - usualOffset
        return age > .zero && age <= Self.largestDelay ? age : .zero
    }

    /// Takes the offset of an accepted fix into account.
    mutating func learn(from fix: Location) {
        guard let offset = Self.offset(of: fix) else { return }
        guard let usual = usualOffset, offset > usual, offset - usual <= Self.largestDelay else {
            usualOffset = offset
            return
        }
        // Follows slowly, so that the drift between two quartz clocks never adds up to an age.
        usualOffset = usual + (offset - usual) / 16
    }

    mutating func reset() { usualOffset = nil }

    private static func offset(of fix: Location) -> Duration? {
        guard let timestamp = fix.timestamp else { return nil }
        return fix.receivedAt.sinceBoot - .nanoseconds(timestamp.nanosecondsSinceEpoch)
    }
}
