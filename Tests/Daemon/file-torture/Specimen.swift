import LocationEngine
import PlacemarkModel
import Publishing

/// A state that follows from its number alone, so that whoever finds it on a disk knows what belongs to it.
struct Specimen {
    let number: UInt64
    let snapshot: StatusSnapshot
    let memory: MonitoringMemory

    /// States that follow each other differ in every file that is kept.
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
        memory = MonitoringMemory(regions: monitor.memory)
    }

    /// When everything is written: with another time, the ages would tell other states apart.
    static let time = BootInstant(sinceBoot: .seconds(1000))

    var status: Status { snapshot.status(at: Self.time, precision: .precise) }
    var city: String { "City \(number)\n" }
}
