public import PlacemarkCore

extension PlacemarkClient {
    /// The stay that goes on, and then each arrival and each departure, as CoreLocation tells of `CLVisit`s: a visit
    /// without a `departure` goes on. Needs precise access.
    ///
    /// A departure while the daemon was not running is told by `visits()` alone. Ends when the task is cancelled; throws
    /// when the daemon cannot be reached at the beginning, or refuses.
    public func visitUpdates() -> some AsyncSequence<VisitReport, PlacemarkClientError> & Sendable {
        Updates(client: self, reading: VisitReading())
    }
}

/// Makes updates of visits of the daemon's events.
struct VisitReading: EventReading {
    let filter = EventFilter([.visitArrived, .visitDeparted])
    private var hasBegun = false
    /// The stay that goes on, as far as it has been told.
    private var current: VisitReport?

    mutating func take(_ event: EventReport) throws(PlacemarkClientError) -> [VisitReport]? {
        if let status = event.status {
            try requirePrecise(status)
            hasBegun = true
            guard let visit = status.visit, visit.arrival != current?.arrival || current == nil else { return [] }
            current = visit
            return [visit]
        }
        guard let visit = event.visit else { return [] }
        current = event.event == .visitArrived ? visit : nil
        return [visit]
    }

    mutating func take(_ error: PlacemarkClientError) throws(PlacemarkClientError) -> [VisitReport] {
        try outlive(error, hasBegun: hasBegun)
    }
}
