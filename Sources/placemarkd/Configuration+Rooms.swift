import Configuration
import GPSD
import PlacemarkCore
import Publishing

/// The configuration in the terms of the rooms that it is for.
extension Configuration {
    var machine: LocationMachine.Settings {
        var machine = LocationMachine.Settings()
        machine.fixFilter.maximumAccuracyInMeters = location.maximumAccuracyInMeters
        machine.distanceFilterInMeters = location.distanceFilterInMeters
        machine.geocoding = .init(
            mode: geocoding.policy, distanceInMeters: geocoding.distanceInMeters, interval: geocoding.interval)
        return machine
    }

    var endpoint: GPSDEndpoint { GPSDEndpoint(host: gpsd.host, port: gpsd.port, device: gpsd.device) }
}

extension Configuration.Publishing {
    var stateFiles: StateFiles.Settings {
        .init(directory: stateDirectory, persistentDirectory: persistentDirectory, precision: stateFilePrecision)
    }
}
