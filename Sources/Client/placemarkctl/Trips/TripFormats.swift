import PlacemarkModel

/// Trips for other programs.
enum TripFormats {
    /// RFC 4180, with the numbers in plain units; times are those of the places.
    static func csv(_ trips: [TripRecord]) -> String {
        let columns = [
            "id", "state", "start", "end", "from", "to", "startLatitude", "startLongitude", "endLatitude",
            "endLongitude",
            "distanceInMeters", "errorInMeters", "durationInSeconds", "movingInSeconds", "meanInMetersPerSecond",
            "greatestInMetersPerSecond", "gaps", "countries", "countriesSince", "class", "note",
        ]
        let lines = trips.map { trip in
            let numbers = [trip.duration, trip.movingTime].map { $0.fixed(decimals: 0) }
            let places = [trip.start.coordinate, trip.end.coordinate].flatMap {
                [$0.latitude.fixed(decimals: 7), $0.longitude.fixed(decimals: 7)]
            }
            let ends = [trip.start, trip.end]
            let since = trip.countries.map(Self.since).joined(separator: " ")
            return [trip.id, trip.state.rawValue] + ends.map { time($0.timestamp, offset: $0.utcOffset) }
                + ends.map(name) + places
                + [trip.distance.fixed(decimals: 0), trip.distanceError.fixed(decimals: 0)] + numbers
                + [trip.meanSpeed, trip.greatestSpeed].map { $0.map { $0.fixed(decimals: 2) } ?? "" }
                + [
                    "\(trip.gaps?.count ?? 0)", trip.countries.compactMap(\.isoCountryCode).joined(separator: " "),
                    since, trip.label?.class ?? "", trip.label?.note ?? "",
                ]
        }
        return CSVDocument.text(columns: columns, lines)
    }

    /// RFC 3339, with the offset of the place.
    static func time(_ timestamp: Timestamp?, offset: Int?) -> String {
        guard let timestamp else { return "" }
        guard let offset else { return "\(timestamp)" }
        let local = (timestamp.advanced(by: .seconds(offset)) ?? timestamp).description
        return local.prefix(19) + TripTable.offset(offset)
    }

    /// `PT 2026-11-20T07:12:00Z`: since when the trip was in a country, in UTC; without a time where the receiver had none.
    private static func since(_ country: TripRecord.Place) -> String {
        let code = country.isoCountryCode ?? "?"
        return country.timestamp.map { "\(code) \($0)" } ?? code
    }

    private static func name(_ end: TripRecord.End) -> String { end.placemark?.city ?? "" }

    /// GPX 1.1: a track for each trip whose way is known, and for others a route from start to end.
    static func gpx(_ trips: [TripRecord], _ ways: TripWays) -> String {
        func point(_ end: TripRecord.End) -> String {
            let time = end.timestamp.map { "<time>\($0)</time>" } ?? ""
            return "<rtept lat=\"\(end.coordinate.latitude.fixed(decimals: 7))\""
                + " lon=\"\(GPXTrack.longitude(end.coordinate.longitude))\">\(time)<name>\(xml(name(end)))</name></rtept>\n"
        }
        func head(_ trip: TripRecord) -> String { "<name>\(trip.id)</name><desc>\(xml(summary(trip)))</desc>\n" }
        let (tracks, routes) = (
            trips.filter { !ways.lines(of: $0).isEmpty }, trips.filter { ways.lines(of: $0).isEmpty }
        )
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="placemarkd" xmlns="http://www.topografix.com/GPX/1/1">

            """ + routes.map { "<rte>\(head($0))\(point($0.start))\(point($0.end))</rte>\n" }.joined()
                + tracks.map { "<trk>\(head($0))\(ways.lines(of: $0).map(GPXTrack.segment).joined())</trk>\n" }.joined()
                + "</gpx>\n"
    }

    /// Text as XML and HTML have it between tags.
    static func xml(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// `Tokyo to Fuji, 118.3 km`
    static func summary(_ trip: TripRecord) -> String {
        func place(_ end: TripRecord.End) -> String { end.placemark?.city ?? Words.coordinate(end.coordinate) }
        return "\(place(trip.start)) to \(place(trip.end)), \(Words.length(trip.distance))"
    }

    /// RFC 7946: the way of each trip as far as it is known, or else a straight line from start to end, with the trip as its
    /// properties.
    static func geoJSON(_ trips: [TripRecord], _ ways: TripWays) -> String {
        let features = trips.map { trip in
            let known = ways.lines(of: trip)
            // Only where it is counts.
            let ends = [trip.start, trip.end].map { TrackPoint(coordinate: $0.coordinate, time: .sinceBoot(.zero)) }
            let lines = (known.isEmpty ? [ends] : known).flatMap(GeoJSONTrack.lines)
            let geometry =
                known.isEmpty && lines.count == 1
                ? "\"LineString\",\"coordinates\":\(lines[0])"
                : "\"MultiLineString\",\"coordinates\":[\(lines.joined(separator: ","))]"
            return "{\"type\":\"Feature\",\"geometry\":{\"type\":\(geometry)},\"properties\":\(JSON.line(trip))}"
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\n" + features.joined(separator: ",\n") + "\n]}\n"
    }

    /// RFC 5545: an event for each trip that has ended, with the trip's identity.
    ///
    /// - Parameter now: when it is written.
    static func calendar(_ trips: [TripRecord], at now: Timestamp) -> String {
        func moment(_ timestamp: Timestamp) -> String {
            timestamp.description.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
        }
        let events = trips.flatMap { trip -> [String] in
            guard let start = trip.start.timestamp, let end = trip.end.timestamp else { return [] }
            let note = [trip.label?.class, trip.label?.note].compactMap(\.self).joined(separator: ": ")
            let latitude = trip.end.coordinate.latitude.fixed(decimals: 6)
            return [
                "BEGIN:VEVENT", "UID:\(trip.id)@placemarkd", "DTSTAMP:\(moment(now))", "DTSTART:\(moment(start))",
                "DTEND:\(moment(end))", "SUMMARY:\(text(summary(trip)))",
                "GEO:\(latitude);\(trip.end.coordinate.longitude.fixed(decimals: 6))",
            ] + (note.isEmpty ? [] : ["DESCRIPTION:\(text(note))"]) + ["END:VEVENT"]
        }
        let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//placemarkd//trips//EN"] + events + ["END:VCALENDAR"]
        return lines.map { folded($0) + "\r\n" }.joined()
    }

    private static func text(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
            .split(whereSeparator: \.isNewline).joined(separator: "\\n")
    }

    /// No line of more than 75 bytes: the rest goes on the next ones, each after a blank.
    private static func folded(_ line: String) -> String {
        var (lines, length) = ([""], 0)
        for character in line {
            let count = String(character).utf8.count
            if length + count > (lines.count == 1 ? 75 : 74) {
                lines.append("")
                length = 0
            }
            lines[lines.count - 1].append(character)
            length += count
        }
        return lines.joined(separator: "\r\n ")
    }
}
