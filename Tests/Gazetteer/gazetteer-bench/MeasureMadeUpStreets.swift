import ArgumentParser
import Files
import FoundationEssentials
import Gazetteer
import GazetteerBuilding
import PlacemarkModel

/// `gazetteer-bench made-up-streets`: how packs grow, measured with countries that are made up.
struct MeasureMadeUpStreets: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "made-up-streets", abstract: "Build a pack of a made-up country, and measure it.")

    @Option(help: ArgumentHelp("About how many addresses the country has.", valueName: "count"))
    var addresses = 200_000

    @Option(
        help: ArgumentHelp("The world file. Default: the installed one.", valueName: "file"),
        completion: .file(extensions: ["gazetteer"]))
    var world: String?

    @Option(help: ArgumentHelp("Where the pack is written.", valueName: "directory"))
    var directory = FileManager.default.temporaryDirectory.path

    func validate() throws {
        guard addresses > 0 else { throw ValidationError("--addresses: expected a number above 0") }
    }

    func run() throws {
        let country = SyntheticCountry(addressCount: addresses)
        let path = "\(directory)/placemark-bench-streets.\(ProcessInfo.processInfo.processIdentifier).gazetteer"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let building = try ContinuousClock().measure {
            var writer = GazetteerWriter()
            try writer.addStreets(
                country,
                description: LayerDescription(
                    id: 0, name: "Streets", source: "made up", version: "2000-01-01", licence: "CC0",
                    attribution: "Made up.", byteCount: 0))
            try writer.write(to: path)
        }
        let peak = Self.peakMemory()
        let opening = try BenchFigures.percentiles(count: 21) { _ in blackHole(try DetailPack(path: path)) }
        let byteCount = try DetailPack(path: path).byteCount
        let costs = try StreetLookupCosts(
            world: world ?? InstalledPaths.own.world, pack: path, points: Self.points(in: country))
        print(
            """
            \(country.addressCount) addresses, \(country.lengthInKilometers) km: \(byteCount) bytes, \
            \((Double(byteCount) / Double(country.addressCount)).rounded(toDecimals: 2)) an address
            built in \(building.inSeconds.rounded(toDecimals: 1)) s, at most \(peak.map { "\($0 >> 20)" } ?? "?") MiB of memory
            opened in \((opening.median / 1000).rounded(toDecimals: 2)) ms
            """)
        print(costs.lines.joined(separator: "\n"))
    }

    /// A day's driving: 10,000 houses and points 8 m beside them, in the towns within some 25 km of one in the middle.
    private static func points(in country: SyntheticCountry) -> [Coordinate] {
        let side = Int(Double(country.townCount).squareRoot().rounded(.up))
        var random = SeededRandom(seed: 5)
        return (0..<10_000).map { index in
            let (row, column) = (Int.random(in: -8...8, using: &random), Int.random(in: -8...8, using: &random))
            let town = (side / 2 + row) * side + side / 2 + column
            let street = country.street(
                (town % country.townCount + country.townCount) % country.townCount * SyntheticCountry.streetsPerTown
                    + Int.random(in: 0..<SyntheticCountry.streetsPerTown, using: &random))
            let house = street.numbers[Int.random(in: 0..<street.numbers.count, using: &random)]
            let address = TrueAddress(point: SourcePoint(house.point), street: "", number: "")
            return index.isMultiple(of: 2) ? address.coordinate : address.coordinate(beside: 8, index: index)
        }
    }

    /// The most memory that this process has had, in bytes; nil where the kernel does not tell.
    private static func peakMemory() -> Int? {
        let status = FileManager.default.contents(atPath: "/proc/self/status").map {
            String(decoding: $0, as: UTF8.self)
        }
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
    }
}
