public import PlacemarkModel

/// The trips, as far as they are kept, for precise readers.
extension PlacemarkClient {
    /// The trips from the oldest to the newest, and the one that goes on. They come as they are asked for.
    public func trips(since start: TrackStart = .beginning) -> DecodedLines<TripRecord> {
        DecodedLines(lines: lines(of: (["trips"] + start.arguments).joined(separator: " "))) {
            line throws(PlacemarkClientError) in try TripRecord(line: line)
        }
    }

    /// One trip.
    public func trip(_ id: String) async throws(PlacemarkClientError) -> TripRecord {
        try await value(of: "trips show \(id)")
    }

    /// Says what kind of trip it was, and whatever else there is to say. What was said before stays in the journal.
    @discardableResult
    public func label(_ id: String, class: String?, note: String?) async throws(PlacemarkClientError) -> TripRecord {
        let words = ["trips label", id, `class` ?? "-", note].compactMap(\.self)
        return try await value(of: words.joined(separator: " "))
    }

    /// Whether the journal is as it was written; with a hash that was noted earlier, whether it still has that entry.
    public func verifyTrips(hash: String? = nil) async throws(PlacemarkClientError) -> TripsVerification {
        try await value(of: ["trips verify", hash].compactMap(\.self).joined(separator: " "))
    }
}

/// The ship's log, which is kept with the trips, for precise readers.
extension PlacemarkClient {
    /// The entries from the oldest to the newest. They come as they are asked for.
    public func log(since start: TrackStart = .beginning) -> DecodedLines<ShipsLogEntry> {
        DecodedLines(lines: lines(of: (["log"] + start.arguments).joined(separator: " "))) {
            line throws(PlacemarkClientError) in try ShipsLogEntry(line: line)
        }
    }

    /// Adds a remark, with the position and the time that the daemon knows. Returns the entry.
    @discardableResult
    public func remark(_ text: String) async throws(PlacemarkClientError) -> ShipsLogEntry {
        try await value(of: "log add \(text)")
    }
}
