import Glibc

/// Whether the unit that sets the system's time zone does so.
struct TimeZoneCheck {
    let unit: ServiceUnit
    let systemZone: String?
    /// That of the published placemark.
    let placemarkZone: String?
    /// A zone is a place.
    let showsLocation: Bool

    var finding: DoctorFinding {
        guard unit.isActive else {
            return .wrong(
                .timeZone, "placemark-timezone.service is enabled, but is not running (\(unit.active)).",
                advice: "See why, and start it:", "journalctl --unit placemark-timezone --lines 20",
                "sudo systemctl restart placemark-timezone.service")
        }
        guard let placemarkZone else { return .ok(.timeZone, "the unit waits for a placemark") }
        guard placemarkZone != systemZone else {
            return .ok(.timeZone, "set" + (showsLocation ? " to \(placemarkZone)" : ""))
        }
        let zones = showsLocation ? " (\(systemZone ?? "unknown") instead of \(placemarkZone))" : ""
        return .notice(
            .timeZone, "the system's time zone is not that of the placemark\(zones).",
            advice: "It should follow within seconds; see what keeps it from that:",
            "journalctl --unit placemark-timezone --lines 20", "timedatectl")
    }
}

/// The time zone of the system.
enum SystemTimeZone {
    /// By the link of localtime(5); nil when there is none.
    static var name: String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        // Not realpath(): some zones are links to others themselves.
        let count = readlink("/etc/localtime", &path, path.count)
        let text = String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let parts = text.split(separator: "zoneinfo/", maxSplits: 1)
        return parts.count == 2 ? String(parts[1]) : nil
    }
}
