import PlacemarkModel

/// The clock of a receiver, which knows the true time until something happens to it.
struct ReceiverClock: Sendable {
    /// The true time at boot.
    let boot: Timestamp
    /// How far it is ahead, in nanoseconds: centuries at most, so that no sum overflows.
    private var offset: Int64 = 0

    private static let second: Int64 = 1_000_000_000
    /// GPS counts weeks modulo 1024.
    private static let rollover = 1024 * 7 * 86_400 * second
    private static let largestOffset = 150 * 31_557_600 * second

    init(boot: Timestamp) { self.boot = boot }

    /// What it shows.
    func timestamp(at now: BootInstant) -> Timestamp {
        let (seconds, attoseconds) = now.sinceBoot.components
        return Timestamp(
            nanosecondsSinceEpoch: boot.nanosecondsSinceEpoch + offset + seconds * Self.second
                + attoseconds / 1_000_000_000)
    }

    /// Steps by seconds to a century, in either direction.
    mutating func step(_ random: inout SeededRandom) {
        let seconds = random.magnitude(in: 0.2...3e9) * (random.happens(0.5) ? 1 : -1)
        advance(by: Int64(seconds * 1e9))
    }

    mutating func repeatSecond() { advance(by: -Self.second) }
    mutating func rollOver() { advance(by: -Self.rollover) }
    mutating func endRollOver() { advance(by: Self.rollover) }

    /// Goes back by twice a period, so that the next fix is that much older than the last one.
    mutating func runBackwards(period: Duration) { advance(by: -Int64(period.inSeconds * 2e9)) }

    private mutating func advance(by nanoseconds: Int64) {
        let sum = offset + nanoseconds
        offset = min(Self.largestOffset, max(-Self.largestOffset, sum))
    }
}
