import PlacemarkModel

/// A walk through the track, a batch of points at a time, for a reader who may be slow.
struct TrackReading: Sendable {
    /// Of one batch: some 50 kB of lines.
    static let pointsAtOnce = 256

    /// Earlier points are left out; those without a time go with the last one before them that has one.
    private let since: Timestamp?
    private let end: TrackJournal.Position
    /// What follows on `end`.
    private var tail: [TrackPoint]
    private var position = TrackJournal.Position()
    private var isSince: Bool
    /// Whether the point before the next one is missing.
    private var isBroken = true

    /// - Parameter takesUndatedStart: whether points without a time are wanted when there is none with a time before them.
    init(since: Timestamp?, takesUndatedStart: Bool = true, end: TrackJournal.Position, tail: [TrackPoint]) {
        self.since = since
        self.end = end
        self.tail = tail
        isSince = since == nil || takesUndatedStart
    }

    /// The lines of JSON of the next points, one for each point that is wanted, and perhaps for none of them; nil at the end.
    ///
    /// It looks at a batch only, because the journal cannot be written meanwhile.
    mutating func next(in journal: TrackJournal) -> [UInt8]? {
        if let since, journal.skip(to: &position, before: since) { (isSince, isBroken) = (false, true) }
        var lines: [UInt8] = []
        let bytes = journal.read(Self.pointsAtOnce, from: &position, to: end)
        if bytes.isEmpty {
            guard !tail.isEmpty else { return nil }
            for point in tail { add(point, to: &lines) }
            tail = []
        }
        for start in stride(from: 0, to: bytes.count, by: TrackRecord.byteCount) {
            add(TrackRecord.decode(bytes[start..<start + TrackRecord.byteCount]), to: &lines)
        }
        return lines
    }

    /// - Parameter point: nil for one that cannot be read.
    private mutating func add(_ point: TrackPoint?, to lines: inout [UInt8]) {
        if let since, let timestamp = point?.timestamp { isSince = timestamp >= since }
        guard var point, isSince else {
            isBroken = true
            return
        }
        point.startsSegment = point.startsSegment || isBroken
        isBroken = false
        lines += JSONLine.encode(point)
    }
}

extension [UInt8] {
    /// The points of whole records.
    var points: [TrackPoint] {
        stride(from: 0, through: count - TrackRecord.byteCount, by: TrackRecord.byteCount)
            .compactMap { TrackRecord.decode(self[$0..<$0 + TrackRecord.byteCount]) }
    }
}
