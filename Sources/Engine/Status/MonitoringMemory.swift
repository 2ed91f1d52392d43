/// What the monitors of the location manager must know after a restart, so that it brings no false event.
public struct MonitoringMemory: Codable, Hashable, Sendable {
    public var regions: RegionMonitor.Memory?
    public var visits: VisitDetector.Memory?
    public var reduced: PositionReducer.Memory?
    /// Nil while no guard is on.
    public var guarding: GuardMemory?
    /// Whether a guard was on of which nothing is known, because what was kept of it is damaged; nil when not.
    public var isGuardLost: Bool?
    /// Whether a person has decided about the guard of the visit that goes on; nil when not.
    public var isParkingDecided: Bool?
    /// Nil while nobody wants to know of trips.
    public var trips: TripDetector.Memory?

    public init(
        regions: RegionMonitor.Memory? = nil, visits: VisitDetector.Memory? = nil,
        reduced: PositionReducer.Memory? = nil, guarding: GuardMemory? = nil, isGuardLost: Bool? = nil,
        isParkingDecided: Bool? = nil, trips: TripDetector.Memory? = nil
    ) {
        self.regions = regions
        self.visits = visits
        self.reduced = reduced
        self.guarding = guarding
        self.isGuardLost = isGuardLost
        self.isParkingDecided = isParkingDecided
        self.trips = trips
    }

    /// The same memory after a reboot.
    public var ofEarlierBoot: MonitoringMemory {
        MonitoringMemory(
            regions: regions, visits: visits?.ofEarlierBoot, reduced: reduced?.ofEarlierBoot,
            guarding: guarding?.ofEarlierBoot, isGuardLost: isGuardLost, isParkingDecided: isParkingDecided,
            trips: trips?.ofEarlierBoot)
    }
}
