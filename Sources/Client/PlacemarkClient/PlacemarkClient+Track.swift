public import PlacemarkModel

/// Where a track begins.
public enum TrackStart: Hashable, Sendable {
    /// As far back as it is kept.
    case beginning
    /// This long before now, by the receiver's clock.
    case ago(Duration)
    case time(Timestamp)

    /// As on the request line.
    var arguments: [String] {
        switch self {
        case .beginning: []
        case .ago(let duration): ["since", "\(Int64(max(0, min(duration.inSeconds.rounded(), 3.2e10))))s"]
        case .time(let timestamp): ["since", timestamp.description]
        }
    }
}

/// Where this machine was, as far as it is kept, for precise readers.
extension PlacemarkClient {
    /// The positions of the past from the oldest to the newest. They come as they are asked for.
    public func track(since start: TrackStart = .beginning) -> DecodedLines<TrackPoint> {
        DecodedLines(lines: lines(of: (["track"] + start.arguments).joined(separator: " "))) {
            line throws(PlacemarkClientError) in try TrackPoint(line: line)
        }
    }

    /// Deletes the track. Returns how many positions it had.
    @discardableResult
    public func clearTrack() async throws(PlacemarkClientError) -> Int {
        let cleared: ClearedTrack = try await value(of: "track clear")
        return cleared.cleared
    }
}

private struct ClearedTrack: Decodable { let cleared: Int }
