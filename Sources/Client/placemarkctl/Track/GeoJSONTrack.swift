import PlacemarkModel

/// GeoJSON (RFC 7946): a `LineString` for each segment, with the times of its points in the property `coordTimes`.
///
/// A segment is cut at the antimeridian, as the RFC asks, and after `mostPoints`, so that not all of it must be held;
/// the cut is a point of both parts. A segment of one point is a `Point`.
struct GeoJSONTrack: TrackWriter {
    /// Of one feature.
    static let mostPoints = 5000

    private var segment = 0
    private var points: [TrackPoint] = []
    private var isFirst = true

    let beginning = "{\"type\":\"FeatureCollection\",\"features\":["

    mutating func add(_ point: TrackPoint) -> String {
        var text = ""
        if point.startsSegment || segment == 0 {
            text += feature()
            points = []
            segment += 1
        } else if let last = points.last {
            if abs(last.coordinate.longitude - point.coordinate.longitude) > 180 {
                let (west, east) = Self.cut(last, point)
                points.append(west)
                text += feature()
                points = [east]
            } else if points.count >= Self.mostPoints {
                text += feature()
                points = [last]
            }
        }
        points.append(point)
        return text
    }

    mutating func end() -> String { feature() + "\n]}\n" }

    /// The points so far as a feature; nothing when there are none.
    private mutating func feature() -> String {
        guard let first = points.first else { return "" }
        let positions = points.map(Self.position)
        let geometry =
            points.count == 1
            ? "{\"type\":\"Point\",\"coordinates\":\(Self.position(first))}"
            : "{\"type\":\"LineString\",\"coordinates\":[\(positions.joined(separator: ","))]}"
        let times = points.map { $0.timestamp.map { "\"\($0)\"" } ?? "null" }.joined(separator: ",")
        defer { isFirst = false }
        return (isFirst ? "\n" : ",\n") + "{\"type\":\"Feature\",\"properties\":{\"segment\":\(segment),"
            + "\"coordTimes\":[\(times)]},\"geometry\":\(geometry)}"
    }

    /// The coordinates of a line through at least two points, in as many parts as the antimeridian makes of it.
    static func lines(through points: [TrackPoint]) -> [String] {
        var lines: [[TrackPoint]] = [[]]
        for point in points {
            if let last = lines[lines.count - 1].last,
                abs(last.coordinate.longitude - point.coordinate.longitude) > 180
            {
                let (west, east) = cut(last, point)
                lines[lines.count - 1].append(west)
                lines.append([east])
            }
            lines[lines.count - 1].append(point)
        }
        return lines.map { "[\($0.map(position).joined(separator: ","))]" }
    }

    private static func position(_ point: TrackPoint) -> String {
        let (longitude, latitude) = (point.coordinate.longitude, point.coordinate.latitude)
        let altitude = point.altitude.map { "," + $0.fixed(decimals: 1) } ?? ""
        return "[\(longitude.fixed(decimals: 7)),\(latitude.fixed(decimals: 7))\(altitude)]"
    }

    /// Where the way crosses the antimeridian, as the end of one part and the start of the next.
    private static func cut(_ from: TrackPoint, _ to: TrackPoint) -> (end: TrackPoint, start: TrackPoint) {
        let side = from.coordinate.longitude < 0 ? -180.0 : 180.0
        let (before, after) = (
            abs(side - from.coordinate.longitude), abs(-side - to.coordinate.longitude)
        )
        let fraction = before + after > 0 ? before / (before + after) : 0
        func between(_ start: Double, _ end: Double) -> Double { start + (end - start) * fraction }
        var end = from
        if let start = from.timestamp, let last = to.timestamp {
            let milliseconds = (last.duration(since: start).inSeconds * fraction * 1000).rounded()
            // Between two moments of the track there is no overflow.
            end.time = .receiver(start.advanced(by: .milliseconds(Int64(milliseconds))) ?? start)
        }
        if let start = from.altitude, let last = to.altitude { end.altitude = between(start, last) }
        let latitude = between(from.coordinate.latitude, to.coordinate.latitude)
        // `side` itself: wrapping would choose one of the two for both.
        end.coordinate = Coordinate(latitude: latitude, longitude: side) ?? from.coordinate
        var start = end
        start.coordinate = Coordinate(latitude: latitude, longitude: -side) ?? to.coordinate
        return (end, start)
    }
}
