import PlacemarkCore

/// Publications on their way to the event loop, merged: the newest snapshot, and the events of all.
struct Publications: Sendable {
    /// Older events are dropped beyond this, so that a stalled event loop costs no memory.
    static let mostEvents = 1024

    var snapshot: StatusSnapshot
    var events: [Event] = []
    /// How many had to be dropped.
    var lostEvents = 0
    /// Whether the event loop has been told to fetch them.
    var isScheduled = false

    /// Returns whether the event loop must be told.
    mutating func add(_ publication: Publication) -> Bool {
        snapshot = publication.snapshot
        events += publication.events
        if events.count > Self.mostEvents {
            lostEvents += events.count - Self.mostEvents
            events.removeFirst(events.count - Self.mostEvents)
        }
        defer { isScheduled = true }
        return !isScheduled
    }

    mutating func take() -> Publications {
        defer {
            events = []
            lostEvents = 0
            isScheduled = false
        }
        return self
    }
}
