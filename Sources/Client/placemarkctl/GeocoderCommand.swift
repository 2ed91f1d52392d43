import ArgumentParser
import DaemonSettings
import Glibc
import NetworkGeocoding
import NIOPosix
import LocationEngine
import PlacemarkModel
import Settings

struct GeocoderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geocoder", abstract: "Show the state of the network geocoder, and clear its cache.",
        discussion: """
            Asks the program that Geocoder= in [Geocoding] names, such as placemark-nominatim. Its socket is for the \
            daemon and root only. Everybody with precise access sees the daemon's side in "placemarkctl status".

            EXAMPLES
              sudo placemarkctl geocoder
              sudo placemarkctl geocoder cache clear
            """,
        subcommands: [GeocoderStatus.self, GeocoderCache.self], defaultSubcommand: GeocoderStatus.self)
}

struct GeocoderStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show whether the network geocoder can ask its server, and what its cache holds.",
        discussion: """
            State is ready, resting (its server or its budget wants a pause; Reason says more), or unconfigured.

            Exit status: 0 it has answered, 69 it cannot be reached, 77 not allowed, 78 no network geocoder is configured.

            EXAMPLES
              sudo placemarkctl geocoder status
              sudo placemarkctl geocoder status --json | jq .requestsToday
            """)

    @OptionGroup var geocoder: GeocoderSocketOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (report, json) = try await geocoder.ask { socket async throws(ServerFailure) in
            try await socket.healthReport()
        }
        print(output.isForPeople ? Table(report).text : String(decoding: json, as: UTF8.self).trimmingNewline)
    }
}

struct GeocoderCache: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache", abstract: "Clear the cache of placemark-nominatim.",
        discussion: """
            How much it holds is in "placemarkctl geocoder status".

            EXAMPLE
              sudo placemarkctl geocoder cache clear
            """,
        subcommands: [ClearGeocoderCache.self])
}

struct ClearGeocoderCache: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Have placemark-nominatim forget all answers that it keeps.",
        discussion: """
            When a place is needed again, the server is asked about it again, within the budget.

            EXAMPLE
              sudo placemarkctl geocoder cache clear
            """)

    @OptionGroup var geocoder: GeocoderSocketOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let count = try await geocoder.ask { socket async throws(ServerFailure) in try await socket.clearCache() }
        let text = count == 1 ? "1 answer is forgotten." : "\(count) answers are forgotten."
        print(output.isForPeople ? text : JSON.line(ClearedCache(cleared: count)))
    }
}

/// Where the network geocoder is.
struct GeocoderSocketOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The geocoder's socket. Default: that of Geocoder= in the configuration.", valueName: "path"),
        completion: .file())
    var geocoderSocket: String?
    @OptionGroup var configuration: ConfigurationOptions

    /// A question may start the geocoder first, on a small box that has just booted.
    private static let patience = Duration.seconds(30)

    /// What the geocoder answers.
    func ask<Answer>(
        _ question: (GeocoderSocket) async throws(ServerFailure) -> Answer
    ) async throws(CommandFailure) -> Answer {
        let path = try path()
        do {
            return try await question(
                GeocoderSocket(path: path, on: .singletonMultiThreadedEventLoopGroup, deadline: Self.patience))
        } catch let failure {
            if access(path, W_OK) != 0, errno == EACCES {
                throw CommandFailure("only placemarkd and root may ask at \(path): try sudo", exitStatus: EX_NOPERM)
            }
            throw CommandFailure(
                "\(failure)\n“systemctl status placemark-nominatim.socket placemark-nominatim.service” tells more.",
                exitStatus: EX_UNAVAILABLE)
        }
    }

    private func path() throws(CommandFailure) -> String {
        if let geocoderSocket { return geocoderSocket }
        guard case .socket(let path) = try configuration.settings().machine.geocoder else {
            throw CommandFailure(
                """
                no network geocoder is configured: the world file names all places.
                Set Geocoder= in [Geocoding] of placemarkd.conf to its socket.
                """, exitStatus: EX_CONFIG)
        }
        return HelperSocket().path(for: path)
    }
}

extension Table {
    init(_ report: GeocoderHealthReport) {
        add("State", report.state.rawValue)
        add("Reason", report.reason)
        add("Asks again", report.retryAfter.map { "in \(Words.age($0))" })
        add("Server", report.server.map { server in server + (report.provider.map { " (\($0))" } ?? "") })
        add("Granularity", report.granularity)
        add(
            "Requests",
            report.requestsToday.map { count in
                "\(count) in 24 hours" + (report.dailyLimit.map { ", \($0) at most" } ?? "")
            })
        add("Waiting", report.waiting.map { "\($0)" })
        if let cache = report.cache {
            add(
                "Cache",
                "\(cache.entries) answers, \(Words.number(Double(cache.sizeInBytes) / 1e6, decimals: 1)) MB; asked"
                    + " \(cache.hits + cache.misses) times, \(cache.hits) of them with success")
            add("", cache.failure.map { "does not work: \($0)" })
        }
    }
}

extension String {
    fileprivate var trimmingNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
