import ArgumentParser
import FoundationEssentials
import Gazetteer
import PlacemarkModel

/// `gazetteer-bench lookups`: how the figures of docs/explain/performance-names.md are measured.
struct MeasureLookups: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookups", abstract: "Measure opening, lookups and memory.")

    @Flag(help: "Write JSON.")
    var json = false

    @Option(help: ArgumentHelp("Points to look up too: CSV with columns latitude and longitude.", valueName: "csv"))
    var points: String?

    @Option(
        help: ArgumentHelp("A detail pack beside it. May be given again.", valueName: "file"),
        completion: .file(extensions: ["gazetteer"]))
    var pack: [String] = []

    @Argument(help: "The gazetteer.", completion: .file(extensions: ["gazetteer"]))
    var file: String

    func run() throws {
        let gazetteer = try Gazetteer(path: file)
        var sets = [
            "anywhere": BenchPoints.anywhere(count: 200_000),
            "nearPlaces": BenchPoints.nearPlaces(of: gazetteer, count: 200_000),
        ]
        if let points { sets["points"] = try BenchPoints.read(points) }
        gazetteer.releaseMemory()
        let figures = try BenchFigures(path: file, sets: sets, details: try pack.map { try DetailPack(path: $0) })
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            print(String(decoding: try encoder.encode(figures), as: UTF8.self))
        } else {
            print(figures.lines.joined(separator: "\n"))
        }
    }
}

extension BenchFigures {
    /// For people.
    var lines: [String] {
        func pair(_ median: Double, _ p99: Double) -> String {
            "median \(median.rounded(toDecimals: 2)) µs, p99 \(p99.rounded(toDecimals: 2)) µs"
        }
        func memory(_ name: String, _ memory: Memory?) -> [String] {
            guard let memory else { return [] }
            func megabytes(_ bytes: Int) -> Double { (Double(bytes) / 1e6).rounded(toDecimals: 1) }
            return [("local", memory.local), ("world", memory.world)].map { reach, use in
                "\(name), \(reach): \(megabytes(use.resident)) MB resident, \(megabytes(use.anonymous)) MB of it anonymous"
            }
        }
        var lines = [
            "open and first placemark, structure: \(pair(opening.structureMedian, opening.structureP99))",
            "open and first placemark, full: \(pair(opening.fullMedian, opening.fullP99))",
        ]
        for (name, lookups) in lookups.sorted(by: { $0.key < $1.key }) {
            lines.append(
                "placemark, \(name): \(lookups.cpuInBulk.rounded(toDecimals: 2)) µs CPU in bulk; "
                    + "\(pair(lookups.median, lookups.p99)), of which the clock takes \(clock.rounded(toDecimals: 2)) µs"
            )
        }
        lines += memory("memory added", self.memory) + memory("memory touched", memoryTouched)
        if let search { lines.append("search by name and country: \(pair(search.median, search.p99))") }
        return lines
    }
}
