import ArgumentParser
import PlacemarkClient

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

    /// Asks for the one form that is wanted, and prints it. The daemon's own line of JSON goes out as it came: it may
    /// have keys that this program does not know.
    func show(json: @autoclosure () async throws -> [UInt8], text: @autoclosure () async throws -> String) async throws
    {
        print(isForPeople ? try await text() : String(decoding: try await json(), as: UTF8.self))
    }
}
