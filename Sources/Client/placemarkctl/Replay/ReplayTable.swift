import PlacemarkModel
import Replay

/// The results of a replay as people read them.
enum ReplayTable {
    static func text(_ summary: TripSummary) -> String {
        var rows: [(String, String)] = []
        if let recording = summary.recording {
            rows.append(("Recording", recording.format))
            if recording.damaged > 0 { rows.append(("Damaged", "\(recording.damaged) lines or other pieces, skipped")) }
            if recording.undated > 0 {
                rows.append(("Without time", "\(recording.undated) positions, taken as one a second"))
            }
        }
        let rejected = counts(summary.fixes.rejected)
        rows += [
            ("Time", Words.age(summary.elapsed)), ("Distance", Words.length(summary.distance)),
            ("Fixes", "\(summary.fixes.accepted) accepted; rejected: \(rejected.isEmpty ? "none" : rejected)"),
            ("Events", counts(summary.events)), ("Policy", summary.geocoding.policy),
        ]
        let values = values(of: summary.geocoding)
        rows += zip(columns.dropFirst(), values.dropFirst()).map { ($0, $1) }
        rows.removeAll { $0.1.isEmpty }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "\(Words.leftAligned($0.0, width: width))  \($0.1)" }.joined(separator: "\n")
    }

    static func text(_ comparison: TripComparison) -> String {
        "\n" + table([columns] + comparison.policies.map(values), leftColumns: [0])
    }

    /// The street that a map shows at the place and time of each line.
    static func text(_ report: StreetsReport) -> String {
        let rows = report.streets.map { stretch in
            [
                Self.time(stretch.elapsed), stretch.street ?? "no street", stretch.locality ?? "", numbers(of: stretch),
                Words.length(stretch.distance), Words.coordinate(stretch.coordinate),
            ]
        }
        let changes =
            "The street changed \(report.changes) times; by the position of each fix alone, \(report.changesByPosition)."
        return "\n"
            + table([["Time", "Street", "Place", "Numbers", "Along", "Begins at"]] + rows, leftColumns: [1, 2, 3])
            + "\n\n" + changes
    }

    private static func numbers(of stretch: StreetStretch) -> String {
        guard let first = stretch.firstNumber, let last = stretch.lastNumber else { return "" }
        return first == last ? first : "\(first) to \(last)"
    }

    /// `1:02:03`
    private static func time(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e9))
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(whole / 3600):\(twoDigits(whole / 60 % 60)):\(twoDigits(whole % 60))"
    }

    static func table(_ lines: [[String]], leftColumns: Set<Int>) -> String {
        let widths = (lines.first ?? []).indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            zip(line.indices, line).map { column, value in
                leftColumns.contains(column)
                    ? Words.leftAligned(value, width: widths[column]) : Words.rightAligned(value, width: widths[column])
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    private static let columns = [
        "Policy", "Requests", "Placemarks", "Shortest time", "Shortest way", "Right", "Driving",
    ]

    private static func values(of policy: PolicySummary) -> [String] {
        [
            policy.policy, "\(policy.requests)", policy.placemarks.map(String.init) ?? "",
            policy.shortestInterval.map(Words.age) ?? "", policy.shortestDistance.map(Words.length) ?? "",
            policy.rightShare.map(percent) ?? "unknown", policy.rightShareDriving.map(percent) ?? "",
        ]
    }

    private static func percent(_ share: Double) -> String { "\(Words.number(share * 100, decimals: 1)) %" }

    private static func counts(_ counts: [String: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }
}
