import FoundationEssentials
public import PlacemarkCore

/// From when on a track is asked for.
public enum TrackStart: Hashable, Sendable {
    /// As far back as it is kept.
    case beginning
    /// So long before now, by the receiver's clock.
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

/// The points of `PlacemarkClient.track(since:)`, from the oldest to the newest. They come as they are asked for.
public struct TrackPoints: AsyncSequence, Sendable {
    public typealias Element = TrackPoint
    public typealias Failure = PlacemarkClientError

    let lines: AnswerLines

    public func makeAsyncIterator() -> Iterator { Iterator(lines: lines.makeAsyncIterator()) }

    public struct Iterator: AsyncIteratorProtocol {
        var lines: AnswerLines.Iterator

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(PlacemarkClientError) -> TrackPoint? {
            guard let line = try await lines.next(isolation: actor) else { return nil }
            // The daemon may break off with an error, and a connection in the middle of a line.
            if let error = PlacemarkClientError(errorLine: line) { throw error }
            do {
                return try JSONDecoder().decode(TrackPoint.self, from: Data(line))
            } catch {
                throw .malformedAnswer("the track breaks off: \(error)")
            }
        }
    }
}
