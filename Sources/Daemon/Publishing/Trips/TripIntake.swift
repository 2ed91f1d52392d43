import LocationEngine
import PlacemarkModel
import SystemClocks

/// What comes with the publications and is to be written: trips that have ended, and entries of the ship's log.
struct TripIntake {
    /// So many entries of the log wait while nothing can be written: six weeks of hours. No more are taken then.
    private static let mostWaitingEntries = 1000

    private(set) var clock = TrackClock()
    /// The trip that goes on, as of the last five minutes.
    private(set) var current: TripRecord?
    private(set) var waiting: [TripRecord] = []
    private(set) var waitingEntries: [ShipsLogEntry] = []
    private var known: Set<String> = []
    /// Of the trips that were there at the first look: an earlier run may have kept them, and removed them since.
    private(set) var earlier: Set<String> = []
    private var rhythm: ShipsLogRhythm
    private var location: Location?
    private var odometer: Double?
    private var placemark: Placemark?
    var writesNext: BootInstant?
    var isWriting = false

    init(logInterval: Duration) { rhythm = ShipsLogRhythm(every: logInterval) }

    var isWaiting: Bool { !waiting.isEmpty || !waitingEntries.isEmpty }

    /// Whether something waits that may be written now.
    func isDue(at now: BootInstant) -> Bool { isWaiting && writesNext.map { $0 <= now } ?? true }

    mutating func setLogInterval(_ interval: Duration) {
        if interval != rhythm.interval { rhythm = ShipsLogRhythm(every: interval) }
    }

    mutating func take(_ publication: Publication) {
        if let memory = publication.memory?.trips { take(memory) }
        guard let fix = publication.snapshot.location else { return }
        clock.learn(from: fix)
        (location, odometer) = (fix, publication.snapshot.odometerInMeters)
        placemark = publication.snapshot.placemark?.placemark
        // A trip that seems to have ended may go on: then an hour that has begun meanwhile has its entry.
        guard current?.state != .provisional else { return }
        let isUnderWay = current?.state == .underway
        let isDue = rhythm.isDue(at: clock.time(at: fix.receivedAt), isUnderWay: isUnderWay)
        if isDue, waitingEntries.count < Self.mostWaitingEntries { waitingEntries.append(entry(at: fix.receivedAt)) }
    }

    /// Takes what an earlier run has saved: an hour that has begun since its last fix on a trip has no entry yet.
    mutating func takeOver(_ memory: TripDetector.Memory) {
        take(memory)
        if current != nil, let time = memory.lastFixTimestamp { rhythm.resume(after: time) }
    }

    mutating func take(_ memory: TripDetector.Memory) {
        current = memory.current
        if known.isEmpty { earlier = Set(memory.recent.map(\.id)) }
        for trip in memory.recent where known.insert(trip.id).inserted { waiting.append(trip) }
        // What has left the detector's memory is kept or lost; it does not come again.
        if known.count > 4 * TripDetector.mostRecent { known = Set(memory.recent.map(\.id)) }
    }

    /// An entry of the ship's log, as of now.
    func entry(at now: BootInstant) -> ShipsLogEntry {
        var entry = ShipsLogEntry(timestamp: clock.time(at: now), coordinate: location?.coordinate)
        entry.horizontalAccuracy = location?.horizontalAccuracy
        entry.course = location?.course
        entry.speed = location?.speed
        entry.odometer = odometer?.rounded(.toNearestOrEven)
        entry.place = placemark?.city
        entry.trip = current?.id
        if let age = location.map({ $0.receivedAt.duration(to: now) }), age >= .seconds(10) {
            entry.positionAge = (age / .seconds(1)).rounded(.toNearestOrEven)
        }
        entry.findOffset(in: placemark?.timeZone)
        return entry
    }

    /// Forgets what has been written: so many of those that waited first.
    mutating func wrote(trips: Int, entries: Int) {
        waiting.removeFirst(min(trips, waiting.count))
        waitingEntries.removeFirst(min(entries, waitingEntries.count))
    }
}
