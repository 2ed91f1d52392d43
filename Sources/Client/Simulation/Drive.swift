public import PlacemarkModel

/// A trip along the great circle at a constant speed: a sequence of epochs, the first at the start, the last at the
/// destination. The same arguments give the same trip.
///
/// Start and destination must not be antipodes, between which there is no one way: such a drive jumps.
public struct Drive: Sequence, Sendable {
    public let from: Coordinate
    public let to: Coordinate
    public let speedInKilometersPerHour: Double
    public let interval: Duration
    /// The receiver's time at the start.
    public let start: Timestamp
    /// What does not change on the way: altitude, HDOP, satellites.
    public let receiver: ReceiverState.Fix
    /// The compass on board, which points along the course; nil for none.
    public let compass: SimulatedCompass?
    /// Degrees by which magnetic north lies east of true north at a place; nil where no magnetic compass can be relied upon.
    public let declination: @Sendable (Coordinate) -> Double?

    /// - Parameters:
    ///   - speedInKilometersPerHour: more than 0.
    ///   - interval: the time from epoch to epoch, more than 0.
    ///   - receiver: a model for the fixes, of which coordinate, speed and course are replaced.
    ///   - compass: the compass on board; a magnetic one shows something only where there is a declination.
    ///   - declination: see there; for magnetic compasses alone.
    public init(
        from: Coordinate, to: Coordinate, speedInKilometersPerHour: Double, interval: Duration = .seconds(1),
        startingAt start: Timestamp, receiver: ReceiverState.Fix? = nil, compass: SimulatedCompass? = nil,
        declination: @escaping @Sendable (Coordinate) -> Double? = { _ in nil }
    ) {
        precondition(speedInKilometersPerHour > 0 && interval > .zero, "a drive that never arrives")
        self.from = from
        self.to = to
        self.speedInKilometersPerHour = speedInKilometersPerHour
        self.interval = interval
        self.start = start
        self.receiver = receiver ?? ReceiverState.Fix(coordinate: from)
        self.compass = compass
        self.declination = declination
    }

    /// Metres from epoch to epoch.
    public var stepInMeters: Double { speedInKilometersPerHour / 3.6 * interval.inSeconds }

    public func makeIterator() -> Iterator { Iterator(self) }

    public struct Iterator: IteratorProtocol {
        private let drive: Drive
        private let total: Double
        private var epoch = 0
        /// Where the next epoch is, as a part of the way, 0…1; nil after the end.
        private var fraction: Double? = 0
        private var course: Double
        /// What the compass has shown first.
        private var firstShown: ReceiverState.Compass?

        fileprivate init(_ drive: Drive) {
            self.drive = drive
            total = drive.from.distance(to: drive.to)
            course = drive.from.bearing(to: drive.to)
        }

        public mutating func next() -> ReceiverState? {
            guard let fraction else { return nil }
            let here = point(fraction)
            // At the destination there is nothing ahead, so the last course stays.
            if fraction < 1 { course = here.bearing(to: point(Swift.min(1, fraction + 0.5 * (1 - fraction)))) }
            var fix = drive.receiver
            fix.coordinate = here
            fix.speedInMetersPerSecond = total > 0 ? drive.speedInKilometersPerHour / 3.6 : 0
            fix.courseInDegrees = total > 0 ? course : nil
            defer {
                epoch += 1
                self.fraction = fraction < 1 && total > 0 ? step(from: fraction, at: here) : nil
            }
            return ReceiverState(
                time: drive.start.advanced(by: drive.interval, times: epoch), fix: fix, compass: compass(at: here))
        }

        private mutating func compass(at here: Coordinate) -> ReceiverState.Compass? {
            guard let compass = drive.compass else { return nil }
            if compass.isStuck, let firstShown { return firstShown }
            let declination = compass.north == .magnetic ? drive.declination(here) : nil
            let shown = compass.shown(pointing: course, declination: declination)
                .map { ReceiverState.Compass(degrees: $0, north: compass.north) }
            firstShown = firstShown ?? shown
            return shown
        }

        /// One step on. Equal parts of the great circle are not equally long on the ellipsoid (up to 0.5 %), so the
        /// first guess is corrected by its own length.
        private func step(from fraction: Double, at here: Coordinate) -> Double {
            let guess = drive.stepInMeters / total
            guard fraction + guess < 1 else { return 1 }
            let length = here.distance(to: point(fraction + guess))
            guard length > 0 else { return 1 }
            return Swift.min(1, fraction + guess * drive.stepInMeters / length)
        }

        private func point(_ fraction: Double) -> Coordinate {
            fraction <= 0
                ? drive.from : fraction >= 1 ? drive.to : drive.from.interpolated(to: drive.to, fraction: fraction)
        }
    }
}

extension Timestamp {
    /// This moment and so many intervals more.
    func advanced(by interval: Duration, times count: Int) -> Timestamp {
        let (seconds, attoseconds) = (interval * count).components
        return Timestamp(
            nanosecondsSinceEpoch: nanosecondsSinceEpoch + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
