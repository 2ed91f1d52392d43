import ArgumentParser
import DaemonSettings
import Files
import FoundationEssentials
import Gazetteer
import Glibc
import PlacemarkClient
import PlacemarkModel
import Settings

/// What all commands that ask the daemon have in common.
struct DaemonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
    var socket = PlacemarkClient.defaultSocketPath

    var client: PlacemarkClient { PlacemarkClient(socketPath: socket) }
}

/// Whether to write for a person or for a program. A terminal and a pipe get the same.
struct OutputOptions: ParsableArguments {
    /// The reader.
    enum Format: String, EnumerableFlag {
        case json, text

        static func help(for format: Format) -> ArgumentHelp? {
            switch format {
            case .json: "Write JSON, for programs."
            case .text: "Write text for people. This is the default, except for events of a replay."
            }
        }
    }

    @Flag(exclusivity: .chooseLast)
    var format: Format?

    var isForPeople: Bool { format != .json }

    /// Throws when `--format` of a command names another form than `--json` or `--text` does.
    func check(agreesWith other: (some RawRepresentable<String>)?) throws {
        guard let other, let format, format.rawValue != other.rawValue else { return }
        throw ValidationError(
            "--\(format.rawValue) and --format \(other.rawValue) exclude each other: choose one of them")
    }

    /// Asks for the one form that is wanted, and prints it. The daemon's own line of JSON goes out as it came: it may
    /// have keys that this program does not know.
    func show(json: @autoclosure () async throws -> [UInt8], text: @autoclosure () async throws -> String) async throws
    {
        print(isForPeople ? try await text() : String(decoding: try await json(), as: UTF8.self))
    }
}

/// Who is to answer about a place. Without the daemon, only the gazetteer can.
struct GeocoderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            gazetteer: the world file, without the daemon. network: the daemon's network geocoder, with the world file \
            where that does not answer.
            """, valueName: "name"), completion: .list(GeocoderChoice.allCases.map(\.rawValue)), transform: choice)
    var geocoder = GeocoderChoice.gazetteer
    @OptionGroup var daemon: DaemonOptions

    var asksNetwork: Bool { geocoder == .network }

    @Sendable private static func choice(_ text: String) throws -> GeocoderChoice {
        guard let choice = GeocoderChoice(rawValue: text) else {
            throw ValidationError("expected gazetteer or network, not '\(text)'")
        }
        return choice
    }
}

/// The daemon's configuration file.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The configuration file; its drop-ins are FILE.d/*.conf.", valueName: "file"),
        completion: .file(extensions: ["conf"]))
    var config: String?

    func settings() throws(CommandFailure) -> Configuration {
        do throws(ConfigurationErrors) {
            return try Configuration.load(path: config)
        } catch {
            throw CommandFailure(error.description, exitStatus: EX_CONFIG)
        }
    }
}

/// The configuration file, and which world file.
struct GazetteerOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOptions
    @Option(
        help: ArgumentHelp(
            """
            The world file; when the option is repeated, the files after the first are detail packs. Default: those \
            that the daemon of this configuration uses.
            """,
            valueName: "file"), completion: .file(extensions: ["gazetteer"]))
    var gazetteer: [String] = []

    /// The world file and the detail packs that the daemon uses, unless the command line names others.
    func open() throws(CommandFailure) -> Gazetteer {
        try open(gazetteer.isEmpty ? configuration.settings() : Configuration())
    }

    /// - Parameter settings: what `configuration` has read.
    func open(_ settings: Configuration) throws(CommandFailure) -> Gazetteer {
        do throws(GazetteerError) {
            let world = gazetteer.first ?? settings.gazetteer.file ?? InstalledPaths.own.world
            // One answer does not need the whole file to be read; damage may give a wrong one, and `verify` finds it.
            return try Gazetteer(path: world, check: .structure, details: detailPacks(beside: world, settings))
        } catch {
            throw CommandFailure("\(error)", exitStatus: EX_NOINPUT)
        }
    }

    /// Those that the command line names must be usable; of the others, the daemon's log and `doctor` tell.
    private func detailPacks(beside world: String, _ settings: Configuration) throws(GazetteerError) -> [DetailPack] {
        guard gazetteer.isEmpty else {
            var packs: [DetailPack] = []
            for path in gazetteer.dropFirst() { packs.append(try DetailPack(path: path)) }
            return packs
        }
        return DetailPackFiles(
            in: DetailPackFiles.directories(
                worldFile: world, stateDirectories: settings.publishing.packDirectories)
        ).packs
    }
}

/// Words of a command of which some may begin with a hyphen, because a latitude south of the equator does.
///
/// ArgumentParser then hands the command all that it does not recognize, mistyped options among it.
enum HyphenatedWords {
    /// The words without the first `--`, after which nothing is an option. Throws when one before it is neither a number
    /// nor an option that there is.
    static func checked(_ words: [String]) throws -> [String] {
        let isOption = { (word: String) in
            word.hasPrefix("-") && !(word.dropFirst().first.map { $0.isNumber || $0 == "." } ?? true)
        }
        let parts = words.split(separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
        if let option = parts[0].first(where: isOption) { throw ValidationError("Unknown option '\(option)'") }
        return Array(parts.joined())
    }
}

/// One line of JSON with its keys in order, as the daemon writes it.
enum JSON {
    static func line(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            // Only a number that is not finite cannot be encoded, and distances and bearings are finite.
            preconditionFailure("\(value) cannot be encoded: \(error)")
        }
    }

    /// A line for each value.
    static func lines(_ values: [some Encodable]) -> String { values.map { line($0) + "\n" }.joined() }
}

extension AsyncSequence {
    /// All elements, when the last one has come.
    func collected() async throws -> [Element] {
        var elements: [Element] = []
        for try await element in self { elements.append(element) }
        return elements
    }
}
