public import Foundation

/// The fixes of an NMEA recording, as far as tests of tracks need them.
public struct NMEARecording: Sendable {
    public struct Fix: Sendable {
        public var latitude, longitude: Double
        public var altitude: Double?
        /// Horizontal dilution of precision; times 19 m it is the accuracy that gpsd reports.
        public var dilution: Double
        /// Seconds since 1970-01-01T00:00:00Z.
        public var seconds: Int
    }

    public let fixes: [Fix]

    /// Joins each GGA with the RMC of the same second; sentences without a fix, and damaged ones, are skipped.
    public init(contentsOf url: URL) throws {
        var fixes: [Fix] = []
        var position: (fields: [String], time: String)?
        for line in try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline) {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            if fields[0].hasSuffix("GGA"), fields.count > 9 {
                position = (fields, fields[1])
            } else if fields[0].hasSuffix("RMC"), fields.count > 9, fields[2] == "A", let (gga, time) = position,
                time == fields[1], gga[6] != "0",
                let latitude = Self.degrees(gga[2], negative: gga[3] == "S"),
                let longitude = Self.degrees(gga[4], negative: gga[5] == "W"), let dilution = Double(gga[8]),
                let seconds = Self.seconds(date: fields[9], time: time)
            {
                fixes.append(
                    Fix(
                        latitude: latitude, longitude: longitude, altitude: Double(gga[9]), dilution: dilution,
                        seconds: seconds))
            }
        }
        self.fixes = fixes
    }

    private static func degrees(_ text: String, negative: Bool) -> Double? {
        guard let number = Double(text) else { return nil }
        let degrees = (number / 100).rounded(.down)
        return (degrees + (number - degrees * 100) / 60) * (negative ? -1 : 1)
    }

    private static func seconds(date: String, time: String) -> Int? {
        func two(_ text: String, _ index: Int) -> Int? { Int(text.dropFirst(index * 2).prefix(2)) }
        guard let day = two(date, 0), let month = two(date, 1), let year = two(date, 2), let hour = two(time, 0),
            let minute = two(time, 1), let second = two(time, 2)
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components = DateComponents(
            year: 2000 + year, month: month, day: day, hour: hour, minute: minute, second: second)
        return calendar.date(from: components).map { Int($0.timeIntervalSince1970) }
    }
}
