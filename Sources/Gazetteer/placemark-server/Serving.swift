import Gazetteer
import HTTPServing
import Logging
import PlacemarkModel
import ServiceLifecycle
import Systemd
import UnixSignals

/// The server at work: it answers, and opens its files again when it is told to.
struct Serving {
    let files: GazetteerFiles
    let served: ServedGazetteer
    let sockets: [ListeningSocket]
    let limits: ServingLimits
    let threads: Int
    let logsRequests: Bool
    let log: Logger

    /// Returns when a signal has ended the server.
    func run(environment: [String: String]) async throws {
        let notifier = try Notifier(environment: environment)
        let router = ServerRouter(served: served)
        let server = HTTPServer(
            on: sockets, limits: limits, threads: threads, accessLog: logsRequests ? log : nil,
            ready: { [log, served, sockets] in
                let packs = served.current.gazetteer.detailPacks.count
                log.info(
                    "listening on \(sockets.map(\.name).joined(separator: ", ")), with \(packs) detail packs",
                    metadata: ["version": "\(Installation.version)"])
                tell(notifier, .ready)
            },
            respondDirectly: { router.directAnswer($0) }, respond: { await router.answer($0) })
        let reload = ReloadService(
            hangUps: await UnixSignalsSequence(trapping: .sighup), files: files, served: served, log: log,
            tell: { tell(notifier, $0) })
        try await ServiceGroup(
            services: [reload, server], gracefulShutdownSignals: [.sigterm, .sigint], logger: .silent
        ).run()
        log.info("stopped")
    }

    /// systemd may have no room; a server goes on without its knowing.
    @Sendable private func tell(_ notifier: Notifier, _ state: Notifier.State) {
        do throws(NotifyError) {
            try notifier.notify(state)
        } catch {
            log.warning("\(error)")
        }
    }
}

/// Opens the files again on SIGHUP. Files that cannot be used change nothing.
private struct ReloadService: Service {
    let hangUps: UnixSignalsSequence
    let files: GazetteerFiles
    let served: ServedGazetteer
    let log: Logger
    let tell: @Sendable (Notifier.State) -> Void

    func run() async throws {
        for await _ in hangUps.cancelOnGracefulShutdown() {
            tell(.reloading)
            do throws(GazetteerError) {
                let (gazetteer, faults) = try files.open()
                for fault in faults { log.warning("a detail pack is left out: \(fault)") }
                served.replace(with: gazetteer)
                log.notice("the world file and \(gazetteer.detailPacks.count) detail packs have been opened again")
            } catch {
                log.error("the files that are open stay in use: \(error)")
            }
            tell(.ready)
        }
    }
}
