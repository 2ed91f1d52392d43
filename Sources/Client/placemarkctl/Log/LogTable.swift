import PlacemarkModel
import Replay

/// The ship's log as people read it: times of the places, positions in degrees and minutes, knots and nautical miles.
enum LogTable {
    static let columns = ["Time", "Position", "Course", "Speed", "Log", "Place", "Remark"]

    static func text(_ entries: [ShipsLogEntry]) -> String {
        ReplayTable.table([columns] + entries.map(cells), leftColumns: [0, 1, 5, 6])
    }

    /// What stands in the columns.
    static func cells(_ entry: ShipsLogEntry) -> [String] {
        [
            TripTable.time(entry.timestamp, offset: entry.utcOffset), position(entry),
            entry.course.map { Words.number($0, decimals: 0) + "°" } ?? "",
            entry.speed.map { Words.number($0 * 3600 / metersPerMile, decimals: 1) + " kn" } ?? "",
            entry.odometer.map { Words.number($0 / metersPerMile, decimals: 1) + " nm" } ?? "",
            entry.place ?? "", entry.remark ?? "",
        ]
    }

    /// Of a nautical mile, by definition.
    private static let metersPerMile = 1852.0

    /// `54°12.345′N 010°05.120′E`, and how old it is when it is not of that moment.
    private static func position(_ entry: ShipsLogEntry) -> String {
        guard let coordinate = entry.coordinate else { return "" }
        let latitude = angle(coordinate.latitude, digits: 2) + (coordinate.latitude < 0 ? "S" : "N")
        let longitude = angle(coordinate.longitude, digits: 3) + (coordinate.longitude < 0 ? "W" : "E")
        let age = entry.positionAge.map { " (\(Words.age($0)) old)" } ?? ""
        return "\(latitude) \(longitude)\(age)"
    }

    /// A thousandth of a minute is two metres.
    private static func angle(_ degrees: Double, digits: Int) -> String {
        let thousandths = Int((abs(degrees) * 60_000).rounded())
        func padded(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
        }
        let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 60_000)
        return "\(padded(whole, digits))°\(padded(rest / 1000, 2)).\(padded(rest % 1000, 3))′"
    }
}
