import PlacemarkModel

/// Writes a track point by point, so that its size does not matter.
protocol TrackWriter {
    var beginning: String { get }
    mutating func add(_ point: TrackPoint) -> String
    mutating func end() -> String
}

/// One point a line, as it came.
struct JSONTrack: TrackWriter {
    let beginning = ""
    func add(_ point: TrackPoint) -> String { JSON.line(point) + "\n" }
    func end() -> String { "" }
}
