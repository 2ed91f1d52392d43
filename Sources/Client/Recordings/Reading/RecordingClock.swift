import PlacemarkModel

/// Tells when each report of a recording would have reached the daemon, by the boot-time clock: the virtual time.
///
/// It follows the recording's own times, and never goes back. The location manager must see the faults of a receiver's
/// clock as the daemon would have seen them, in time that goes on:
///
/// - A report that is at most a minute older than the newest one has come late: virtual time stands still for it.
/// - A larger step back, or one of more than a year ahead, is a clock that was set: a second passes, and virtual time
///   follows the new clock from there on. When the old clock is back, virtual time follows it again.
/// - A position without a time comes a second after the report before it.
struct RecordingClock {
    /// A step back by more than this is a clock that was set. Reports of one moment come up to seconds apart, and some
    /// loggers write them in bundles.
    static let latestReport = Duration.seconds(60)
    /// A step ahead by more than this, a year, is a clock that was set, and not a pause.
    static let longestPause = Duration.seconds(366 * 86_400)
    /// What passes when the recording does not tell: most receivers report once a second.
    static let usualInterval = Duration.seconds(1)

    /// The moment of the report that came last.
    private(set) var now = BootInstant(sinceBoot: .zero)
    /// How many positions had no time.
    private(set) var undatedPositions = 0
    /// A moment of the receiver's clock, and of the boot-time clock.
    private typealias Anchor = (time: Timestamp, instant: BootInstant)
    private var anchor: Anchor?
    /// That of the clock before it was set.
    private var earlierAnchor: Anchor?
    private var hasStarted = false

    /// The moment at which a report arrives that has this time.
    ///
    /// - Parameter isPosition: whether it tells of a position, or of none. Other reports take no time of their own.
    mutating func arrival(of time: Timestamp?, isPosition: Bool) -> BootInstant {
        defer { if isPosition { hasStarted = true } }
        guard let time else {
            guard isPosition else { return now }
            undatedPositions += 1
            if hasStarted { now = now.advanced(by: Self.usualInterval) }
            return now
        }
        guard let anchor else {
            set(to: time, isFirst: !hasStarted)
            return now
        }
        // Of both clocks the one that lets less time pass: a single wrong time does not make a gap.
        let candidates = [anchor, earlierAnchor].compactMap(\.self).map { Self.instant(of: time, by: $0) }
        if let next = candidates.filter({ $0 >= now && now.duration(to: $0) <= Self.longestPause }).min() {
            now = next
        } else if !candidates.contains(where: { $0 < now && $0.duration(to: now) <= Self.latestReport }) {
            set(to: time, isFirst: false)
        }
        return now
    }

    /// The receiver's clock now shows `time`.
    private mutating func set(to time: Timestamp, isFirst: Bool) {
        if !isFirst { now = now.advanced(by: Self.usualInterval) }
        earlierAnchor = anchor
        anchor = (time, now)
    }

    private static func instant(of time: Timestamp, by anchor: Anchor) -> BootInstant {
        anchor.instant.advanced(by: time.duration(since: anchor.time))
    }
}

extension SourceEvent {
    /// Whether a receiver tells of its position, or that it has none.
    var isPosition: Bool {
        switch self {
        case .fix, .noFix, .invalidFix: true
        case .connected, .disconnected, .deviceFound, .deviceLost, .devicesLeftOut, .compass: false
        }
    }

    /// The event as it reaches this machine at `instant`.
    func received(at instant: BootInstant) -> SourceEvent {
        switch self {
        case .fix(var location):
            location.receivedAt = instant
            return .fix(location)
        case .compass(var reading):
            reading.receivedAt = instant
            return .compass(reading)
        default: return self
        }
    }
}
