import Synchronization

/// Turns the number of records that have been read into progress.
package final class RecordCounter: Sendable {
    /// Where a decoder keeps it.
    // Cannot fail: there is no string for which the initializer returns nil.
    static let key = CodingUserInfoKey(rawValue: "recordCounter").unsafelyUnwrapped

    private let progress: BuildProgress
    private let shares: Range<Double>
    private let expectedCount: Int
    private let count = Mutex(0)

    /// `shares` is the part of the whole build that reading takes.
    init(_ progress: BuildProgress, _ shares: Range<Double>, expectedCount: Int) {
        (self.progress, self.shares, self.expectedCount) = (progress, shares, expectedCount)
    }

    func add() {
        let count = count.withLock { count in
            count += 1
            return count
        }
        guard count.isMultiple(of: 1000) else { return }
        let share = min(1, Double(count) / Double(expectedCount))
        progress.report(shares.lowerBound + share * (shares.upperBound - shares.lowerBound))
    }
}

/// A record that is counted when it has been read.
struct Counted<Record: Decodable>: Decodable {
    let record: Record

    init(from decoder: any Decoder) throws {
        record = try Record(from: decoder)
        (decoder.userInfo[RecordCounter.key] as? RecordCounter)?.add()
    }
}
