public import PlacemarkModel

/// A region that the box has entered or left: CoreLocation's `CLMonitor.Event`.
public struct RegionEvent: Hashable, Sendable {
    public var identifier: String
    /// `inside` or `outside`.
    public var state: RegionState
    /// Where the box has crossed the border; nil when nobody saw it, because the box was inside at the beginning, or crossed
    /// the border while nobody watched.
    public var location: LocationReport?
}

extension PlacemarkClient {
    /// The regions that the box is in, and then each border that it crosses. Needs precise access.
    ///
    /// After a restart of the daemon, the events of what has changed meanwhile come as soon as it answers. Ends when the task
    /// is cancelled; throws when it cannot reach the daemon at the beginning, or when the daemon refuses.
    public func regionEvents() -> some AsyncSequence<RegionEvent, PlacemarkClientError> & Sendable {
        Updates(client: self, reading: RegionReading())
    }
}

/// Turns the daemon's events into `RegionEvent`s.
struct RegionReading: EventReading {
    let filter = EventFilter([.regionEntered, .regionExited])
    /// The regions that the box is in; nil before the first state.
    private var inside: Set<String>?

    mutating func take(_ event: EventReport) throws(PlacemarkClientError) -> [RegionEvent]? {
        if let status = event.status {
            try requirePrecise(status)
            return take(Set(status.regions ?? []))
        }
        guard let identifier = event.region else { return [] }
        let isInside = event.event == .regionEntered
        if isInside { inside?.insert(identifier) } else { inside?.remove(identifier) }
        return [RegionEvent(identifier: identifier, state: isInside ? .inside : .outside, location: event.location)]
    }

    mutating func take(_ error: PlacemarkClientError) throws(PlacemarkClientError) -> [RegionEvent] {
        try outlive(error, hasBegun: inside != nil)
    }

    private mutating func take(_ now: Set<String>) -> [RegionEvent] {
        let before = inside ?? []
        inside = now
        return before.subtracting(now).sorted().map { RegionEvent(identifier: $0, state: .outside) }
            + now.subtracting(before).sorted().map { RegionEvent(identifier: $0, state: .inside) }
    }
}
