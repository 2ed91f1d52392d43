import ArgumentParser
import PlacemarkClient
import PlacemarkModel

struct BeaconsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "beacons", abstract: "Show the beacons that are heard, and how far away they are.",
        discussion: """
            Of the beacons that regions name, the nearest first: how near (immediate, near, far or unknown), the \
            likeliest distance, the one that it does not exceed with 95 % probability, how strong its signal is, its \
            battery, and its regions. placemark-beacons listens for them. Only for root and members of the group \
            placemark-precise.

            EXAMPLES
              placemarkctl beacons
              watch -n 1 placemarkctl beacons
              placemarkctl beacons --json | jq -r '.beacons[] | select(.proximity == "near") | .regions[]'
            """)

    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let client = daemon.client
        try await output.show(json: await client.answer(to: "beacons"), text: await Self.text(client.beacons()))
    }

    static func text(_ report: BeaconsReport) -> String {
        var lines: [String] = []
        if let reason = report.reason { lines.append("Nothing is listening: \(reason).") }
        guard !report.beacons.isEmpty else {
            if report.isListening { lines.append("None of the beacons that \(regions(report.regions)) is heard.") }
            return lines.joined(separator: "\n")
        }
        let rows =
            [["PROXIMITY", "DISTANCE", "WITHIN", "STRENGTH", "AGE", "BATTERY", "BEACON", "REGIONS"]]
            + report.beacons.map(row)
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let cells = zip(row, widths).dropLast().map { Words.leftAligned($0, width: $1) } + row.suffix(1)
            lines.append(cells.joined(separator: "  "))
        }
        return lines.joined(separator: "\n")
    }

    private static func regions(_ count: Int) -> String { count == 1 ? "a region names" : "\(count) regions name" }

    private static func row(_ beacon: Beacon) -> [String] {
        [
            beacon.proximity.rawValue, beacon.distance.map { Words.number($0, decimals: 1) + " m" } ?? "–",
            beacon.accuracy.map { Words.number($0, decimals: 1) + " m" } ?? "–",
            beacon.strength.map { Words.number($0, decimals: 0) + " dBm" } ?? "–",
            Words.number(beacon.age, decimals: 0) + " s",
            beacon.battery.map { Words.number($0, decimals: 2) + " V" } ?? "–", Words.name(of: beacon),
            beacon.regions.joined(separator: ", "),
        ]
    }
}
