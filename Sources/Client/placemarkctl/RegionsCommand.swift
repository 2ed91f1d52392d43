import ArgumentParser
import FoundationEssentials
import Glibc
import PlacemarkClient
import PlacemarkModel
import Settings

struct RegionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "regions", abstract: "Show, add and remove the regions that the daemon watches.",
        discussion: """
            Entries and exits are events of `placemarkctl watch`. Put permanent regions, and \
            large ones, into /etc/placemarkd/regions.d as GeoJSON; a region added here lasts until you remove it.

            EXAMPLES
              placemarkctl regions
              placemarkctl regions add home --at 47.141,9.521 --radius 150m --dwell 60s
              placemarkctl regions state home
              placemarkctl watch regionEntered regionExited
            """,
        subcommands: [ListRegions.self, AddRegion.self, RemoveRegion.self, StateOfRegion.self],
        defaultSubcommand: ListRegions.self)
}

struct ListRegions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show all regions, and whether the box is inside.",
        discussion: """
            One line a region: its identifier, and inside, outside, or unknown as long as no fix can tell. \
            With --json, an array.

            EXAMPLE
              placemarkctl regions list --json | jq -r '.[] | select(.state == "inside") | .identifier'
            """)

    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let regions = try await daemon.client.regions()
        guard output.isForPeople else { return print(JSON.line(regions)) }
        guard !regions.isEmpty else { return print("There are no regions.") }
        let width = regions.map(\.identifier.count).max() ?? 0
        for region in regions { print(region.line(width: width)) }
    }
}

struct AddRegion: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Watch one more region, or replace one.",
        discussion: """
            Either a circle (--at and --radius), or a file with one GeoJSON feature that is short enough for a request \
            of 4 KiB. The daemon watches it until you remove it, even after a restart.

            Exit status: 0 it is watched, 2 wrong usage, 65 not a region, 77 not allowed.

            EXAMPLES
              placemarkctl regions add home --at 47.141,9.521 --radius 150m --dwell 60s
              placemarkctl regions add --file campus.geojson
            """)

    @Argument(help: "A name of your own. Not with --file.")
    var identifier: String?
    @Option(
        // A latitude south of the equator begins like an option.
        parsing: .unconditional,
        help: ArgumentHelp("The middle of the circle, in degrees north and east.", valueName: "lat,lon"))
    var at: String?
    @Option(help: ArgumentHelp("Its radius, such as 150m or 1.5km.", valueName: "length"))
    var radius: String?
    @Option(help: ArgumentHelp("How long to be inside before that counts as an entry.", valueName: "duration"))
    var dwell: String?
    @Flag(help: "Send no event on entry.")
    var noEntry = false
    @Flag(help: "Send no event on exit.")
    var noExit = false
    @Option(
        help: ArgumentHelp("A file with one GeoJSON feature, with all its properties.", valueName: "geojson"),
        completion: .file(extensions: ["geojson", "json"]))
    var file: String?
    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        do throws(RegionMistake) {
            if file == nil { try circle().validate() }
        } catch {
            throw ValidationError(error.description)
        }
        let others = [identifier, at, radius, dwell].compactMap(\.self)
        guard file == nil || (others.isEmpty && !noEntry && !noExit) else {
            throw ValidationError("--file describes the whole region: give nothing else about it")
        }
    }

    func run() async throws {
        let report = try await daemon.client.add(file.map(Self.region) ?? circle())
        print(output.isForPeople ? report.line() : JSON.line(report))
    }

    private func circle() throws(RegionMistake) -> Region {
        guard let identifier else { throw RegionMistake(expected: "a name for the region, or --file") }
        guard let center = at.flatMap({ Coordinate(parsing: $0) }) else {
            throw RegionMistake(expected: "--at with a latitude and a longitude, such as 47.141,9.521")
        }
        guard let meters = radius.flatMap(Quantity.meters) else {
            throw RegionMistake(expected: "--radius with a length, such as 150m or 1.5km")
        }
        guard let dwell = Quantity.duration(dwell ?? "0") else {
            throw RegionMistake(expected: "--dwell with a duration, such as 60s or 5min")
        }
        return Region(
            identifier: identifier, shape: .circle(center: center, radiusInMeters: meters), notifyOnEntry: !noEntry,
            notifyOnExit: !noExit, dwell: dwell)
    }

    private static func region(_ path: String) throws -> Region {
        do {
            return try JSONDecoder().decode(Region.self, from: try Data(contentsOf: URL(filePath: path)))
        } catch let mistake as RegionMistake {
            throw CommandFailure("\(path): \(mistake)", exitStatus: EX_DATAERR)
        } catch is DecodingError {
            throw CommandFailure("\(path): expected one GeoJSON feature", exitStatus: EX_DATAERR)
        } catch {
            throw CommandFailure("\(path): cannot be read", exitStatus: EX_NOINPUT)
        }
    }
}

struct RemoveRegion: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Stop watching a region that was added.",
        discussion: """
            A region from a file goes when you remove it from the file.

            EXAMPLE
              placemarkctl regions remove home
            """)

    @Argument(help: "The region's name.", completion: .regionIdentifier)
    var identifier: String
    @OptionGroup var daemon: DaemonOptions

    func run() async throws { try await daemon.client.removeRegion(identifier) }
}

struct StateOfRegion: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state", abstract: "Show where the box is, seen from a region: inside, outside or unknown.",
        discussion: """
            Exit status: 0 there is such a region, 1 there is none.

            EXAMPLE
              placemarkctl regions state home
            """)

    @Argument(help: "The region's name.", completion: .regionIdentifier)
    var identifier: String
    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let report = try await daemon.client.requestState(of: identifier)
        print(output.isForPeople ? report.line() : JSON.line(report))
    }
}

extension RegionReport {
    /// `home  inside`, and whether it was added at run time.
    fileprivate func line(width: Int = 0) -> String {
        let name = Words.leftAligned(identifier, width: width)
        return "\(name)  \(state.rawValue)" + (origin == .added ? " (added)" : "")
    }
}

extension CompletionKind {
    /// The regions of the daemon, if it answers at once: a user who presses the Tab key does not want to wait.
    static let regionIdentifier = CompletionKind.custom { words, _, _ async -> [String] in
        let path = zip(words, words.dropFirst()).first { $0.0 == "--socket" }?.1
        let client = PlacemarkClient(socketPath: path ?? PlacemarkClient.defaultSocketPath)
        let regions = await TimeLimit.waiting(.milliseconds(500)) { try? await client.regions() } ?? nil
        return (regions ?? []).map(\.identifier)
    }
}
