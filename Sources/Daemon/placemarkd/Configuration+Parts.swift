import DaemonSettings
import LocationEngine
import PlacemarkModel
import Publishing
import Settings
import SystemClocks

extension Configuration.Publishing {
    /// The settings in force, with those of these that can be changed while the daemon runs. A socket is bound, directories
    /// are made, and the socket's limit and the metrics file are handed out, at the start only.
    func takingEffect(over inForce: Self) -> Self {
        var settings = inForce
        settings.stateFilePrecision = stateFilePrecision
        settings.preciseStateFile = preciseStateFile
        settings.guardStateFile = guardStateFile
        return settings
    }
}

extension Configuration {
    var stateFiles: StateFileSettings {
        .init(
            directory: publishing.stateDirectory, persistentDirectory: publishing.persistentDirectory,
            precision: publishing.stateFilePrecision, hasPreciseFile: publishing.preciseStateFile,
            hasGuardFile: publishing.guardStateFile, keepsTrips: trips.outliveTheRun)
    }

    /// The settings of the location manager on this machine: trips are looked for where they are kept.
    var machineHere: LocationMachine.Settings {
        var settings = machine
        settings.trips = trips.keep == .no ? nil : TripSettings(box: BoxIdentity.current)
        return settings
    }
}

extension Configuration.Trips {
    /// Whether the trips, the one that goes on and the odometer are there after a restart.
    var outliveTheRun: Bool { keep == .disk }

    var store: TripStoreSettings { .init(storage: keep, maximumAge: maximumAge, logInterval: logInterval) }
}

extension Configuration.Track {
    var retention: TrackRetention {
        .init(storage: keep, maximumAge: maximumAge, maximumSizeInBytes: maximumSizeInBytes)
    }
}
