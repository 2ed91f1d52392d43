public import PlacemarkModel

extension LocationMachine {
    /// What can be configured, also while running.
    public struct Settings: Hashable, Sendable {
        public var fixFilter = FixFilter.Settings()
        public var distanceFilterInMeters = 0.0
        public var desiredAccuracy = DesiredAccuracy.best
        /// What carries the box: sets the largest plausible speed, and what counts as rest and as a visit.
        public var activity = ActivityType.other
        public var headingFilterInDegrees = 1.0
        /// The deviation of the magnetic compasses; nil when nobody has told it.
        public var compassDeviation: DeviationTable?
        public var geocoding = GeocodePolicy.Settings()
        /// Whom the policy asks. `everyFix` goes with the gazetteer only.
        public var geocoder = GeocoderAddress.gazetteer
        public var guarding = GuardSettings()
        /// Nil when nobody wants to know of trips: then they cost nothing.
        public var trips: TripSettings?
        public var tripClasses = TripClasses()
        /// Whether a beacon whose region is on the map says where the box is, while no fix does.
        public var locatesByBeacons = false

        public init() {}
    }

    /// Takes other settings into account, under way.
    mutating func apply(_ settings: Settings, hint: (Coordinate) -> NameHint?) {
        let profile = settings.activity.profile
        deviceSelector.settings = settings.fixFilterOfActivity
        motion.profile = profile
        delivery.desiredAccuracy = settings.desiredAccuracy
        delivery.distanceInMeters = settings.distanceFilterInMeters
        heading.filterInDegrees = settings.headingFilterInDegrees
        headingRule.configure(profile: profile, deviations: settings.compassDeviation)
        visits.settings = .init(activity: settings.activity)
        if settings.trips?.box != trips?.box { trips = settings.trips.map { TripDetector(box: $0.box) } }
        tripClasses = settings.tripClasses
        guarding = settings.guarding
        locatesByBeacons = settings.locatesByBeacons
        policy.configure(settings.geocoding, hint: hint)
        snapshot.geocodingMode = settings.geocoding.mode
        snapshot.geocodingDistanceInMeters = settings.geocoding.distanceInMeters
        snapshot.setGeocoder(settings.geocoder)
    }
}

extension LocationMachine.Settings {
    /// The filter's settings, with the speed that the activity allows if that is less.
    var fixFilterOfActivity: FixFilter.Settings {
        var settings = fixFilter
        settings.maximumSpeedInMetersPerSecond = activity.profile.maximumSpeedInMetersPerSecond
        return settings
    }
}
