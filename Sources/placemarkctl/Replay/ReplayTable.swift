import PlacemarkCore
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
        let lines = [columns] + comparison.policies.map(values)
        let widths = columns.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return "\n"
            + lines.map { line in
                zip(line.indices, line).map { column, value in
                    column == 0
                        ? Words.leftAligned(value, width: widths[0]) : Words.rightAligned(value, width: widths[column])
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
