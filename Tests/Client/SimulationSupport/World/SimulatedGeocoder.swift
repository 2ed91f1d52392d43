public import PlacemarkModel

/// A geocoder that takes its time, fails now and then, and is out for hours. It names squares of 0.01°.
public struct SimulatedGeocoder: Sendable {
    /// What it answers, and when.
    public struct Answer: Sendable {
        public var delay: Duration
        /// Nil is a failure.
        public var placemark: Placemark?
    }

    /// How it behaves.
    public struct Parameters: Hashable, Sendable {
        public var meanLatency = Duration.zero
        /// Of a single request, 0…1.
        public var failureProbability = 0.0
        /// From the end of one outage to the next; nil for none.
        public var meanTimeBetweenOutages: Duration?

        public init() {}

        /// Any geocoder, from one in the same process to a poor one on the network.
        public init(random: inout SeededRandom) {
            meanLatency = .seconds(random.choice([(0, weight: 3), (0.2, 3), (2, 1), (20, 1)]))
            failureProbability = random.choice([(0, weight: 3), (0.05, 1), (0.3, 1)])
            meanTimeBetweenOutages = random.choice([(nil, weight: 3), (.seconds(900), 2)])
        }
    }

    public private(set) var counts = FaultCounts()
    private let parameters: Parameters
    private var random: SeededRandom
    private var outageBegins: BootInstant?
    private var outageEnds: BootInstant

    public init(_ parameters: Parameters, at now: BootInstant, seed: UInt64) {
        self.parameters = parameters
        random = SeededRandom(seed: seed)
        outageEnds = now
        scheduleOutage(after: now)
    }

    /// What it says to a request that is made at `now`.
    public mutating func answer(for location: Location, at now: BootInstant) -> Answer {
        let delay = min(.seconds(60), random.waiting(parameters.meanLatency))
        while outageBegins != nil, outageEnds <= now { scheduleOutage(after: outageEnds) }
        if let outageBegins, now >= outageBegins, now < outageEnds {
            counts[.geocoderOutage] += 1
            return Answer(delay: delay, placemark: nil)
        }
        if random.happens(parameters.failureProbability) {
            counts[.geocoderFailure] += 1
            return Answer(delay: delay, placemark: nil)
        }
        return Answer(delay: delay, placemark: Self.placemark(of: location.coordinate))
    }

    private mutating func scheduleOutage(after now: BootInstant) {
        guard let mean = parameters.meanTimeBetweenOutages else { return }
        let begin = now.advanced(by: random.waiting(mean))
        outageBegins = begin
        outageEnds = begin.advanced(by: .seconds(random.magnitude(in: Fault.geocoderOutage.seconds)))
    }

    /// The numbers of a square and of its time zone.
    public static func hint(at coordinate: Coordinate) -> NameHint {
        var hint = NameHint()
        let (row, column) = square(of: coordinate)
        hint.locality = UInt32(bitPattern: Int32(row * 100_000 + column))
        hint.zone = UInt32(bitPattern: Int32((coordinate.longitude / 15).rounded()))
        return hint
    }

    private static func square(of coordinate: Coordinate) -> (row: Int, column: Int) {
        (Int((coordinate.latitude * 100).rounded(.down)), Int((coordinate.longitude * 100).rounded(.down)))
    }

    /// The name of a square, and the time zone of its 15° of longitude.
    public static func placemark(of coordinate: Coordinate) -> Placemark {
        let (row, column) = square(of: coordinate)
        var placemark = Placemark(geocoder: "simulation")
        placemark.locality = "Square \(row),\(column)"
        placemark.name = placemark.locality
        placemark.country = "Simulation"
        placemark.timeZone = "Zone/\(Int((coordinate.longitude / 15).rounded()))"
        placemark.distance = 100
        placemark.bearing = 90
        return placemark
    }
}
