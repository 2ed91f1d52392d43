import PlacemarkCore

/// Values as people read them.
enum Words {
    static func placemark(_ report: PlacemarkReport) -> String {
        let stale = report.stale ? " (stale, \(age(report.age)) old)" : ""
        return place(report.placemark) + stale
    }

    /// From the smallest name to the largest, each once, and how far it is.
    static func place(_ placemark: Placemark) -> String {
        var names: [String] = []
        for name in [
            placemark.name, placemark.locality, placemark.subAdministrativeArea, placemark.administrativeArea,
            placemark.country ?? placemark.ocean,
        ].compactMap(\.self) where !names.contains(name) { names.append(name) }
        let distance = placemark.distance.map { " (\(length($0))\(placemark.bearing.map { " " + compass($0) } ?? ""))" }
        return names.joined(separator: ", ") + (distance ?? "")
    }

    static func location(_ report: LocationReport) -> String {
        var parts = [
            "\(number(report.coordinate.latitude, decimals: 5)), \(number(report.coordinate.longitude, decimals: 5))"
        ]
        if let accuracy = report.horizontalAccuracy { parts.append("±\(length(accuracy))") }
        if let speed = report.speed { parts.append("\(number(speed * 3.6, decimals: 0)) km/h") }
        if report.simulated == true { parts.append("simulated") }
        return parts.joined(separator: "  ")
    }

    static func source(_ report: SourceReport) -> String {
        let device = report.device.map { ", \($0)" } ?? ""
        let reason = report.reason.map { " (\($0))" } ?? ""
        return "\(report.state.rawValue)\(device) for \(age(report.since))\(reason)"
    }

    static func length(_ meters: Double) -> String {
        meters < 1000 ? "\(number(meters, decimals: 0)) m" : "\(number(meters / 1000, decimals: 1)) km"
    }

    static func age(_ seconds: Double) -> String {
        switch seconds {
        case ..<60: "\(number(seconds, decimals: 1)) s"
        case ..<3600: "\(number(seconds / 60, decimals: 0)) min"
        case ..<172_800: "\(number(seconds / 3600, decimals: 1)) h"
        default: "\(number(seconds / 86_400, decimals: 0)) days"
        }
    }

    static func compass(_ degrees: Double) -> String {
        let points = [
            "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
        ]
        // What the daemon sends is checked no less than what anybody sends.
        guard (0...360).contains(degrees) else { return "?" }
        return points[Int((degrees / 22.5).rounded()) % points.count]
    }

    static func number(_ value: Double, decimals: Int) -> String {
        let rounded = value.rounded(toDecimals: decimals)
        guard decimals > 0 else { return rounded.magnitude < 1e15 ? "\(Int(rounded))" : "\(rounded)" }
        return "\(rounded)"
    }

    static func leftAligned(_ text: String, width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    static func rightAligned(_ text: String, width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
