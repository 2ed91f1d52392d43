import PlacemarkModel

/// The segments of a file's tracks, which wait until all are there to be put in order.
struct TrackSegments {
    private var segments: [[Finding]] = [[]]
    private var count = 0
    /// So many points wait at most, 140 hours at one a second; those of a longer file are put in order in portions.
    private static let mostWaiting = 500_000

    var isFull: Bool { count >= Self.mostWaiting }

    mutating func begin() { if segments[segments.count - 1].isEmpty == false { segments.append([]) } }

    mutating func add(_ finding: Finding) {
        segments[segments.count - 1].append(finding)
        count += 1
    }

    /// All that waits, the earliest segment first. A segment without a time stays behind the one before it, and one that has the
    /// newest point first throughout is turned round.
    mutating func inOrder() -> [Finding] {
        defer { (segments, count) = ([[]], 0) }
        for index in segments.indices where Self.isNewestFirst(segments[index]) { segments[index].reverse() }
        var latest: Timestamp?
        let starts = segments.map { segment -> Timestamp? in
            latest =
                segment.lazy.compactMap { finding -> Timestamp? in
                    if case .report(_, let time) = finding { time } else { nil }
                }.first ?? latest
            return latest
        }
        guard zip(starts, starts.dropFirst()).contains(where: { isLater($0, than: $1) }) else {
            return Array(segments.joined())
        }
        let order = segments.indices.sorted {
            isLater(starts[$1], than: starts[$0]) || starts[$0] == starts[$1] && $0 < $1
        }
        return order.flatMap { segments[$0] }
    }

    /// Whether each point is older than the one before it. With three points or more no receiver's clock is the cause; with two it
    /// may have been set back between them.
    private static func isNewestFirst(_ segment: [Finding]) -> Bool {
        var count = 0
        var last = Int64.max
        for case .report(_, let time) in segment {
            guard let moment = time?.nanosecondsSinceEpoch, moment < last else { return false }
            (last, count) = (moment, count + 1)
        }
        return count > 2
    }

    private func isLater(_ a: Timestamp?, than b: Timestamp?) -> Bool {
        (a?.nanosecondsSinceEpoch ?? .min) > (b?.nanosecondsSinceEpoch ?? .min)
    }
}
