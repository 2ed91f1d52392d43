import PlacemarkCore

/// Writes a track point by point, so that its size does not matter.
protocol TrackWriter {
    var beginning: String { get }
    mutating func add(_ point: TrackPoint) -> String
    mutating func end() -> String
}

extension Double {
    /// The number with this many decimals and no exponent, as XML's and most programs' decimals are.
    func fixed(decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
        guard let scaled = Int(exactly: (self * scale).rounded()) else { return "0" }
        let digits = String(scaled.magnitude)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return (scaled < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}

/// One point a line, as it came.
struct JSONTrack: TrackWriter {
    let beginning = ""
    func add(_ point: TrackPoint) -> String { JSON.line(point) + "\n" }
    func end() -> String { "" }
}
