import Files
@preconcurrency import Glibc
import HTTPServing
import Logging
import PlacemarkModel
import Settings
import Synchronization
import Systemd

/// The two ways in which the map begins: for the user who starts it, and as a service.
struct MapStart {
    let options: PlacemarkMap
    let environment: [String: String]

    /// For one user: a token that works once, an address on standard output, and an end with the shell.
    func serveOnce() async throws {
        let listening = try ListeningSocket(options.listen ?? .tcp(host: "127.0.0.1", port: 0))
        let token = Secret()
        let address = "http://\(listening.name)/?token=\(token.text)"
        let opens = options.open
        let browser = Mutex<BrowserOpening?>(nil)
        defer { browser.withLock { $0 = nil } }
        try await service(
            on: [listening], page: try PageFiles(directory: options.page ?? InstalledPaths.own.mapPage), .once(token),
            listen: options.listen,
            settings: MapSettings(),
            advice: "The address of the map works once, and for one browser. \"placemarkctl map\" prints a new one.",
            parent: ParentWatch(),
            ready: {
                print(address)
                fflush(stdout)
                complain("the map is at this address, which works once; Ctrl-C ends it")
                guard opens else { return }
                do throws(BrowserOpening.Failure) {
                    let opening = try BrowserOpening(of: address)
                    browser.withLock { $0 = opening }
                } catch {
                    complain("\(error); open the address yourself")
                }
            }
        ).run()
    }

    /// For a display: settings, a token that lasts, and systemd.
    func serve() async throws {
        let settings = try MapSettings.load(path: options.config)
        let file = tokenFile(settings)
        // The service needs one; a check on a machine that has none yet does not.
        if options.checkConfig {
            if access(file.path, F_OK) == 0 { _ = try file.read() }
            return print("The settings are right.")
        }
        _ = try file.read()
        let page = try PageFiles(directory: options.page ?? InstalledPaths.own.mapPage)
        let passed = try ListeningSocket.passed(environment)
        let listen = options.listen ?? settings.listen
        let sockets = try passed.isEmpty ? [ListeningSocket(listen, mode: 0o666)] : passed
        let notifier = try Notifier(environment: environment)
        let log = Logger(service: PlacemarkMap.service, environment: environment)
        try await service(
            on: sockets, page: page, .file(file, sessions: environment["RUNTIME_DIRECTORY"].map(SessionFile.init)),
            listen: passed.isEmpty ? listen : nil, settings: settings,
            advice: "Open the map with its token: /?token=TOKEN, as the token file has it.", parent: nil,
            ready: {
                log.info(
                    "listening on \(sockets.map(\.name).joined(separator: ", "))",
                    metadata: ["version": "\(Installation.version)"])
                // systemd may have no room; the map goes on without its knowing.
                do throws(NotifyError) { try notifier.notify(.ready) } catch { log.warning("\(error)") }
            }
        ).run()
        log.info("stopped")
    }

    /// What systemd hands to the service as a credential takes the place of the file.
    private func tokenFile(_ settings: MapSettings) -> TokenFile {
        let credential = environment["CREDENTIALS_DIRECTORY"].map { "\($0)/map.token" }
        guard let credential, access(credential, F_OK) == 0 else { return TokenFile(path: settings.tokenFile) }
        return TokenFile(path: credential, isCredential: true)
    }

    private func service(
        on sockets: [ListeningSocket], page: PageFiles, _ token: Doorkeeper.Token, listen: ListenAddress?,
        settings: MapSettings, advice: String, parent: ParentWatch?, ready: @escaping @Sendable () -> Void
    ) -> MapService {
        let port = sockets.compactMap(\.port).first
        let chosen = options.tiles.isEmpty ? settings.tiles : options.tiles
        let installed = InstalledPaths.own.basemap
        let paths = chosen.isEmpty && access(installed, F_OK) == 0 ? [installed] : chosen
        return MapService(
            sockets: sockets, page: page, token: token,
            origin: RequestOrigin(address: listen, port: port, names: settings.hosts), tiles: TileFile.named(paths),
            socketPath: options.socket,
            replayProgram: options.replayProgram ?? InstalledPaths.own.command("placemarkctl"),
            longestRecording: settings.recordingLimitInBytes, advice: advice, parent: parent, ready: ready)
    }
}

private func complain(_ text: String) { fputs("placemark-map: \(text)\n", stderr) }
