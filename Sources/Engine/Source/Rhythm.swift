import PlacemarkModel

/// How often a receiver gives fixes, and so how long a silence means something.
struct Rhythm: Sendable {
    /// The gaps between the last fixes, the newest last.
    private var gaps: [Duration] = []
    private var lastFix: BootInstant?

    mutating func fix(at now: BootInstant) {
        if let lastFix {
            if gaps.count == 5 { gaps.removeFirst() }
            gaps.append(lastFix.duration(to: now))
        }
        lastFix = now
    }

    /// The usual time between two fixes: the median of the last gaps, so that one drop-out does not count. Of an even
    /// number of gaps the shorter one in the middle, so that one drop-out among two does not count either. Nil before the
    /// second fix.
    var usualGap: Duration? { gaps.isEmpty ? nil : gaps.sorted()[(gaps.count - 1) / 2] }

    /// The same within 1 s to 60 s, for what a silence means.
    var interval: Duration { min(.seconds(60), max(.seconds(1), usualGap ?? .seconds(1))) }

    /// A fix that is older than this is stale: 5 s for a receiver of 1 Hz or faster.
    var staleAfter: Duration { interval * 5 }

    /// A receiver that has been silent for this long is lost: 10 s for a receiver of 1 Hz or faster.
    var lostAfter: Duration { interval * 10 }
}
