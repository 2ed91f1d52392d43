import Files
import Glibc
import PlacemarkModel

/// The kept part of the track: records in chunks, never more than the configured size.
struct TrackJournal: Sendable {
    /// How far a reader has come.
    struct Position: Hashable, Comparable, Sendable {
        var number = 0
        var offset = 0

        static func < (left: Position, right: Position) -> Bool {
            (left.number, left.offset) < (right.number, right.offset)
        }
    }

    private var medium: any TrackMedium
    private(set) var chunks: TrackChunks

    /// Begins an empty one.
    init(in medium: any TrackMedium, maximumAge: Duration, maximumSizeInBytes: Int) {
        self.medium = medium
        chunks = TrackChunks(maximumAge: maximumAge, maximumSizeInBytes: maximumSizeInBytes)
    }

    /// Takes over what an earlier run has left.
    mutating func takeOver(_ found: TrackFiles.Found) { for chunk in found.chunks { chunks.found(chunk) } }

    /// Changes the bounds. What is beyond them goes with the next `append` or `removeSurplus`.
    mutating func limit(age: Duration, sizeInBytes: Int) {
        chunks.maximumAge = age
        chunks.maximumSizeInBytes = sizeInBytes
    }

    /// Adds records, and takes each from `records` once it is kept. Older ones make room for them first.
    mutating func append(_ records: inout [UInt8], at now: BootInstant) throws(AtomicFile.WriteError) {
        while records.count >= TrackRecord.byteCount {
            let time = TrackRecord.decode(records[..<TrackRecord.byteCount])?.timestamp
            guard let (number, room) = chunks.room(for: time, at: now) else {
                try removeSurplus(adding: TrackHeader.bytes.count)
                try medium.create(chunks.nextNumber)
                _ = chunks.begin(byteCount: TrackHeader.bytes.count, at: now)
                continue
            }
            let piece = records.prefix(room / TrackRecord.byteCount * TrackRecord.byteCount)
            try removeSurplus(adding: piece.count)
            do throws(AtomicFile.WriteError) {
                try medium.write(piece, to: number, at: chunks.chunks.last?.byteCount ?? 0)
            } catch {
                guard error.errorNumber == ENOENT else { throw error }
                // Somebody has deleted the file. What was in it is gone; this goes into a new one.
                chunks.removed(number)
                continue
            }
            chunks.added(byteCount: piece.count, times: Self.times(of: piece), at: now)
            records.removeFirst(piece.count)
        }
    }

    /// Removes the oldest chunks until so many bytes more are within the size.
    mutating func removeSurplus(adding byteCount: Int = 0) throws(AtomicFile.WriteError) {
        for number in chunks.surplus(adding: byteCount) { try remove(number) }
    }

    /// Removes what is too old.
    mutating func removeExpired(at now: BootInstant, time: Timestamp?) throws(AtomicFile.WriteError) {
        for number in chunks.expired(at: now, time: time) { try remove(number) }
    }

    /// Removes everything. Returns how many points that were.
    mutating func clear() throws(AtomicFile.WriteError) -> Int {
        var points = 0
        for chunk in chunks.chunks {
            try remove(chunk.number)
            if !chunk.isSetAside { points += (chunk.byteCount - TrackHeader.bytes.count) / TrackRecord.byteCount }
        }
        return points
    }

    /// Where what is kept at present ends.
    var end: Position {
        chunks.chunks.last.map { Position(number: $0.number, offset: $0.byteCount) } ?? Position()
    }

    /// The bytes of at most `count` records from a position on, up to `end`, and moves the position behind them. None
    /// when there are no more. What has been removed meanwhile is left out.
    func read(_ count: Int, from position: inout Position, to end: Position) -> [UInt8] {
        while position < end {
            guard
                let chunk = chunks.chunks.first(where: { $0.number >= position.number && !$0.isSetAside }),
                chunk.number <= end.number
            else { return [] }
            if chunk.number > position.number { position = Position(number: chunk.number) }
            position.offset = max(position.offset, TrackHeader.bytes.count)
            let limit = chunk.number == end.number ? end.offset : chunk.byteCount
            let wanted = min(count * TrackRecord.byteCount, limit - position.offset)
            let bytes = wanted > 0 ? medium.read(chunk.number, at: position.offset, count: wanted) : []
            let whole = bytes.count / TrackRecord.byteCount * TrackRecord.byteCount
            if whole > 0 {
                position.offset += whole
                return Array(bytes[..<whole])
            }
            position = Position(number: chunk.number + 1)
        }
        return []
    }

    /// Moves a position at the beginning of a chunk behind the chunks whose points are all earlier than a time. Returns
    /// whether there are any.
    func skip(to position: inout Position, before time: Timestamp) -> Bool {
        guard position.offset <= TrackHeader.bytes.count else { return false }
        var hasSkipped = false
        for chunk in chunks.chunks where chunk.number >= position.number {
            guard let times = chunk.times, times.upperBound < time else { break }
            position = Position(number: chunk.number + 1)
            hasSkipped = true
        }
        return hasSkipped
    }

    private mutating func remove(_ number: Int) throws(AtomicFile.WriteError) {
        do throws(AtomicFile.WriteError) {
            try medium.remove(number)
        } catch {
            // Gone with its directory.
            guard error.errorNumber == ENOENT else { throw error }
        }
        chunks.removed(number)
    }

    private static func times(of records: ArraySlice<UInt8>) -> ClosedRange<Timestamp>? {
        var times: ClosedRange<Timestamp>?
        for start in stride(from: records.startIndex, to: records.endIndex, by: TrackRecord.byteCount) {
            let point = TrackRecord.decode(records[start..<start + TrackRecord.byteCount])
            times = times.union(point?.timestamp.map { $0...$0 })
        }
        return times
    }
}
