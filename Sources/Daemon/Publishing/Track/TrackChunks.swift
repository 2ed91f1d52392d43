import PlacemarkModel

/// The pieces in which a track is kept, and which of them go: the oldest when there is no room, and those that are too
/// old.
///
/// A chunk is an eighth of the size at most, and is begun anew after an eighth of the age, so that what goes with the
/// oldest chunk is little, and what is too old stays for an eighth of the age longer at most.
struct TrackChunks: Sendable {
    /// What is known about one chunk.
    struct Chunk: Hashable, Sendable {
        /// Rises from chunk to chunk.
        let number: Int
        /// With the header.
        var byteCount: Int
        /// When its first point came, or when it was found.
        let openedAt: BootInstant
        /// When its last point came, or when it was found.
        var writtenAt: BootInstant
        /// The receiver's times of its points, from the earliest to the latest.
        var times: ClosedRange<Timestamp>?
        /// Whether an earlier run has left it, and this one has added nothing.
        var isInherited = false
        /// Whether it is damaged, and only set aside for somebody to look at.
        var isSetAside = false
    }

    /// More chunks than this are never begun for reasons of age: receivers whose time jumps to and fro would.
    static let mostChunksForAge = 64

    var maximumAge: Duration
    var maximumSizeInBytes: Int
    /// From the oldest to the newest.
    private(set) var chunks: [Chunk] = []
    private var lastNumber = 0

    init(maximumAge: Duration, maximumSizeInBytes: Int) {
        self.maximumAge = maximumAge
        self.maximumSizeInBytes = maximumSizeInBytes
    }

    var byteCount: Int { chunks.reduce(0) { $0 + $1.byteCount } }

    /// The latest time of all points.
    var latestTime: Timestamp? { chunks.compactMap(\.times?.upperBound).max() }

    private var capacity: Int { maximumSizeInBytes / 8 }

    /// The chunk for a point of this time, and how many bytes it has room for; nil when a new one is due.
    func room(for time: Timestamp?, at now: BootInstant) -> (number: Int, byteCount: Int)? {
        guard let newest = chunks.last, !newest.isSetAside else { return nil }
        let room = capacity - newest.byteCount
        guard room >= TrackRecord.byteCount else { return nil }
        guard chunks.count < Self.mostChunksForAge else { return (newest.number, room) }
        let span = maximumAge / 8
        if newest.openedAt.duration(to: now) > span { return nil }
        if let time, let times = newest.times, time.duration(since: times.lowerBound) > span { return nil }
        return (newest.number, room)
    }

    /// The chunks that must go before so many bytes come.
    func surplus(adding byteCount: Int) -> [Int] {
        var excess = self.byteCount + byteCount - maximumSizeInBytes
        return chunks.prefix { chunk in
            defer { excess -= chunk.byteCount }
            return excess > 0
        }.map(\.number)
    }

    /// The chunks whose points are all too old.
    ///
    /// What came in this run is dated by the boot-time clock. What was there before is dated by the receiver's time,
    /// once that is known; and it goes at the latest when this run is as old as a point may be.
    ///
    /// - Parameter time: the receiver's, when it can be relied upon.
    func expired(at now: BootInstant, time: Timestamp?) -> [Int] {
        chunks.filter { chunk in
            if chunk.writtenAt.duration(to: now) > maximumAge { return true }
            guard chunk.isInherited, let time, let times = chunk.times else { return false }
            return time.duration(since: times.upperBound) > maximumAge
        }.map(\.number)
    }

    /// Begins a chunk with the bytes of its header. Returns its number.
    mutating func begin(byteCount: Int, at now: BootInstant) -> Int {
        lastNumber += 1
        chunks.append(Chunk(number: lastNumber, byteCount: byteCount, openedAt: now, writtenAt: now))
        return lastNumber
    }

    /// The number of the chunk that `begin` would begin.
    var nextNumber: Int { lastNumber + 1 }

    /// Takes note of what has been added to the newest chunk.
    mutating func added(byteCount: Int, times: ClosedRange<Timestamp>?, at now: BootInstant) {
        guard let newest = chunks.indices.last else { return }
        chunks[newest].byteCount += byteCount
        chunks[newest].writtenAt = now
        chunks[newest].isInherited = false
        chunks[newest].times = chunks[newest].times.union(times)
    }

    /// Takes note of a chunk that is there from an earlier run. They come in the order of their numbers.
    mutating func found(_ chunk: Chunk) {
        chunks.append(chunk)
        lastNumber = max(lastNumber, chunk.number)
    }

    mutating func removed(_ number: Int) { chunks.removeAll { $0.number == number } }
}

extension ClosedRange<Timestamp>? {
    /// The smallest range that holds both.
    func union(_ other: ClosedRange<Timestamp>?) -> ClosedRange<Timestamp>? {
        guard let self, let other else { return self ?? other }
        return min(self.lowerBound, other.lowerBound)...max(self.upperBound, other.upperBound)
    }
}
