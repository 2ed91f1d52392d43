import DaemonSettings
import Gazetteer
import LocationService
import Logging
import NIOPosix
import LocationEngine
import Publishing
import Settings
import Synchronization
import SystemClocks
import UnixSignals

/// Reads the configuration again on SIGHUP. A wrong one changes nothing.
struct ReloadService: Sendable {
    let hangUps: UnixSignalsSequence
    let options: Options
    let inForce: InForce
    let manager: LocationManager<BootClock>
    let source: SourceService
    let files: StateFiles
    let track: TrackStore
    let trips: TripStore
    let supervisor: Supervisor
    let eventLoops: MultiThreadedEventLoopGroup
    let log: Logger

    /// What the daemon works with: its configuration, and the content of its world file and packs.
    typealias InForce = (settings: Configuration, world: UInt64)

    func run() async {
        // Its own thread: a hundred thousand regions and a world file take seconds, and on the threads of the pool nobody
        // could handle a fix meanwhile.
        let threads = NIOThreadPool(numberOfThreads: 1)
        threads.start()
        var inForce = inForce
        for await _ in hangUps {
            supervisor.reloading()
            do {
                inForce = try await reload(inForce, reading: threads)
                supervisor.reloaded()
            } catch {
                log.error("the configuration in force stays: \(error)")
                supervisor.reloaded(
                    trouble: "the new configuration is wrong, and the old one in force: see journalctl -u placemarkd")
            }
        }
        try? await threads.shutdownGracefully()
    }

    private func reload(_ old: InForce, reading threads: NIOThreadPool) async throws -> InForce {
        var (new, regions, (gazetteer, faults)) = try await threads.runIfActive {
            let (settings, regions) = try options.settingsAndRegions()
            // The world file and the packs are opened again even under the same names: new ones may lie there.
            return (settings, RegionTable(regions), try ConfiguredGazetteer.open(settings))
        }
        for fault in faults { log.warning("a detail pack is left out: \(fault)") }
        let wanted = new.publishing
        new.publishing = wanted.takingEffect(over: old.settings.publishing)
        // The socket has been told at the start whose word counts.
        let observer = new.beacons.user
        new.beacons = old.settings.beacons
        var memory: MonitoringMemory?
        if new.trips.outliveTheRun, !old.settings.trips.outliveTheRun {
            memory = try await threads.runIfActive { MonitoringMemory(trips: files.restoreTrips()) }
        }
        await manager.configure(new.machineHere, remembering: memory)
        let replaced = Mutex<RegionTable?>(await manager.setRegions(regions))
        // Releasing them takes long as well.
        threads.submit { _ in replaced.withLock { $0 = nil } }
        if gazetteer.identity != old.world || new.machine.geocoder != old.settings.machine.geocoder
            || new.gazetteer.languages != old.settings.gazetteer.languages
        {
            await manager.setGeocoder(
                new.machine.geocoder.geocoder(
                    beside: gazetteer, languages: new.gazetteer.languages, on: eventLoops))
        }
        source.listen(to: new.gpsd)
        files.configure(
            precision: new.publishing.stateFilePrecision, hasPreciseFile: new.publishing.preciseStateFile,
            hasGuardFile: new.publishing.guardStateFile, keepsTrips: new.trips.outliveTheRun)
        await track.configure(new.track.retention)
        await trips.configure(new.trips.store)
        // That of all copies.
        var log = log
        log.logLevel = Logger.Level(new.log.level)
        log.notice("configuration reloaded")
        if new.publishing != wanted {
            log.warning(
                """
                of the changes in [Publishing], only those of StateFilePrecision=, PreciseStateFile= and GuardStateFile= are \
                in force; the others take effect at the next start
                """)
        }
        if new.beacons.user != observer {
            log.warning("the change of User= in [Beacons] takes effect at the next start")
        }
        return (new, gazetteer.identity)
    }
}
