import Foundation
import TestConditions
import TestSupport

@testable import PlacemarkModel

/// The trips that were recorded with real receivers (`traces` of the shared data), as gpsd would report them.
enum RecordedTrip {
    /// The fixes of a file, by the recorded clock from the first fix on. Without the file the test is cancelled.
    ///
    /// The accuracy is what gpsd makes of an HDOP: 19 m times it.
    static func fixes(_ name: String) throws -> [Location] {
        let file = try SharedData.traceOrCancel(name)
        var fixes: [Location] = []
        var position: (coordinate: Coordinate, hdop: Double)?
        for line in try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline) {
            let fields = line.prefix { $0 != "*" }.split(separator: ",", omittingEmptySubsequences: false)
            if fields[0].hasSuffix("GGA") {
                position = Self.position(gga: fields)
            } else if fields[0].hasSuffix("RMC"), fields[2] == "A", let position, let time = Self.time(rmc: fields) {
                let first = fixes.first?.timestamp ?? time
                fixes.append(
                    Location(
                        coordinate: position.coordinate, horizontalAccuracy: 19 * position.hdop,
                        speed: Double(fields[7]).map { $0 * 1852 / 3600 }, timestamp: time,
                        receivedAt: BootInstant(sinceBoot: .seconds(100) + time.duration(since: first))))
            }
        }
        return fixes
    }

    private static func position(gga fields: [Substring]) -> (coordinate: Coordinate, hdop: Double)? {
        guard fields[6] != "0", let latitude = angle(fields[2], fields[3]), let longitude = angle(fields[4], fields[5]),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude), let hdop = Double(fields[8])
        else { return nil }
        return (coordinate, hdop)
    }

    /// `4527.15574`, `N`: degrees and minutes in one number.
    private static func angle(_ number: Substring, _ hemisphere: Substring) -> Double? {
        guard let number = Double(number) else { return nil }
        let degrees = (number / 100).rounded(.down)
        let angle = degrees + (number - degrees * 100) / 60
        return hemisphere == "S" || hemisphere == "W" ? -angle : angle
    }

    private static func time(rmc fields: [Substring]) -> Timestamp? {
        func pair(_ text: Substring, _ index: Int) -> Substring { text.dropFirst(index * 2).prefix(2) }
        let (time, date) = (fields[1], fields[9])
        return Timestamp(
            parsing: "20\(pair(date, 2))-\(pair(date, 1))-\(pair(date, 0))"
                + "T\(pair(time, 0)):\(pair(time, 1)):\(pair(time, 2))Z")
    }
}
