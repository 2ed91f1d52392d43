import PlacemarkModel

/// A line of a table of positions: a country, latitude and longitude in degrees, and one text or more, with tabs between.
struct LocatedRow {
    var country: String
    var coordinate: Coordinate
    /// What follows. The first is not empty.
    var texts: [String]

    /// Reads a file of such lines.
    ///
    /// - Parameter columns: What the texts are, for the error that names file and line: `["NAME", "CITY"]`.
    static func rows(of path: String, columns: [String]) throws(SourceError) -> [LocatedRow] {
        var rows: [LocatedRow] = []
        for (index, line) in try SourceText.lines(of: path).enumerated() {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 3 + columns.count, let latitude = Double(fields[1]),
                let longitude = Double(fields[2]),
                let coordinate = Coordinate(latitude: latitude, longitude: longitude), !fields[3].isEmpty
            else {
                let expected = (["COUNTRY", "LATITUDE", "LONGITUDE"] + columns).joined(separator: ", ")
                throw .badRecord(path: path, record: "\(index + 1)", expected: "\(expected) with tabs")
            }
            rows.append(
                LocatedRow(country: String(fields[0]), coordinate: coordinate, texts: fields[3...].map(String.init)))
        }
        return rows
    }
}
