import LocationEngine
import PlacemarkModel

/// Takes points from the publications, and holds them until they are written.
struct TrackRecorder: Sendable {
    /// So many bytes wait at most, 4096 points, while the disk is full or slow. The oldest go first.
    static let mostWaitingBytes = 128 << 10

    private(set) var clock = TrackClock()
    /// Records that are to be kept.
    private(set) var waiting: [UInt8] = []
    private var thinning = TrackThinning()
    private var lastLocation: BootInstant?

    /// Takes the location of a publication, when it is a new one.
    mutating func take(_ publication: Publication) {
        let snapshot = publication.snapshot
        if let location = snapshot.location, location.receivedAt != lastLocation {
            lastLocation = location.receivedAt
            clock.learn(from: location)
            add(thinning.accept(location, motion: snapshot.motion))
        }
        switch snapshot.source.state {
        case .lost, .disconnected: add(thinning.interrupt())
        case .connecting, .waiting, .noFix, .live, .stale: break
        }
    }

    /// Ends the way that is under way, because there will be no more fixes.
    mutating func finish() { add(thinning.interrupt()) }

    /// The way since the last point that is decided.
    var pending: [TrackPoint] { thinning.pending }

    /// Hands out what waits.
    mutating func takeWaiting() -> [UInt8] {
        defer { waiting = [] }
        return waiting
    }

    /// Takes back what could not be written.
    mutating func putBack(_ records: [UInt8]) {
        waiting = records + waiting
        dropOldest()
    }

    /// Forgets all points; a new segment begins.
    mutating func forget() {
        waiting = []
        thinning = TrackThinning()
    }

    private mutating func add(_ points: [TrackPoint]) {
        guard !points.isEmpty else { return }
        for point in points { waiting += TrackRecord.encode(point) }
        dropOldest()
    }

    private mutating func dropOldest() {
        guard waiting.count > Self.mostWaitingBytes else { return }
        waiting.removeFirst(waiting.count - Self.mostWaitingBytes)
        // So that nobody draws a line over what is missing.
        guard var first = TrackRecord.decode(waiting[..<TrackRecord.byteCount]) else { return }
        first.startsSegment = true
        waiting.replaceSubrange(..<TrackRecord.byteCount, with: TrackRecord.encode(first))
    }
}
