public import PlacemarkCore

extension PlacemarkClient {
    /// The current placemark, when there is one, and then each new one.
    ///
    /// Connects again when the daemon is started again. Ends when the task is cancelled; throws when the daemon cannot
    /// be reached at the beginning, or refuses.
    public func placemarks() -> some AsyncSequence<PlacemarkReport, PlacemarkClientError> & Sendable {
        Updates(client: self, reading: PlacemarkReading())
    }
}

/// Makes updates of placemarks of the daemon's events.
struct PlacemarkReading: EventReading {
    let filter = EventFilter([.placemark])
    private var hasBegun = false
    private var current: Placemark?

    mutating func take(_ event: EventReport) throws(PlacemarkClientError) -> [PlacemarkReport]? {
        hasBegun = true
        guard let report = event.placemark ?? event.status?.placemark else { return [] }
        // The present state may have what is known already.
        guard event.event == .placemark || report.placemark != current else { return [] }
        current = report.placemark
        return [report]
    }

    mutating func take(_ error: PlacemarkClientError) throws(PlacemarkClientError) -> [PlacemarkReport] {
        try outlive(error, hasBegun: hasBegun)
    }
}
