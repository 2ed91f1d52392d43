public import LocationEngine
public import PlacemarkModel

/// Everything that must hold at every step of a location machine, checked from outside: by what it is told and by what
/// it says, never by what it remembers.
public struct Invariants: Sendable {
    public private(set) var violations = Violations()

    private var counting = Counting()
    private var geocodePace: GeocodePace
    private var geocodeStarvation: GeocodeStarvation
    private var publishedLocation = PublishedLocation()
    private var deliveryStarvation: DeliveryStarvation
    private var recovery: Recovery?
    private var regions: RegionAlternation
    private var visits = VisitOrder()
    private var trips = TripOrder()
    private var pauses = PauseAlternation()
    private var timeZones = TimeZoneChain()
    private var sourceStates = SourceStates()
    private var restraint: Restraint
    private var reducedPrecision = ReducedPrecision()
    private var numbers: SaneNumbers

    /// How closely to look.
    public struct Thoroughness: Hashable, Sendable {
        /// Every so many publications the numbers of the status are looked at.
        public var statusSampling: Int
        /// Every so many publications the JSON is written, and read back.
        public var jsonSampling: Int

        public init(statusSampling: Int = 8, jsonSampling: Int = 256) {
            self.statusSampling = statusSampling
            self.jsonSampling = jsonSampling
        }
    }

    /// - Parameters:
    ///   - settings: what the machine begins with; later ones come with the steps.
    ///   - regions: what the machine watches.
    ///   - largestErrorInMeters: of a healthy receiver; nil where nobody knows where the box is.
    ///   - longestPeriod: of a healthy receiver.
    public init(
        settings: LocationMachine.Settings, regions: [Region] = [], largestErrorInMeters: Double? = nil,
        longestPeriod: Duration = .seconds(1), thoroughness: Thoroughness = Thoroughness()
    ) {
        geocodePace = GeocodePace(settings: settings.geocoding)
        geocodeStarvation = GeocodeStarvation(settings: settings.geocoding)
        deliveryStarvation = DeliveryStarvation(settings: settings)
        restraint = Restraint(regionCount: regions.count)
        self.regions = RegionAlternation(regions: regions)
        numbers = SaneNumbers(
            statusSampling: thoroughness.statusSampling, jsonSampling: thoroughness.jsonSampling)
        recovery = largestErrorInMeters.map {
            Recovery(settings: settings, largestErrorInMeters: $0, longestPeriod: longestPeriod)
        }
    }

    /// Takes a step into account, and notes what is wrong with it.
    public mutating func check(_ step: Step) {
        counting.check(step, &violations)
        geocodePace.check(step, &violations)
        geocodeStarvation.check(step, &violations)
        publishedLocation.check(step, &violations)
        deliveryStarvation.check(step, &violations)
        recovery?.check(step, &violations)
        regions.check(step, &violations)
        visits.check(step, &violations)
        trips.check(step, &violations)
        pauses.check(step, &violations)
        timeZones.check(step, &violations)
        sourceStates.check(step, &violations)
        restraint.check(step, &violations)
        reducedPrecision.check(step, &violations)
        numbers.check(step, &violations)
    }

    /// Notes what the driver of a machine has seen itself.
    mutating func note(_ invariant: String, at now: BootInstant, _ text: String) {
        violations.add(invariant, at: now, text)
    }
}
