import LocationEngine
import PlacemarkModel

/// Publications on their way to the event loop, merged: the newest snapshot, and the events of all.
struct Publications: Sendable {
    /// Older events are dropped beyond this, so that a stalled event loop costs no memory: a quarter of an hour at one
    /// a second, when the watchdog has long acted.
    static let mostEvents = 1024

    var snapshot: StatusSnapshot
    var events: [Event] = []
    /// How many had to be dropped.
    var lostEvents = 0
    /// The readers for whom one of them was.
    var gaps: Set<Precision> = []
    /// Whether the event loop has been told to fetch them.
    var isScheduled = false

    /// Returns whether the event loop must be told.
    mutating func add(_ publication: Publication) -> Bool {
        snapshot = publication.snapshot
        events += publication.events
        let lost = events.prefix(max(0, events.count - Self.mostEvents))
        if !lost.isEmpty {
            lostEvents += lost.count
            gaps.formUnion(lost.contains(where: \.isForReducedReaders) ? [.precise, .reduced] : [.precise])
            events.removeFirst(lost.count)
        }
        defer { isScheduled = true }
        return !isScheduled
    }

    mutating func take() -> Publications {
        defer {
            events = []
            lostEvents = 0
            gaps = []
            isScheduled = false
        }
        return self
    }
}
