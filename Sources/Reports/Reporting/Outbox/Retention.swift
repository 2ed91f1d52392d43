/// How much one queue holds at most, and what goes when there is more.
public struct Retention: Hashable, Sendable {
    /// Which reports are given up.
    public enum Victim: String, CaseIterable, Sendable {
        /// The past goes for the sake of the present.
        case oldest
        /// What is there stays, and what comes is not taken.
        case newest
    }

    public var maximumCount = 1_000_000
    /// Of all reports with what the outbox needs to keep them.
    public var maximumSizeInBytes = 64 << 20
    /// By civil time. A report whose time nobody knows is as old as the next one that has a time.
    public var maximumAge: Duration = .seconds(30 * 86_400)
    public var victim = Victim.oldest

    public init() {}

    /// What a queue holds.
    public struct Load: Hashable, Sendable {
        public var count = 0
        public var sizeInBytes = 0

        public init(count: Int = 0, sizeInBytes: Int = 0) { (self.count, self.sizeInBytes) = (count, sizeInBytes) }
    }

    /// What has to be done for a report of `size` bytes to come in.
    public enum Admission: Hashable, Sendable {
        case admit
        /// The oldest reports go, so many of them at least, and so many bytes at least.
        case makeRoom(count: Int, sizeInBytes: Int)
        /// It does not come in.
        case turnAway
    }

    /// Decides on one report.
    public func admission(of size: Int, to load: Load) -> Admission {
        guard size <= maximumSizeInBytes, maximumCount > 0 else { return .turnAway }
        let count = max(0, load.count + 1 - maximumCount)
        let bytes = max(0, load.sizeInBytes + size - maximumSizeInBytes)
        if count == 0 && bytes == 0 { return .admit }
        return victim == .oldest ? .makeRoom(count: count, sizeInBytes: bytes) : .turnAway
    }
}
