import Configuration
import GPSD
import Publishing

/// The configuration in the terms of the rooms that it is for.
extension Configuration {
    var endpoint: GPSDEndpoint { GPSDEndpoint(host: gpsd.host, port: gpsd.port, device: gpsd.device) }
}

extension Configuration.Publishing {
    /// These settings with the paths of others: a socket is bound, and directories are made, at the start only.
    func keepingPaths(of others: Self) -> Self {
        var settings = self
        settings.socket = others.socket
        settings.stateDirectory = others.stateDirectory
        settings.persistentDirectory = others.persistentDirectory
        return settings
    }

    var stateFiles: StateFiles.Settings {
        .init(
            directory: stateDirectory, persistentDirectory: persistentDirectory, precision: stateFilePrecision,
            hasPreciseFile: preciseStateFile)
    }
}

extension Configuration.Track {
    var retention: TrackRetention {
        .init(storage: keep, maximumAge: maximumAge, maximumSizeInBytes: maximumSizeInBytes)
    }
}
