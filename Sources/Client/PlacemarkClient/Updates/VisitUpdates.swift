public import PlacemarkModel

extension PlacemarkClient {
    /// The stay that goes on, and then each arrival and each departure, as CoreLocation reports `CLVisit`s: a visit
    /// without a `departure` goes on. Needs precise access.
    ///
    /// Only `visits()` has a departure while the daemon was not running. Ends when the task is cancelled; throws when
    /// it cannot reach the daemon at the beginning, or when the daemon refuses.
    public func visitUpdates() -> some AsyncSequence<VisitReport, PlacemarkClientError> & Sendable {
        Updates(client: self, reading: VisitReading())
    }
}

/// Turns the daemon's events into updates of visits.
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
