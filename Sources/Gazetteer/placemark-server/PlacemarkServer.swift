import ArgumentParser
import Gazetteer
import Glibc
import HTTPServing
import Logging
import PlacemarkModel
import Systemd

/// The command line of the server.
@main
struct PlacemarkServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "placemark-server",
        abstract: "Answers geocoding requests from other programs with the gazetteer.",
        discussion: """
            Speaks Nominatim (/reverse with format=, /search, /status), Photon (/reverse, /api), revgeod (/rev) and \
            placemarkd's own requests (/v1/reverse, /v1/search, /v1/batch). It knows the world file and the detail packs, \
            and no position of this machine. GET / lists the requests. SIGHUP opens the files again, SIGTERM ends \
            the server.

            Exit status: 0 ended by a signal, 64 wrong usage, 66 no usable world file or pack, 71 the system refuses \
            something, 73 it cannot listen.

            EXAMPLES
              placemark-server --listen 127.0.0.1:8947
              curl 'http://127.0.0.1:8947/reverse?format=jsonv2&lat=47.141&lon=9.521'
              curl 'http://127.0.0.1:8947/api?q=Vaduz'
              printf '47.141,9.521\\n-18.14,178.44\\n' | curl --data-binary @- http://127.0.0.1:8947/v1/batch
            """,
        version: Installation.version)

    @Option(
        help: ArgumentHelp(
            """
            Where to listen: an address and a port, or the path of a Unix socket. May be given again. Default: the sockets \
            that systemd has opened, or else \(Self.usualAddress).
            """, valueName: "address"), transform: address)
    var listen: [ListenAddress] = []
    @Option(
        help: ArgumentHelp(
            """
            The world file; when the option is repeated, the files after the first are detail packs. Default: the \
            installed world file, and the packs in gazetteers.d beside it and in /var/lib/placemarkd.
            """,
            valueName: "file"), completion: .file(extensions: ["gazetteer"]))
    var gazetteer: [String] = []
    @Option(help: ArgumentHelp("Connections at a time; further clients wait.", valueName: "count"))
    var connections = ServingLimits().connections
    @Option(help: ArgumentHelp("Threads that answer.", valueName: "count"))
    var threads = 1
    @Flag(
        help: """
            Log each request: its method, dialect, status and time, but never the position or text that it asks for.
            """)
    var accessLog = false

    private static let usualAddress = ListenAddress.tcp(host: "127.0.0.1", port: 8947)

    @Sendable private static func address(_ text: String) throws -> ListenAddress {
        guard let address = ListenAddress(parsing: text) else {
            throw ValidationError(
                "'\(text)' is not an address: expected one such as 127.0.0.1:8947, [::1]:8947, 8947 or /run/server.sock"
            )
        }
        return address
    }

    func validate() throws {
        guard 1...65536 ~= connections else { throw ValidationError("--connections takes a number from 1 to 65536") }
        guard 1...256 ~= threads else { throw ValidationError("--threads takes a number from 1 to 256") }
    }

    func run() async throws {
        // Before there is a second thread: the environment must not be changed later.
        let environment = ServiceEnvironment.take()
        signal(SIGPIPE, SIG_IGN)
        let log = Logger(service: "placemark-server", environment: environment)
        func fail(_ error: any Error, _ status: Int32) -> ExitCode {
            log.error("\(error)")
            return ExitCode(status)
        }
        let files = GazetteerFiles(named: gazetteer)
        let opened: (gazetteer: Gazetteer, faults: [GazetteerError])
        do throws(GazetteerError) {
            opened = try files.open()
        } catch {
            throw fail(error, EX_NOINPUT)
        }
        let sockets: [ListeningSocket]
        do {
            sockets = try self.sockets(environment)
        } catch let error as SocketActivationError {
            throw fail(error, EX_OSERR)
        } catch {
            throw fail(error, EX_CANTCREAT)
        }
        var limits = ServingLimits()
        limits.connections = connections
        let serving = Serving(
            files: files, served: ServedGazetteer(opened.gazetteer), sockets: sockets, limits: limits,
            threads: threads, logsRequests: accessLog, log: log)
        for fault in opened.faults { log.warning("a detail pack is left out: \(fault)") }
        do {
            try await serving.run(environment: environment)
        } catch {
            throw fail(error, EX_OSERR)
        }
    }

    private func sockets(_ environment: [String: String]) throws -> [ListeningSocket] {
        let passed = try ListeningSocket.passed(environment)
        let addresses = passed.isEmpty && listen.isEmpty ? [Self.usualAddress] : listen
        return try passed + addresses.map { address in try ListeningSocket(address, mode: 0o666) }
    }
}
