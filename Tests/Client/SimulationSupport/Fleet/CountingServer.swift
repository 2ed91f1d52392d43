public import PlacemarkModel

/// A geocoding server that only counts: what it would be asked without a cache, and what is left of it behind caches of
/// cells.
public struct CountingServer: Sendable {
    /// A cache of squares, each kept for a month: as placemark-nominatim has it.
    private struct Cache {
        let degrees: Double
        var answeredAt: [SIMD2<Int32>: BootInstant] = [:]
        var misses = 0
        static let lifetime = Duration.seconds(30 * 86_400)

        mutating func ask(_ coordinate: Coordinate, at now: BootInstant) {
            let cell = SIMD2(
                Int32((coordinate.latitude / degrees).rounded(.down)),
                Int32((coordinate.longitude / degrees).rounded(.down)))
            if let before = answeredAt[cell], before.duration(to: now) < Self.lifetime { return }
            misses += 1
            answeredAt[cell] = now
        }
    }

    public private(set) var requests = 0
    /// The shortest time between two requests.
    public private(set) var shortestPause: Duration?
    private var last: BootInstant?
    /// 11 m, as for streets, and 1.1 km, as for cities.
    private var streets = Cache(degrees: 0.0001)
    private var cities = Cache(degrees: 0.01)

    public init() {}

    /// Requests that no cache of streets could answer.
    public var requestsBehindStreets: Int { streets.misses }
    /// Those that no cache of cities could answer.
    public var requestsBehindCities: Int { cities.misses }

    public mutating func ask(_ coordinate: Coordinate, at now: BootInstant) {
        requests += 1
        if let last {
            let pause = last.duration(to: now)
            shortestPause = min(shortestPause ?? pause, pause)
        }
        last = now
        streets.ask(coordinate, at: now)
        cities.ask(coordinate, at: now)
    }
}
