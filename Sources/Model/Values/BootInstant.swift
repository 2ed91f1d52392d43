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

/// As a number of seconds since the boot. It means something only beside the identity of that boot.
extension BootInstant: Codable {
    /// About 30 years: no machine runs longer, and a `Duration` of any such number can be reckoned with.
    private static let farthestInSeconds = 1e9

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let seconds = try container.decode(Double.self)
        guard seconds.magnitude <= Self.farthestInSeconds else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no machine has run for so long")
        }
        self.init(sinceBoot: .seconds(seconds))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let seconds = sinceBoot.inSeconds.rounded(toDecimals: 3)
        try container.encode(min(Self.farthestInSeconds, max(-Self.farthestInSeconds, seconds)))
    }
}

extension Duration {
    /// The whole duration as a plain number of seconds.
    public var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
