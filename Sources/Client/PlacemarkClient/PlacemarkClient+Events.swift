public import PlacemarkModel

/// What happens, as it happens.
extension PlacemarkClient {
    /// The current state, then each event, until the daemon stops. A slow reader gets the current state instead of what
    /// it has missed.
    public func events(_ filter: EventFilter = .all) -> DecodedLines<EventReport> {
        DecodedLines(lines: lines(of: Self.watchRequest(filter))) { line throws(PlacemarkClientError) in
            try EventLine(line: line).report
        }
    }

    /// The request of `events` in the line dialect.
    public static func watchRequest(_ filter: EventFilter) -> String {
        filter == .all ? "watch" : "watch \(filter.arguments)"
    }
}

/// A line of `watch`, which may come from a later version of the daemon.
private struct EventLine: Decodable {
    /// Nil for an event that this version does not know.
    let report: EventReport?

    private enum CodingKeys: String, CodingKey { case event }

    init(from decoder: any Decoder) throws {
        // Events of all versions have a name.
        _ = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .event)
        report = try? EventReport(from: decoder)
    }
}
