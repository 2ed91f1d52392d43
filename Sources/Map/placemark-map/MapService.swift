import HTTPServing
import Logging
import NIOPosix
import PlacemarkModel
import Processes
import ServiceLifecycle
import Systemd
import UnixSignals

/// The map as a whole: sockets → door → page, tiles, daemon, replay.
struct MapService {
    let sockets: [ListeningSocket]
    let page: PageFiles
    let token: Doorkeeper.Token
    let origin: RequestOrigin
    let tiles: [TileFile]
    let socketPath: String
    let replayProgram: String
    let longestRecording: Int
    /// What a client without a session is to do.
    let advice: String
    /// Its end is the end of the map; nil for none.
    let parent: ParentWatch?
    let ready: @Sendable () -> Void

    /// A person's browser opens six connections; a hundred displays fit beside each other.
    private static let connections = 1000
    /// Of those who have not shown yet that they may come in.
    private static let newcomers = 64
    /// After so long the start is over, and its memory not needed any more.
    private static let settling = Duration.seconds(3)

    /// Returns when a signal has ended the map, or its parent has gone.
    func run() async throws {
        var limits = ServingLimits()
        limits.connections = Self.connections
        limits.newcomers = Self.newcomers
        let threads = NIOThreadPool(numberOfThreads: 2)
        threads.start()
        let router = MapRouter(
            door: Doorkeeper(token, origin: origin), page: page,
            tiles: TileFiles(files: tiles, threads: threads), daemon: DaemonAnswers(socketPath: socketPath),
            replay: ReplayAnswers(program: replayProgram, longestRecording: longestRecording, threads: threads),
            advice: advice)
        let server = HTTPServer(on: sockets, limits: limits, ready: ready, respond: { await router.answer($0) })
        var services: [any Service] = [PagesService(settling: Self.settling)]
        if let parent { services.append(parent) }
        try await ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map {
                    .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup)
                } + [.init(service: server)],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: .silent)
        ).run()
        try await threads.shutdownGracefully()
    }
}

/// Gives back the pages that only the start needed.
private struct PagesService: Service {
    let settling: Duration

    func run() async throws {
        await cancelWhenGracefulShutdown {
            if (try? await Task.sleep(for: settling)) != nil { ProgramPages.giveBack() }
        }
        // Its end would be that of the map.
        try? await gracefulShutdown()
    }
}
