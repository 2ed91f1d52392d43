public import PlacemarkCore

/// A region that the box is in from now on, or no longer: CoreLocation's `CLMonitor.Event`.
public struct RegionEvent: Hashable, Sendable {
    public var identifier: String
    /// `inside` or `outside`.
    public var state: RegionState
    /// Where the border was crossed; nil when that was not seen, because the box was inside already at the beginning,
    /// or has crossed the border while nobody watched.
    public var location: LocationReport?
}

extension PlacemarkClient {
    /// The regions that the box is in, and then each border that it crosses. Needs precise access.
    ///
    /// When the daemon is started again, what has changed meanwhile is told as soon as it answers. Ends when the task
    /// is cancelled; throws when the daemon cannot be reached at the beginning, or refuses.
    public func regionEvents() -> some AsyncSequence<RegionEvent, PlacemarkClientError> & Sendable {
        Updates(client: self, reading: RegionReading())
    }
}

/// Makes `RegionEvent`s of the daemon's events.
struct RegionReading: EventReading {
    let filter = EventFilter([.regionEntered, .regionExited])
    /// The regions that the box is in; nil before the first present state.
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
