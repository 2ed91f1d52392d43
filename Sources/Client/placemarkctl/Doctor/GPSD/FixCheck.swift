import PlacemarkModel

/// Whether the receiver knows where it is.
struct FixCheck {
    let report: GPSDSurvey.Receiver
    /// Fixes that are worse are rejected by the daemon.
    let maximumAccuracyInMeters: Double
    let showsLocation: Bool

    /// A fix in three dimensions needs as many, and one more for the time.
    private static let satellitesForAFix = 4

    var finding: DoctorFinding {
        guard let fix = report.fix else { return withoutFix }
        let accuracy = fix.horizontalAccuracy
        let facts = [
            fix.mode == .twoDimensional ? "2D fix" : "3D fix", satellites,
            accuracy.map { "±\(Words.length($0)) (95 %)" },
            showsLocation ? Words.coordinate(fix.coordinate) : nil,
        ]
        let found = facts.compactMap(\.self).joined(separator: ", ")
        if let accuracy, accuracy > maximumAccuracyInMeters {
            return .wrong(
                .fix, found + ": worse than MaximumAccuracy=, so the daemon rejects it.",
                advice: "Give the antenna more sky, or raise MaximumAccuracy= in [Location]:",
                "sudoedit /etc/placemarkd.conf")
        }
        return .ok(.fix, found)
    }

    /// Satellites that are heard promise a fix; without any, waiting does not help.
    private var withoutFix: DoctorFinding {
        let found = ["no fix", satellites].compactMap(\.self).joined(separator: ", ") + "."
        let watch = "gpsmon"
        switch report.satellites?.seen {
        case .some(0):
            return .wrong(
                .fix, found,
                advice: "Not one satellite is heard: check the antenna and its plug, and put it where it"
                    + " sees the sky. See them come:", watch)
        case .some(Self.satellitesForAFix...):
            return .notice(
                .fix, found,
                advice: "Satellites are heard, so a fix may come: a cold start takes up to a minute under"
                    + " open sky, and a quarter of an hour when the almanac is missing too. Look again:",
                "placemarkctl location --wait 5min")
        default:
            return .wrong(
                .fix, found,
                advice: "Put the antenna where it sees the sky, away from roofs, metal and USB 3 cables,"
                    + " and wait a quarter of an hour. See the satellites:", watch)
        }
    }

    private var satellites: String? {
        report.satellites.map { "\($0.used) of \($0.seen) satellites used" }
    }
}
