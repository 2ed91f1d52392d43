import CurlClient
import HTTPServing
import Logging
import PlacemarkModel
import ServiceLifecycle
import Synchronization
import SystemClocks
import Systemd
import UnixSignals

/// The helper as a whole: settings → cache, budget, libcurl → service → HTTP.
struct Helper {
    let settings: HelperSettings
    let environment: [String: String]
    let log: Logger

    func run() async throws {
        let sockets = try listen()
        let curl = CurlThread(Self.transport(for: settings))
        let service = service(curl)
        let expiry = Task { await service.deleteExpiredAnswers() }
        defer { expiry.cancel() }
        let responder = HelperResponder(service: service, settings: settings)
        let notifier = try Notifier(environment: environment)
        if settings.server == nil { log.warning("\(ServiceError.unconfigured.sentence)") }
        // Some connections beyond those that can wait: the others ask for health and metrics.
        var limits = ServingLimits()
        limits.connections = RequestQueue<Int>.mostWaiters + 64
        let server = HTTPServer(
            on: sockets, limits: limits,
            ready: {
                log.info("started, version \(Installation.version)")
                try? notifier.notify(.ready)
            }, respond: responder.answer)
        try await ServiceGroup(
            services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: .silent
        ).run()
        curl.close()
        log.info("stopped")
    }

    /// How it asks a server: each request leaves once, because the budget counts it once.
    static func transport(for settings: HelperSettings) -> CurlHandle.Settings {
        var transport = CurlHandle.Settings(userAgent: settings.userAgent, netrcFile: settings.netrcFile)
        transport.sendsOnce = true
        return transport
    }

    private func service(_ curl: CurlThread) -> GeocodingService {
        let (file, log) = (BudgetFile(directory: settings.directory), log)
        let problem = Problem(with: "the file of the budget", log)
        let settings = settings.service
        return GeocodingService(
            settings, budget: file.resumed(settings.budget, at: BootClock.now),
            caches: Caches(self.settings.cache, directory: self.settings.directory),
            surroundings: GeocodingService.Surroundings(
                now: { BootClock.now }, wallClock: { WallClock.now },
                sleep: { try? await ContinuousClock().sleep(for: $0) },
                save: { memory in
                    let reason = file.save(memory)
                    problem.report(reason)
                    return reason == nil
                },
                log: { log.warning("\($0)") }),
            fetch: { address in
                do throws(ProviderError) { return .success(try await curl.get(address)) } catch {
                    return .failure(error)
                }
            })
    }

    /// The socket of systemd, or one of our own.
    private func listen() throws -> [ListeningSocket] {
        let passed = try ListeningSocket.passed(environment)
        return passed.isEmpty ? [try ListeningSocket(.unix(path: settings.socket))] : passed
    }
}

/// Says what is wrong with something once, and once that it works again.
private final class Problem: Sendable {
    private let subject: String
    private let log: Logger
    private let last = Mutex<String?>(nil)

    init(with subject: String, _ log: Logger) { (self.subject, self.log) = (subject, log) }

    /// - Parameter problem: nil when nothing is wrong.
    func report(_ problem: String?) {
        let isNews = last.withLock { last in
            defer { last = problem }
            return last != problem
        }
        guard isNews else { return }
        if let problem { log.warning("\(subject): \(problem)") } else { log.info("\(subject): works again") }
    }
}
