import PlacemarkClient
import PlacemarkModel

/// The ways of trips, as far as the daemon keeps a track of that time.
struct TripWays {
    private struct Span {
        let id: String
        let start, end: Timestamp
    }

    /// In the order of the starts.
    private let spans: [Span]
    private var next = 0
    private var ways: [String: [[TrackPoint]]] = [:]

    /// Begins with no way. Trips do not overlap.
    init(of trips: [TripRecord]) {
        spans = trips.compactMap { trip in
            guard let start = trip.start.timestamp, let end = trip.end.timestamp else { return nil }
            return Span(id: trip.id, start: start, end: end)
        }.sorted { $0.start < $1.start }
    }

    /// Asks the daemon for the track since the first trip. Where it keeps none there are no ways.
    static func read(of trips: [TripRecord], from client: PlacemarkClient) async throws -> TripWays {
        var ways = TripWays(of: trips)
        guard let start = ways.spans.first?.start else { return ways }
        do throws(PlacemarkClientError) {
            for try await point in client.track(since: .time(start)) { ways.add(point) }
        } catch .noAnswerYet {
            // No track is kept.
        }
        return ways
    }

    /// Takes the next point of the track; what belongs to no trip is left out.
    mutating func add(_ point: TrackPoint) {
        guard let time = point.timestamp else { return }
        while next < spans.count, spans[next].end < time { next += 1 }
        guard next < spans.count, spans[next].start <= time else { return }
        var lines = ways.removeValue(forKey: spans[next].id) ?? []
        if lines.isEmpty || point.startsSegment { lines.append([]) }
        lines[lines.count - 1].append(point)
        ways[spans[next].id] = lines
    }

    /// The parts of a trip's way that are known, each of two points or more; none where the track has nothing of it.
    func lines(of trip: TripRecord) -> [[TrackPoint]] { (ways[trip.id] ?? []).filter { $0.count > 1 } }
}
