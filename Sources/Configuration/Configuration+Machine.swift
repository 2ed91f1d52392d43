public import PlacemarkCore

extension Configuration {
    /// The configuration in the terms of the location manager: the daemon and a replay of a trip run with the same.
    public var machine: LocationMachine.Settings {
        var machine = LocationMachine.Settings()
        machine.fixFilter.maximumAccuracyInMeters = location.maximumAccuracyInMeters
        machine.distanceFilterInMeters = location.distanceFilterInMeters
        machine.desiredAccuracy = location.desiredAccuracy
        machine.activity = location.activity
        machine.headingFilterInDegrees = location.headingFilterInDegrees
        machine.geocoding = .init(
            mode: geocoding.policy, distanceInMeters: geocoding.distanceInMeters, interval: geocoding.interval)
        return machine
    }
}
