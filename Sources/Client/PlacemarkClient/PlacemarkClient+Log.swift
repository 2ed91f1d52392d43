public import PlacemarkModel

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
