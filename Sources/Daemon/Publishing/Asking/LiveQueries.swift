public import PlacemarkModel

/// How the socket asks the parts upstream for what is not in the published state. Closures, so that it knows none of
/// them.
public struct LiveQueries: Sendable {
    public var regions: Regions?
    public var places: Places?
    public var guards: Guards?
    /// What keeps the trips.
    public var trips: TripStore?
    public var beacons: Beacons?

    /// - Parameters: nil for what is not answered.
    public init(
        regions: Regions? = nil, places: Places? = nil, guards: Guards? = nil, trips: TripStore? = nil,
        beacons: Beacons? = nil
    ) {
        self.regions = regions
        self.places = places
        self.guards = guards
        self.trips = trips
        self.beacons = beacons
    }

    /// What can be asked about beacons, and told about them.
    public struct Beacons: Sendable {
        public var report: @Sendable () async -> BeaconsReport
        /// Which beacons somebody has to listen for: at once, and whenever that changes.
        public var wanted: @Sendable () async -> AsyncStream<Set<BeaconConstraint>>
        /// Takes in what somebody hears who listens, until it ends.
        public var listen: @Sendable (AsyncStream<BeaconHearing>) async -> Void

        public init(
            report: @escaping @Sendable () async -> BeaconsReport,
            wanted: @escaping @Sendable () async -> AsyncStream<Set<BeaconConstraint>>,
            listen: @escaping @Sendable (AsyncStream<BeaconHearing>) async -> Void
        ) {
            self.report = report
            self.wanted = wanted
            self.listen = listen
        }
    }

    /// What can be asked about the guard, and done to it.
    public struct Guards: Sendable {
        public var report: @Sendable () async -> GuardReport
        public var command: @Sendable (GuardCommand) async throws(GuardMistake) -> GuardReport

        public init(
            report: @escaping @Sendable () async -> GuardReport,
            command: @escaping @Sendable (GuardCommand) async throws(GuardMistake) -> GuardReport
        ) {
            self.report = report
            self.command = command
        }
    }

    /// What can be asked about regions, and done to them.
    public struct Regions: Sendable {
        /// The regions whose identifiers come after this one.
        public var page: @Sendable (_ identifier: String?) async -> RegionPage
        /// The regions with their shapes whose identifiers come after this one.
        public var features: @Sendable (_ identifier: String?) async -> RegionFeaturePage
        /// One region; nil when there is none with this identifier.
        public var report: @Sendable (_ identifier: String) async -> RegionReport?
        public var change: @Sendable (RegionChange) async throws(RegionChangeError) -> Void

        public init(
            page: @escaping @Sendable (String?) async -> RegionPage,
            features: @escaping @Sendable (String?) async -> RegionFeaturePage,
            report: @escaping @Sendable (String) async -> RegionReport?,
            change: @escaping @Sendable (RegionChange) async throws(RegionChangeError) -> Void
        ) {
            self.page = page
            self.features = features
            self.report = report
            self.change = change
        }
    }
    /// What can be asked about the world.
    public struct Places: Sendable {
        /// The placemark of a position. Throws `noPlace` when none is known.
        public var reverse: @Sendable (ReverseRequest) async throws(PlacesError) -> Placemark
        /// At least one place of that name. Throws `noPlace` when none is known.
        public var search: @Sendable (SearchRequest) async throws(PlacesError) -> [SearchResult]

        public init(
            reverse: @escaping @Sendable (ReverseRequest) async throws(PlacesError) -> Placemark,
            search: @escaping @Sendable (SearchRequest) async throws(PlacesError) -> [SearchResult]
        ) {
            self.reverse = reverse
            self.search = search
        }
    }

    /// Why there is no place.
    public enum PlacesError: Error, Hashable, Sendable {
        /// The geocoder works, and knows none.
        case noPlace(String)
        /// The geocoder does not work, and why.
        case failed(String)
        /// It was a geocoder that there is not, and why.
        case noGeocoder(String)
    }
}
