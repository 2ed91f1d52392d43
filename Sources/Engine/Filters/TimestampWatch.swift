import PlacemarkModel

/// Tells which of a receiver's times cannot be right. A fix is never dropped for that; its time is marked.
///
/// GPS counts weeks modulo 1024, so a receiver with old firmware is off by 19.6 years some day. Others begin with the
/// first day of such an era, in 1980, 1999 or 2019, until they have heard the time. The boot-time clock does not know
/// the date, but it knows how much time has passed.
struct TimestampWatch: Sendable {
    /// No receiver that is running has an earlier time. Some months after the last rollover (2019-04-07), because
    /// receivers that know nothing begin there.
    static let earliest = Timestamp(nanosecondsSinceEpoch: 1_577_836_800_000_000_000)  // 2020-01-01T00:00:00Z
    /// How far a time may be from what is expected. Less than a day, by which receivers err about midnight.
    static let tolerance = Duration.seconds(12 * 3600)
    /// After how many weeks GPS counts from zero again.
    static let rollover = Duration.seconds(1024 * 7 * 86_400)
    /// How long a clock that was set must keep its new time until it is believed.
    static let confirmation = Duration.seconds(600)

    /// The receiver's time at boot, as far as it is believed, since 1970.
    private var usual: Duration?
    /// Another one that it has gone over to.
    private var stepped: (offset: Duration, since: BootInstant)?

    /// Takes the time of an accepted fix into account, and says whether it is suspect.
    ///
    /// - Parameter earliest: the first time that can be right; nil for a recording, which may be of any age.
    mutating func isSuspect(_ timestamp: Timestamp, receivedAt: BootInstant, earliest: Timestamp?) -> Bool {
        if let earliest, timestamp < earliest { return true }
        let offset = .nanoseconds(timestamp.nanosecondsSinceEpoch) - receivedAt.sinceBoot
        guard let usual, !Self.areClose(offset, usual) else {
            self.usual = offset
            stepped = nil
            return false
        }
        guard let (last, since) = stepped, Self.areClose(offset, last) else {
            stepped = (offset, receivedAt)
            return true
        }
        stepped = (offset, since)
        // Of two times that are a rollover apart, the later one is right. Where `earliest` is known, that has been
        // seen to already.
        let isRolledOver = earliest == nil && Self.isRollover(from: usual, to: offset)
        guard !isRolledOver, since.duration(to: receivedAt) >= Self.confirmation else { return true }
        self.usual = offset
        stepped = nil
        return false
    }

    private static func areClose(_ left: Duration, _ right: Duration) -> Bool {
        left - right < tolerance && right - left < tolerance
    }

    /// Whether the clock went back by a multiple of 1024 weeks.
    private static func isRollover(from usual: Duration, to offset: Duration) -> Bool {
        let eras = ((usual - offset) / rollover).rounded()
        return eras >= 1 && areClose(usual - offset, rollover * Int(eras))
    }
}
