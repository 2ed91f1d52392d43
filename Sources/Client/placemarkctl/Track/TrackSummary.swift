import PlacemarkModel

/// A track in a few lines for a person.
struct TrackSummary: TrackWriter {
    private var points = 0
    private var segments = 0
    private var distanceInMeters = 0.0
    private var times: ClosedRange<Timestamp>?
    private var last: TrackPoint?

    let beginning = ""

    mutating func add(_ point: TrackPoint) -> String {
        points += 1
        if let last, !point.startsSegment {
            distanceInMeters += last.coordinate.distance(to: point.coordinate)
        } else {
            segments += 1
        }
        if let time = point.timestamp {
            times = min(times?.lowerBound ?? time, time)...max(times?.upperBound ?? time, time)
        }
        last = point
        return ""
    }

    func end() -> String {
        guard points > 0 else { return "The track has no positions yet.\n" }
        var lines = ["Track  \(points) points in \(segments) \(segments == 1 ? "segment" : "segments")"]
        lines.append("Way    \(Words.length(distanceInMeters))")
        if let times {
            lines.append("From   \(times.lowerBound)")
            lines.append("To     \(times.upperBound)")
        }
        lines.append("placemarkctl track --format gpx > way.gpx saves it.")
        return lines.joined(separator: "\n") + "\n"
    }
}
