import LocationEngine
import PlacemarkModel
import Publishing

/// A state that follows from its number alone, so that whoever finds it on a disk knows what belongs to it.
struct StateSpecimen {
    let number: UInt64
    let snapshot: StatusSnapshot
    let memory: MonitoringMemory

    /// States that follow each other differ in every file that is kept. In every fourth no guard is on.
    init(_ number: UInt64) {
        self.number = number
        // Degrees that a decimal text gives back exactly.
        let coordinate = Coordinate(
            clampingLatitude: Double(number % 80), wrappingLongitude: Double(number % 170))
        let location = Location(coordinate: coordinate, horizontalAccuracy: 4, receivedAt: Self.time)
        var placemark = Placemark(geocoder: "torture")
        placemark.name = "City \(number)"
        placemark.locality = placemark.name
        var snapshot = StatusSnapshot(at: Self.time, geocoding: GeocodePolicy.Settings())
        snapshot.sequence = number
        snapshot.location = location
        snapshot.placemark = .init(placemark: placemark, location: location, answeredAt: Self.time)
        // More than a page, so that a write is more than one for the kernel.
        snapshot.regions = (0..<100 + number % 100).map { "region \($0) of state \(number)" }
        self.snapshot = snapshot
        var monitor = RegionMonitor()
        for index in 0..<3 {
            let shape = Region.Shape.circle(center: coordinate, radiusInMeters: 100)
            try? monitor.add(Region(identifier: "\(index) of \(number)", shape: shape))
        }
        var trips = TripDetector(box: "torture")
        _ = trips.accepted(location)
        memory = MonitoringMemory(
            regions: monitor.memory, guarding: number % 4 == 0 ? nil : Self.guarding(of: number), trips: trips.memory)
    }

    /// A guard as a machine keeps it, with a ring of its own for each state.
    private static func guarding(of number: UInt64) -> GuardMemory {
        let radius = Double(10 + number % 1000)
        guard var memory = armed, let plan = try? GuardPlan(.anchor, coordinate: anchor, radius: radius) else {
            preconditionFailure("nothing is guarded")
        }
        memory.plan = plan
        return memory
    }

    private static let anchor = Coordinate(clampingLatitude: 47, wrappingLongitude: 9)
    private static let armed = memoryOfArming()

    private static func memoryOfArming() -> GuardMemory? {
        var order = GuardOrder(.anchor)
        order.coordinate = anchor
        var machine = LocationMachine(seed: 1, at: time)
        for case .publish(let publication) in machine.handle(.guardCommand(.arm(order)), at: time) {
            return publication.memory?.guarding
        }
        return nil
    }

    /// When everything is written: with another time, the ages would tell other states apart.
    static let time = BootInstant(sinceBoot: .seconds(1000))

    var status: Status { snapshot.status(at: Self.time, precision: .precise) }
    var city: String { "City \(number)\n" }
}
