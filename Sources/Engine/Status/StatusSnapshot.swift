public import PlacemarkModel

/// All that is known at one moment, with instants instead of ages: what the location manager publishes.
///
/// Ages are computed when somebody asks, by `status(at:precision:)`, so that an answer is never older than it says.
public struct StatusSnapshot: Sendable {
    /// A placemark, and how it came about.
    public struct KnownPlacemark: Sendable {
        public let placemark: Placemark
        /// What readers with reduced precision are told: of the gazetteer's names, whoever is asked. Where a network
        /// geocoder knows a place and where it does not, or fails, would tell them of the way of the box.
        public let reduced: Placemark
        /// The location that was geocoded; nil when the placemark comes from an earlier run.
        public var location: Location?
        public var answeredAt: BootInstant
        /// When it was named what readers with reduced precision are told, from which on they count its age: each later
        /// answer to the same effect means that the box has moved by a kilometre.
        public private(set) var reducedAnsweredAt: BootInstant

        /// - Parameter gazetteer: the gazetteer's names of the same location; nil when the placemark has them.
        public init(
            placemark: Placemark, gazetteer: Placemark? = nil, location: Location?, answeredAt: BootInstant
        ) {
            self.placemark = placemark
            reduced = (gazetteer ?? placemark).limited(to: .reduced)
            self.location = location
            self.answeredAt = answeredAt
            // Of an earlier run only the last answer is known.
            reducedAnsweredAt = location == nil ? answeredAt.intervalStart : answeredAt
        }

        /// What a reader with this precision is told of it.
        public func placemark(for precision: Precision) -> Placemark {
            precision == .precise ? placemark : reduced
        }

        /// Whether readers with reduced precision are told something else than before.
        var isNewForReducedReaders: Bool { reducedAnsweredAt == answeredAt }

        /// Takes over from the answer before this one what readers with reduced precision know already.
        mutating func follow(_ previous: KnownPlacemark?) {
            // One of an earlier run was stale: that this is the place is news.
            guard let previous, previous.location != nil, reduced == previous.reduced else { return }
            reducedAnsweredAt = previous.reducedAnsweredAt
        }
    }

    /// Counts the publications since the start.
    public var sequence: UInt64 = 0
    /// Counts those that told readers with reduced precision something.
    public var reducedSequence: UInt64 = 0
    public var source: SourceMonitor
    /// The last accepted location.
    public var location: Location?
    /// Where a beacon says that the box is, while no fix does, and the operator wants that.
    public var beaconPlace: BeaconPlace?
    /// Whether beacons are heard; nil while no region names one.
    public var beacons: BeaconsSummary?
    public var reducedPosition: ReducedPosition?
    public var placemark: KnownPlacemark?
    public var motion: Motion?
    public var heading: Heading?
    /// In the order in which they were heard first; none where there is no compass.
    public var compasses: [KnownCompass] = []
    /// The one that counts; nil while the course does, or nothing.
    public var compassInUse: KnownCompass.Identity?
    /// The identifiers of the regions that the box is in; nil without regions.
    public var regions: [String]?
    /// The stay that goes on.
    public var visit: Visit?
    /// How the guard stands, without what changes from fix to fix; nil while nothing is guarded.
    public var guarding: GuardReport?
    /// The way of all trips; nil while nobody wants to know of trips.
    public var odometerInMeters: Double?
    /// Whether readers with reduced precision are told that there is an alarm.
    public var isAlarmForAll = false
    /// The last stays that have ended, the oldest first. The status leaves them out; the request `visits` returns them.
    public var recentVisits: [Visit] = []
    public var geocodingMode: GeocodingMode
    /// What the policy is waiting for.
    public var next: GeocodePolicy.Decision = .hold(.noLocation)
    /// Whether the last geocoding attempt failed.
    public var isGeocodingFailing = false
    /// Whether the gazetteer names the locations meanwhile.
    public var isGeocodingBridged = false
    /// What is known of the network geocoder; nil where the gazetteer is the geocoder.
    public var network: NetworkState?
    /// The distance that the policy waits for, in metres.
    public var geocodingDistanceInMeters: Double
    public var counters = Counters()
    /// How many regions are watched.
    public var regionCount = 0

    /// Begins anew with a geocoder. Each network geocoder has its own last error, and so has one that takes another's
    /// place: `Input.geocoderReplaced` says when it does.
    mutating func setGeocoder(_ address: GeocoderAddress) {
        switch address {
        case .gazetteer: network = nil
        case .socket: network = network ?? NetworkState()
        }
    }

    /// What is known before anything has happened.
    public init(at now: BootInstant, geocoding: GeocodePolicy.Settings) {
        source = SourceMonitor(at: now)
        geocodingMode = geocoding.mode
        geocodingDistanceInMeters = geocoding.distanceInMeters
    }
}

/// What the status keeps of a network geocoder.
public struct NetworkState: Hashable, Sendable {
    /// Why a request failed last, and when.
    public struct Failure: Hashable, Sendable {
        public var reason: String
        public var at: BootInstant
    }

    /// What it has said of itself, and when.
    public struct KnownHealth: Hashable, Sendable {
        public var health: GeocoderHealth
        public var at: BootInstant
    }

    public var lastFailure: Failure?
    /// Nil after it has answered, and when it does not say.
    public var health: KnownHealth?

    public init() {}
}
