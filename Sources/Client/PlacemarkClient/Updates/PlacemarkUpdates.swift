public import PlacemarkModel

extension PlacemarkClient {
    /// The current placemark, when there is one, and then each new one.
    ///
    /// Connects again after a restart of the daemon. Ends when the task is cancelled; throws when it cannot reach the daemon
    /// at the beginning, or when the daemon refuses.
    public func placemarks() -> some AsyncSequence<PlacemarkReport, PlacemarkClientError> & Sendable {
        Updates(client: self, reading: PlacemarkReading())
    }
}

/// Turns the daemon's events into updates of the placemark.
struct PlacemarkReading: EventReading {
    let filter = EventFilter([.placemark])
    private var hasBegun = false
    private var current: Placemark?

    mutating func take(_ event: EventReport) throws(PlacemarkClientError) -> [PlacemarkReport]? {
        hasBegun = true
        guard let report = event.placemark ?? event.status?.placemark else { return [] }
        // The current state may repeat what is known already.
        guard event.event == .placemark || report.placemark != current else { return [] }
        current = report.placemark
        return [report]
    }

    mutating func take(_ error: PlacemarkClientError) throws(PlacemarkClientError) -> [PlacemarkReport] {
        try outlive(error, hasBegun: hasBegun)
    }
}
