import PlacemarkModel

/// Whether what the daemon publishes is current.
struct PositionCheck {
    let status: Status
    /// This program has just heard the gpsd that the daemon should hear.
    let reachesGPSD: Bool
    let isGPSDLocal: Bool
    let showsLocation: Bool

    var finding: DoctorFinding {
        let source = status.source
        // A device may be a path; a reason is in the daemon's own words and holds no place.
        let state = "the source is \(Words.source(source))"
        switch source.state {
        case .connecting, .disconnected: return withoutGPSD(state)
        case .waiting, .lost:
            return .wrong(
                .position, state + ".", advice: "Receiver, above, says more. What the daemon saw:",
                "journalctl --unit placemarkd --lines 20")
        case .noFix, .stale:
            return .notice(
                .position, "\(state); \(ages).", advice: "Fix, above, says more. To see a fix come:",
                "placemarkctl watch source")
        case .live: return live
        }
    }

    private func withoutGPSD(_ state: String) -> DoctorFinding {
        guard reachesGPSD else {
            return .wrong(.position, state + ".", advice: "gpsd, above, says more. What the daemon saw:", log)
        }
        guard !isGPSDLocal else {
            return .wrong(
                .position, state + ". This program hears gpsd; the daemon may have been started with other settings.",
                advice: "Let it read them again:", "sudo systemctl restart placemarkd.service", log)
        }
        return .wrong(
            .position, state + ". This program hears gpsd, and the service may not: its unit allows this machine only.",
            advice: "Allow the address of gpsd, under [Service] as IPAddressAllow=ADDRESS, and restart:",
            "sudo systemctl edit placemarkd.service", "sudo systemctl restart placemarkd.service")
    }

    private var live: DoctorFinding {
        if let fixes = status.fixes, fixes.accepted == 0, let most = fixes.rejected.max(by: { $0.value < $1.value }) {
            return .wrong(
                .position, "every fix is rejected, most of them as \(most.key) (\(most.value)).",
                advice: "The limits are under [Location] in the manual. To see one after the other:",
                "man 5 placemarkd.conf", "placemarkctl watch rejected")
        }
        if status.geocoding?.failing == true, status.geocoding?.network == nil {
            return .wrong(
                .position, "there are fixes, and the geocoder fails.", advice: "The daemon says why:", log)
        }
        guard status.placemark != nil else {
            return .notice(
                .position, "live; there is no placemark yet.", advice: "Wait for it:", "placemarkctl watch placemark")
        }
        return .ok(.position, "live for \(Words.age(status.source.since)); \(ages)")
    }

    private var ages: String {
        let location = status.location.map { report in
            let place = showsLocation ? " (\(Words.coordinate(report.coordinate)))" : ""
            return "location\(place) \(Words.age(report.age)) old"
        }
        let placemark = status.placemark.map { report in
            let place = showsLocation ? " (\(Words.place(report.placemark)))" : ""
            return "placemark\(place) \(Words.age(report.age)) old\(report.stale ? ", stale" : "")"
        }
        return [location ?? "no location", placemark ?? "no placemark"].joined(separator: ", ")
    }

    private var log: String { "journalctl --unit placemarkd --lines 20" }
}
