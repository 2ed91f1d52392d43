import DaemonSettings
import Files
import Gazetteer
import Glibc
import LocationService
import Logging
import PrometheusMetrics
import NIOCore
import NIOPosix
import LocationEngine
import PlacemarkModel
import Publishing
import ServiceLifecycle
import Settings
import SystemClocks
import Systemd
import UnixSignals

/// The way of a fix: gpsd → LocationManager → state files and socket. Everything else is in the parts that it joins.
struct Daemon {
    let settings: Configuration
    let options: Options
    let environment: [String: String]

    func run(watching regions: [Region]) async throws {
        let log = Logger.daemon(settings.log.level, environment: environment)
        let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let eventLoop = eventLoops.next()
        let supervisor = try Supervisor(environment: environment, on: eventLoop, log: log)
        let gazetteer = try openGazetteer(log)
        let access = Access.ofThisMachine()
        let listener = try listen(for: access, log)
        let publishing = settings.publishing
        try makeDirectory(publishing.stateDirectory)
        share(publishing.stateDirectory, as: access, log)
        try makeDirectory(publishing.persistentDirectory)

        let now: @Sendable () -> BootInstant = { BootClock.now }
        let files = StateFiles(settings.stateFiles, access: access, now: now, log: log) { failure in
            supervisor.tell { $0.set(.stateFiles, failure.map { "the state files are out of date: \($0)" }) }
        }
        let track = TrackStore(
            settings.track.retention, directory: publishing.persistentDirectory, now: now, log: log)
        let trips = TripStore(
            settings.trips.store, directory: publishing.persistentDirectory, now: now, log: log)
        let server = SocketServer(
            listener, access: access, on: eventLoop,
            snapshot: StatusSnapshot(at: now(), geocoding: settings.machine.geocoding), track: track, files: files,
            connectionsPerUser: publishing.connectionsPerUser, observers: settings.beacons.user, now: now, log: log)
        let metricsFile = publishing.metricsFile.map { path in
            LongLived {
                await MetricsFile(path, precision: publishing.metricsFilePrecision, of: server, now: now, log: log)
                    .run()
            }
        }
        let manager = LocationManager(
            settings: settings.machineHere,
            geocoder: settings.machine.geocoder.geocoder(
                beside: gazetteer, languages: settings.gazetteer.languages, on: eventLoops),
            clock: BootClock(),
            seed: .random(in: 0...UInt64.max),
            offset: secretOffset(log),
            publish: { publication in
                files.offer(publication)
                track.offer(publication)
                trips.offer(publication)
                server.offer(publication)
            },
            log: { entry in
                log.log(entry)
                if case .source = entry { supervisor.tell { $0.usual = entry.message } }
            })
        let saved = files.restore()
        if let known = saved.placemark {
            await manager.restore(known.placemark, gazetteer: known.reduced, answeredAt: known.answeredAt)
        }
        await manager.setRegions(RegionTable(regions))
        if let memory = saved.memory {
            await manager.restore(memory)
            trips.takeOver(memory)
        }

        let source = SourceService(endpoint: settings.gpsd, manager: manager, now: now)
        let reload = ReloadService(
            hangUps: await UnixSignalsSequence(trapping: .sighup), options: options,
            inForce: (settings, gazetteer.identity), manager: manager, source: source, files: files, track: track,
            trips: trips, supervisor: supervisor, eventLoops: eventLoops, log: log)
        log.info("started", metadata: ["version": "\(Installation.version)"])
        // Stopped from the last to the first: no new clients, no new fixes, and then the files get the last word.
        try await ServiceGroup(
            services: [
                LongLived { await files.run() },
                LongLived { await track.run() },
                LongLived { await trips.run() },
                LongLived { await source.run() },
                LongLived {
                    let queries = LiveQueries(manager, trips: trips) { await files.settle() }
                    try await server.run(answering: queries) {
                        supervisor.ready { await manager.answer() }
                    }
                },
                LongLived { await reload.run() },
            ] + [metricsFile].compactMap(\.self),
            gracefulShutdownSignals: [.sigterm, .sigint], logger: .silent
        ).run()
        try await eventLoops.shutdownGracefully()
        log.info("stopped")
    }

    /// The offset of the reduced positions. One that cannot be kept must not be used: each restart would show the same
    /// place with another one.
    private func secretOffset(_ log: Logger) -> SecretOffset? {
        do throws(AtomicFile.WriteError) {
            return try SavedSecret.File(directory: settings.publishing.persistentDirectory).readOrMake()
        } catch {
            log.warning(
                "readers with reduced precision get no position: \(error); make the directory writable, and restart")
            return nil
        }
    }

    private func openGazetteer(_ log: Logger) throws(StartError) -> Gazetteer {
        do throws(GazetteerError) {
            let (gazetteer, faults) = try ConfiguredGazetteer.open(settings)
            for fault in faults { log.warning("a detail pack is left out: \(fault)") }
            return gazetteer
        } catch {
            throw .gazetteer(error)
        }
    }

    /// The socket that systemd has opened, or one of our own, for both groups or for this user alone.
    private func listen(for access: Access, _ log: Logger) throws(StartError) -> SocketListener {
        let wanted = settings.publishing.socket
        do throws(SocketActivationError) {
            let passed = try SocketActivation.sockets(environment: environment, processIdentifier: getpid())
            if let socket = passed.first {
                let listener = SocketListener(inherited: socket.descriptor)
                if let path = listener.path, path != wanted {
                    log.warning(
                        """
                        systemd has opened \(path) for this service, so Socket=\(wanted) in [Publishing] has no effect: \
                        change ListenStream= with "systemctl edit placemarkd.socket" instead, or disable that unit
                        """)
                }
                return listener
            }
        } catch {
            throw .activation(error)
        }
        do throws(SocketListener.ListenError) {
            let group = access.socketGroup
            let listener = try SocketListener(
                path: wanted, mode: group == nil ? 0o600 : 0o660, group: group,
                secondGroup: group == nil ? nil : access.preciseGroup)
            if let code = listener.secondGroupFailure {
                log.warning(
                    """
                    \(wanted): \(String(cString: strerror(code))): a user who is only in placemark-precise cannot \
                    connect, and must be in placemark as well
                    """)
            }
            return listener
        } catch {
            throw .socket(error)
        }
    }

    /// Lets the members of placemark-precise read the state files that placemark may read: they need not be in
    /// placemark, too.
    private func share(_ directory: String, as access: Access, _ log: Logger) {
        guard let group = access.preciseGroup else { return }
        let code = AccessList.admit(group, toDirectoryAt: directory)
        guard code != 0 else { return }
        log.warning(
            """
            \(directory): \(String(cString: strerror(code))): a user who is only in placemark-precise cannot read the \
            state files, and must be in placemark as well
            """)
    }

    private func makeDirectory(_ path: String) throws(StartError) {
        guard mkdir(path, 0o750) != 0, errno != EEXIST else { return }
        throw .directory(path: path, reason: String(cString: strerror(errno)))
    }
}

/// Something that runs as long as the daemon does, and ends by cancellation.
private struct LongLived: Service {
    let body: @Sendable () async throws -> Void

    func run() async throws { try await cancelWhenGracefulShutdown(body) }
}
