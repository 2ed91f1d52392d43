import Configuration
import Gazetteer
import Geocoding
import LocationService
import Logging
import Publishing
import UnixSignals

/// Reads the configuration again on SIGHUP. One that is wrong changes nothing.
struct ReloadService: Sendable {
    let hangUps: UnixSignalsSequence
    let options: Options
    let inForce: Configuration
    let manager: LocationManager<BootClock>
    let source: SourceService
    let files: StateFiles
    let track: TrackStore
    let supervisor: Supervisor
    let log: Logger

    func run() async {
        var inForce = inForce
        for await _ in hangUps {
            supervisor.reloading()
            do {
                inForce = try await reload(inForce)
            } catch {
                log.error("the configuration in force stays: \(error)")
            }
            supervisor.reloaded()
        }
    }

    private func reload(_ old: Configuration) async throws -> Configuration {
        var (new, regions) = try options.settingsAndRegions()
        let wanted = new.publishing
        new.publishing = wanted.takingEffect(over: old.publishing)
        // The world file is opened again even under the same name: a new one may lie there.
        let gazetteer = try Gazetteer(path: new.gazetteer.file ?? Gazetteer.defaultPath)
        await manager.configure(new.machine, geocoder: GazetteerGeocoder(gazetteer))
        await manager.setRegions(regions)
        source.listen(to: new.endpoint)
        files.configure(
            precision: new.publishing.stateFilePrecision, hasPreciseFile: new.publishing.preciseStateFile)
        await track.configure(new.track.retention)
        DaemonLog.setLevel(new.log.level)
        log.notice("configuration reloaded")
        if new.publishing != wanted {
            log.warning(
                """
                of the changes in [Publishing], only those of StateFilePrecision= and PreciseStateFile= are in force; the \
                others will be with the next start
                """)
        }
        return new
    }
}
