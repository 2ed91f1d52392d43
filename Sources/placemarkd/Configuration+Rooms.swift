import Configuration
import GPSD
import Publishing

/// The configuration in the terms of the rooms that it is for.
extension Configuration {
    var endpoint: GPSDEndpoint { GPSDEndpoint(host: gpsd.host, port: gpsd.port, device: gpsd.device) }
}

extension Configuration.Publishing {
    var stateFiles: StateFiles.Settings {
        .init(directory: stateDirectory, persistentDirectory: persistentDirectory, precision: stateFilePrecision)
    }
}

extension Configuration.Track {
    var retention: TrackRetention {
        .init(storage: keep, maximumAge: maximumAge, maximumSizeInBytes: maximumSizeInBytes)
    }
}
