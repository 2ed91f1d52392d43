import Foundation
import PlacemarkCore
import TestSupport

/// Fixes of a box whose true way is known, with the errors of a receiver: Gaussian, and each for itself.
struct Walk {
    var origin = cupertino
    /// Standard deviation of a fix in one direction, in metres.
    var sigma = 0.0
    /// What the receiver says of its accuracy; nil for the truth, 2.45 σ (95 % of a Rayleigh distribution).
    var claimedAccuracy: Double?
    var interval = 1.0
    var random = SeededRandom(seed: 1)

    var accuracy: Double { claimedAccuracy ?? max(1, 2.45 * sigma) }

    /// The fix at this time of a box that is so many metres north of the origin.
    mutating func fix(_ metersNorth: Double, at seconds: Double) -> Location {
        let (north, east) = gaussianPair()
        let metersInADegree = 111_195.0
        let place = coordinate(
            origin.latitude + (metersNorth + north * sigma) / metersInADegree,
            origin.longitude + east * sigma / metersInADegree / cos(origin.latitude * .pi / 180))
        return PlacemarkCoreTests.fix(place, at: seconds, accuracy: accuracy)
    }

    /// Two numbers of a normal distribution (Box and Muller, 1958).
    private mutating func gaussianPair() -> (Double, Double) {
        let radius = (-2 * log(Double.random(in: Double.leastNonzeroMagnitude..<1, using: &random))).squareRoot()
        let angle = Double.random(in: 0..<2 * .pi, using: &random)
        return (radius * cos(angle), radius * sin(angle))
    }
}

/// The fixes of a recording, with accuracies as gpsd makes them of NMEA: 19 m × HDOP.
enum Recording {
    /// Returns nil, and says so, when the recording is not on this machine.
    static func fixes(_ name: String) throws -> [Location]? {
        let files = SharedData.files(in: "traces", withExtension: "nmea")
        guard let file = files.first(where: { $0.lastPathComponent == name }) else {
            print("\(name) is not on this machine: it is not played")
            return nil
        }
        var fixes: [Location] = []
        var pending: (time: String, coordinate: Coordinate, hdop: Double)?
        for line in try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline) {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            if fields[0].hasSuffix("GGA") {
                pending = nil
                guard fields[6] != "0", let latitude = degrees(fields[2], fields[3]),
                    let longitude = degrees(fields[4], fields[5]), let hdop = Double(fields[8])
                else { continue }
                pending = (fields[1], coordinate(latitude, longitude), hdop)
            } else if fields[0].hasSuffix("RMC"), fields[2] == "A", let (time, coordinate, hdop) = pending,
                let timestamp = timestamp(date: fields[9], time: time)
            {
                let start = fixes.first?.timestamp ?? timestamp
                fixes.append(
                    Location(
                        coordinate: coordinate, horizontalAccuracy: 19 * hdop,
                        speed: Double(fields[7]).map { $0 * 1852 / 3600 }, course: Double(fields[8]),
                        timestamp: timestamp, receivedAt: at(timestamp.duration(since: start).inSeconds)))
            }
        }
        return fixes
    }

    private static func degrees(_ field: String, _ hemisphere: String) -> Double? {
        guard let number = Double(field) else { return nil }
        let degrees = (number / 100).rounded(.down)
        let value = degrees + (number - degrees * 100) / 60
        return "SW".contains(hemisphere) ? -value : value
    }

    private static func timestamp(date: String, time: String) -> Timestamp? {
        let (date, time) = (Array(date), Array(time))
        guard date.count == 6, time.count >= 6 else { return nil }
        return Timestamp(
            parsing: "20\(String(date[4...5]))-\(String(date[2...3]))-\(String(date[0...1]))T"
                + "\(String(time[0...1])):\(String(time[2...3])):\(String(time[4...]))Z")
    }
}
