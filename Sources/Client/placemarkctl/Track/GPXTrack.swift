import PlacemarkModel

/// GPX 1.1 (https://www.topografix.com/GPX/1/1/): one track, a segment wherever the way is not known.
struct GPXTrack: TrackWriter {
    private var isInSegment = false

    let beginning = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="placemarkd" xmlns="http://www.topografix.com/GPX/1/1"\
         xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\
         xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">
        <trk>

        """

    mutating func add(_ point: TrackPoint) -> String {
        var text = ""
        if point.startsSegment || !isInSegment {
            text += isInSegment ? "</trkseg>\n<trkseg>\n" : "<trkseg>\n"
            isInSegment = true
        }
        return text + Self.text(point)
    }

    private static func text(_ point: TrackPoint) -> String {
        let (latitude, longitude) = (point.coordinate.latitude, point.coordinate.longitude)
        var text = "<trkpt lat=\"\(latitude.fixed(decimals: 7))\" lon=\"\(Self.longitude(longitude))\">"
        if let altitude = point.altitude { text += "<ele>\(altitude.fixed(decimals: 1))</ele>" }
        if let timestamp = point.timestamp { text += "<time>\(timestamp)</time>" }
        return text + "</trkpt>\n"
    }

    /// A segment of these points.
    static func segment(_ points: [TrackPoint]) -> String { "<trkseg>\n\(points.map(text).joined())</trkseg>\n" }

    func end() -> String { (isInSegment ? "</trkseg>\n" : "") + "</trk>\n</gpx>\n" }

    /// GPX has longitudes below 180 only.
    static func longitude(_ degrees: Double) -> String {
        let text = degrees.fixed(decimals: 7)
        return text == "180.0000000" ? "-180.0000000" : text
    }
}
