import PlacemarkModel

/// The ship's log for other programs, and for paper.
enum LogFormats {
    /// RFC 4180, with the numbers in plain units; times are those of the places.
    static func csv(_ entries: [ShipsLogEntry]) -> String {
        let columns = [
            "time", "latitude", "longitude", "accuracyInMeters", "positionAgeInSeconds", "courseInDegrees",
            "speedInMetersPerSecond", "odometerInMeters", "place", "trip", "remark", "by",
        ]
        let lines = entries.map { entry in
            let position = [entry.coordinate?.latitude, entry.coordinate?.longitude].map { number($0, decimals: 7) }
            return [TripFormats.time(entry.timestamp, offset: entry.utcOffset)] + position + [
                number(entry.horizontalAccuracy, decimals: 1), number(entry.positionAge, decimals: 0),
                number(entry.course, decimals: 1), number(entry.speed, decimals: 2),
                number(entry.odometer, decimals: 0),
                entry.place ?? "", entry.trip ?? "", entry.remark ?? "", entry.by.map { "\($0)" } ?? "",
            ]
        }
        return CSVDocument.text(columns: columns, lines)
    }

    private static func number(_ value: Double?, decimals: Int) -> String {
        value.map { $0.fixed(decimals: decimals) } ?? ""
    }

    /// A page to print: the table, whose head stands on each sheet. It needs nothing else, and asks nobody.
    static func html(_ entries: [ShipsLogEntry]) -> String {
        func row(_ cells: [String], _ tag: String) -> String {
            "<tr>" + cells.map { "<\(tag)>\(TripFormats.xml($0))</\(tag)>" }.joined() + "</tr>\n"
        }
        let rows = entries.map { row(LogTable.cells($0), "td") }.joined()
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <title>Ship's log</title>
            <style>
            @page { size: A4 landscape; margin: 15mm }
            body { font: 10pt/1.4 sans-serif }
            table { border-collapse: collapse; width: 100% }
            thead { display: table-header-group }
            tr { break-inside: avoid }
            th, td { border-bottom: 1px solid #999; padding: 2pt 6pt; text-align: left; vertical-align: top }
            td:nth-child(-n+5) { white-space: nowrap; font-variant-numeric: tabular-nums }
            </style>
            <h1>Ship's log</h1>
            <table>
            <thead>
            \(row(LogTable.columns, "th"))</thead>
            <tbody>
            \(rows)</tbody>
            </table>
            </html>

            """
    }
}
