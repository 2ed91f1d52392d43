import FoundationEssentials
import Glibc
import Logging
import Processes
import PrometheusMetrics
import PlacemarkClient
import PlacemarkModel
import Reporting
import ServiceLifecycle
import SystemClocks
import Systemd

/// The reporter as a whole: the daemon's socket → filters → outbox → a loop for each sink.
struct ReportService: Service {
    let sinks: [Sink]
    let client: PlacemarkClient
    let directory: String
    let controlSocket: String
    /// Where the metrics are written; nil for nowhere.
    let metricsFile: String?
    let notifier: Notifier
    let log: Logger

    /// How often old reports are looked for.
    private static let cleaning: Duration = .seconds(600)
    /// After so long the start is over, and its memory not needed any more.
    private static let settling: Duration = .seconds(20)
    /// A daemon that does not tell of beacons is asked again after so long.
    private static let longestPause: Duration = .seconds(60)

    func run() async throws {
        let clocks = Clocks.system
        let outbox = Outbox(
            directory: directory, boot: BootIdentity.current,
            retention: Dictionary(uniqueKeysWithValues: sinks.map { ($0.name, $0.settings.retention) }))
        let reporter = Reporter(sinks, outbox: outbox, clocks: clocks, log: log)
        let heard = await reporter.lastHeard
        await reporter.begin()
        log.info("started, version \(Installation.version); sinks: \(sinks.map(\.name).joined(separator: ", "))")
        let around = TransportSurroundings(
            wallClock: clocks.wall, regions: regions, beacons: beacons, command: command, log: log)
        let loops = try sinks.map { sink in
            SinkLoop(sink: sink, reporter: reporter, plan: try SinkTransports.plan(sink), around: around)
        }
        let transports = Dictionary(uniqueKeysWithValues: loops.map { ($0.sink.name, $0.transport) })
        let control = ControlServer(
            path: controlSocket, reporter: reporter, transports: transports,
            state: { await listener($0, reporter).state() }, log: log)
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                for loop in loops { group.addTask { await loop.run() } }
                for precision in Set(sinks.map(\.settings.precision)) {
                    group.addTask { await listener(precision, reporter).run(since: heard) }
                }
                // Whoever has waited for the start may ask at once: docs/admin/reports.md does.
                group.addTask { await control.run { try? notifier.notify(.ready) } }
                if let metricsFile {
                    let file = MetricsFile(metricsFile, now: clocks.boot, log: log) {
                        ReportMetrics.text(await control.report())
                    }
                    group.addTask { await file.run() }
                }
                group.addTask {
                    var pause = Self.settling
                    while (try? await Task.sleep(for: pause)) != nil {
                        await reporter.clean()
                        ProgramPages.giveBack()
                        pause = Self.cleaning
                    }
                }
                await group.waitForAll()
            }
        }
        await reporter.close()
        log.info("stopped")
    }

    private func listener(_ precision: Precision, _ reporter: Reporter) -> DaemonListener {
        DaemonListener(
            client: client, precision: precision, reporter: reporter, boot: BootIdentity.current, log: log)
    }

    /// Hands to the daemon what a receiver wants of the guard. The daemon decides whether this program's user may.
    @Sendable private func command(_ command: GuardCommand) async -> String? {
        do throws(PlacemarkClientError) {
            switch command {
            case .arm(let order): try await client.arm(order)
            case .acknowledge: try await client.acknowledgeGuard()
            case .disarm: try await client.disarmGuard()
            }
            return nil
        } catch {
            return error.description
        }
    }

    /// What the daemon tells of beacons; nothing is heard while it is away.
    @Sendable private func beacons() -> AsyncStream<[Beacon]> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { [client] told in
            let task = Task {
                var backoff = Backoff(ceiling: Self.longestPause)
                while !Task.isCancelled {
                    do throws(PlacemarkClientError) {
                        for try await event in client.events(EventFilter([.beacons])) {
                            backoff = Backoff(ceiling: Self.longestPause)
                            told.yield(event.beacons ?? [])
                        }
                    } catch {
                        // Whoever listens for events has said why.
                        log.debug("no beacons: \(error)")
                    }
                    told.yield([])
                    try? await Task.sleep(for: backoff.next(random: .random(in: 0..<1)))
                }
            }
            told.onTermination = { _ in task.cancel() }
        }
    }

    /// Asks the daemon which regions there are.
    @Sendable private func regions() async -> [String]? {
        // One page has more than any format wants.
        guard let line = try? await client.answer(to: "regions") else { return nil }
        return (try? JSONDecoder().decode(RegionPage.self, from: Data(line)))?.regions.map(\.identifier)
    }
}
