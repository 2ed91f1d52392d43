public import PlacemarkModel

/// A simulated world: a box on a trip, with one to three receivers that err, and a source that fails now and then.
///
/// A sequence of moments in the order of time; the same parameters with the same seed give the same moments.
public struct World: Sequence, IteratorProtocol, Sendable {
    /// How a world is made.
    public struct Parameters: Hashable, Sendable {
        public var start: BootInstant
        public var duration: Duration
        public var receivers: [ReceiverModel]
        /// Of each receiver, and of the source; nil for a world without faults.
        public var meanTimeBetweenFaults: Duration?
        /// See `RandomTrip`.
        public var haste: Double

        public init(
            start: BootInstant, duration: Duration, receivers: [ReceiverModel], meanTimeBetweenFaults: Duration?,
            haste: Double = 1
        ) {
            precondition(!receivers.isEmpty && duration >= .zero, "a world without a receiver or a time")
            self.start = start
            self.duration = duration
            self.receivers = receivers
            self.meanTimeBetweenFaults = meanTimeBetweenFaults
            self.haste = haste
        }
    }

    public let parameters: Parameters
    /// How far the world has come.
    public private(set) var now: BootInstant
    private let end: BootInstant
    private var trip: RandomTrip
    private var receivers: [FaultyReceiver]
    private var dueAt: [BootInstant]
    private var source: FaultySource
    /// What has happened and has not been handed out, in order.
    private var ready: [WorldMoment] = []
    private var handedOut = 0
    private var events: [SourceEvent] = []

    public init(_ parameters: Parameters, seed: UInt64) {
        self.parameters = parameters
        var random = SeededRandom(seed: seed)
        (now, end) = (parameters.start, parameters.start.advanced(by: parameters.duration))
        trip = RandomTrip(seed: random.next(), haste: parameters.haste)
        // Any time of any year from 2024 to 2034: dates before 2017 are a rollover to gpsd.
        let boot = Timestamp(nanosecondsSinceEpoch: Int64(random.number(in: 1.704e9...2.02e9)) * 1_000_000_000)
        receivers = []
        dueAt = []
        for model in parameters.receivers {
            receivers.append(
                FaultyReceiver(
                    model, bootedAt: boot, meanTimeBetweenFaults: parameters.meanTimeBetweenFaults,
                    at: parameters.start,
                    seed: random.next()))
            dueAt.append(parameters.start.advanced(by: model.period * random.number(in: 0...1)))
        }
        source = FaultySource(
            devices: parameters.receivers.map(\.device), meanTimeBetweenFaults: parameters.meanTimeBetweenFaults,
            at: parameters.start, seed: random.next())
        ready.append(contentsOf: source.opening(truth: trip.truth, at: parameters.start))
    }

    /// Where the box begins, and where it comes back to.
    public var home: Coordinate { trip.home }

    /// How often each fault has happened until now.
    public var faults: FaultCounts {
        receivers.reduce(into: source.counts) { $0 += $1.counts }
    }

    public mutating func next() -> WorldMoment? {
        while handedOut == ready.count {
            ready.removeAll(keepingCapacity: true)
            handedOut = 0
            guard tick() else { return nil }
        }
        handedOut += 1
        return ready[handedOut - 1]
    }

    /// Lets the next receiver have its say. Returns false at the end of the world.
    private mutating func tick() -> Bool {
        var index = 0
        for other in dueAt.indices.dropFirst() where dueAt[other] < dueAt[index] { index = other }
        let due = dueAt[index]
        guard due <= end else { return false }
        dueAt[index] = due.advanced(by: receivers[index].model.period)
        trip.advance(bySeconds: now.duration(to: due).inSeconds)
        now = due
        events.removeAll(keepingCapacity: true)
        receivers[index].tick(at: due, truth: trip.truth, into: &events)
        source.pass(
            events, from: index, at: due, truth: trip.truth, healthySince: healthySince, into: &ready)
        return true
    }

    private var healthySince: BootInstant? {
        var latest = parameters.start
        for receiver in receivers {
            guard let since = receiver.healthySince else { return nil }
            latest = Swift.max(latest, since)
        }
        return latest
    }
}
