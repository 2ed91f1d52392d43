/// A point in time since the machine's boot, suspended time included (CLOCK_BOOTTIME).
///
/// All ages and timers are counted with it, never with the wall clock: a box without a battery boots in 1970, and
/// jumps by decades when it learns the time.
public struct BootInstant: InstantProtocol, Hashable, Sendable {
    /// The time since boot.
    public var sinceBoot: Duration

    public init(sinceBoot: Duration) { self.sinceBoot = sinceBoot }

    public func advanced(by duration: Duration) -> BootInstant { BootInstant(sinceBoot: sinceBoot + duration) }

    public func duration(to other: BootInstant) -> Duration { other.sinceBoot - sinceBoot }

    public static func < (left: BootInstant, right: BootInstant) -> Bool { left.sinceBoot < right.sinceBoot }
}
