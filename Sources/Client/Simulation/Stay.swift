import Glibc
public import PlacemarkModel

/// A box that stands still, with the jitter of a real receiver. The same seed gives the same jitter.
public struct Stay: Sequence, Sendable {
    public let coordinate: Coordinate
    public let duration: Duration
    public let interval: Duration
    public let start: Timestamp
    /// The standard deviation, north and east, of the reported position in metres; 0 for none.
    public let jitterInMeters: Double
    public let seed: UInt64
    public let receiver: ReceiverState.Fix

    /// - Parameter interval: the time from epoch to epoch, more than 0.
    public init(
        at coordinate: Coordinate, for duration: Duration, interval: Duration = .seconds(1),
        startingAt start: Timestamp, jitterInMeters: Double = 0, seed: UInt64 = 1, receiver: ReceiverState.Fix? = nil
    ) {
        precondition(interval > .zero, "a stay that never ends")
        self.coordinate = coordinate
        self.duration = duration
        self.interval = interval
        self.start = start
        self.jitterInMeters = jitterInMeters
        self.seed = seed
        self.receiver = receiver ?? ReceiverState.Fix(coordinate: coordinate)
    }

    public func makeIterator() -> Iterator { Iterator(self) }

    public struct Iterator: IteratorProtocol {
        private let stay: Stay
        private var epoch = 0
        private var random: SeededRandom

        fileprivate init(_ stay: Stay) {
            self.stay = stay
            random = SeededRandom(seed: stay.seed)
        }

        public mutating func next() -> ReceiverState? {
            guard stay.interval * epoch <= stay.duration else { return nil }
            var fix = stay.receiver
            fix.speedInMetersPerSecond = 0
            fix.courseInDegrees = nil
            fix.coordinate = stay.coordinate
            if stay.jitterInMeters > 0 {
                let (north, east) = random.gaussianPair()
                fix.coordinate = stay.coordinate.shifted(
                    northInMeters: north * stay.jitterInMeters, eastInMeters: east * stay.jitterInMeters)
            }
            defer { epoch += 1 }
            return ReceiverState(time: stay.start.advanced(by: stay.interval, times: epoch), fix: fix)
        }
    }
}

extension SeededRandom {
    /// Two independent numbers with mean 0 and standard deviation 1 (Box and Muller, 1958).
    package mutating func gaussianPair() -> (Double, Double) {
        // Not 0, of which there is no logarithm.
        let radius = (-2 * log(Double.random(in: 0x1p-60..<1, using: &self))).squareRoot()
        let angle = Double.random(in: 0..<2 * .pi, using: &self)
        return (radius * cos(angle), radius * sin(angle))
    }
}

extension Coordinate {
    /// The point a few metres away, on the tangent plane; right at the poles and across the antimeridian too.
    package func shifted(northInMeters north: Double, eastInMeters east: Double) -> Coordinate {
        let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
        let (x, y, z) = unitVector
        let (n, e) = (north / Earth.meanRadiusInMeters, east / Earth.meanRadiusInMeters)
        return Coordinate(
            x: x - n * sin(phi) * cos(lambda) - e * sin(lambda),
            y: y - n * sin(phi) * sin(lambda) + e * cos(lambda),
            z: z + n * cos(phi))
    }

    /// The point so many metres away in this direction (degrees clockwise from true north), on the tangent plane.
    public func shifted(towards course: Double, byMeters meters: Double) -> Coordinate {
        let angle = course * .pi / 180
        return shifted(northInMeters: meters * cos(angle), eastInMeters: meters * sin(angle))
    }
}
