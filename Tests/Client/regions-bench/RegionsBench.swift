import ArgumentParser
import DaemonSettings
import FoundationEssentials
import LocationEngine
import PlacemarkModel

/// How the figures of docs/explain/performance.md are measured. `Benchmarks/regions.py` feeds it.
@main
struct RegionsBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "regions-bench",
        abstract: "Measure what regions take: loading, memory and the time for each fix.")

    @Argument(help: "A directory of *.geojson.")
    var directory: String
    @Option(help: ArgumentHelp("Fixes, one a second: lines of LAT,LON.", valueName: "csv"))
    var fixes: String
    /// It takes far too long for all of them.
    @Option(help: "How many of the fixes are also held against every region, for comparison.")
    var scanned = 50

    private struct Figures: Encodable {
        var regions = 0
        var fixes = 0
        var events = 0
        var loadSeconds = 0.0
        var buildSeconds = 0.0
        /// How long a reload with as many regions keeps fixes waiting.
        var handOverSeconds = 0.0
        /// Anonymous memory that the monitor takes, regions included.
        var megabytes = 0.0
        var microsecondsPerFix = 0.0
        var microsecondsPerScan = 0.0
    }

    func run() throws {
        let text = try String(contentsOf: URL(filePath: fixes), encoding: .utf8)
        let points = text.split(separator: "\n").compactMap { Coordinate(parsing: $0) }
        guard let first = points.first else { throw ValidationError("there is no fix in \(fixes)") }
        var figures = Figures()
        figures.fixes = points.count
        let before = Self.anonymousMegabytes()
        var monitor = RegionMonitor()
        var centers: [(Coordinate, Double)] = []
        let regions = try load(into: &monitor, &centers, &figures)
        figures.megabytes = Self.anonymousMegabytes() - before
        // At the first fixes nothing is known; what is measured is the time after that.
        for second in 0..<40 { _ = monitor.accepted(Self.fix(first, at: second)) }
        var events = 0
        figures.microsecondsPerFix =
            Self.seconds {
                for (index, point) in points.enumerated() {
                    events += monitor.accepted(Self.fix(point, at: 40 + index)).count
                }
            } * 1e6 / Double(points.count)
        figures.events = events
        let (replaced, next) = (monitor.files, RegionTable(regions))
        figures.handOverSeconds = Self.seconds { monitor.replace(files: next) }
        withExtendedLifetime(replaced) {}
        var inside = 0
        let scanned = points.prefix(scanned)
        figures.microsecondsPerScan =
            Self.seconds {
                for point in scanned { inside += centers.count { $0.0.distance(to: point) < $0.1 } }
            } * 1e6 / Double(scanned.count)
        figures.regions = centers.count
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        print(String(decoding: try encoder.encode(figures), as: UTF8.self))
    }

    private func load(
        into monitor: inout RegionMonitor, _ centers: inout [(Coordinate, Double)], _ figures: inout Figures
    ) throws -> [Region] {
        var regions: [Region] = []
        figures.loadSeconds = try Self.seconds { regions = try RegionFiles.load(directory: directory) }
        var table = RegionTable()
        figures.buildSeconds = Self.seconds { table = RegionTable(regions) }
        monitor.replace(files: table)
        centers = regions.compactMap { region in
            if case .circle(let center, let radius) = region.shape { (center, radius) } else { nil }
        }
        return regions
    }

    private static func fix(_ point: Coordinate, at second: Int) -> Location {
        Location(coordinate: point, horizontalAccuracy: 5, receivedAt: BootInstant(sinceBoot: .seconds(second)))
    }

    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        try ContinuousClock().measure(body).inSeconds
    }

    private static func anonymousMegabytes() -> Double {
        let status = (try? String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
    }
}
