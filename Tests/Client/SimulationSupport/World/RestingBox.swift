public import PlacemarkModel

/// What a receiver reports of a box that does not move, as its model says and without any fault.
public struct RestingBox: Sequence, IteratorProtocol, Sendable {
    private var receiver: FaultyReceiver
    private let truth: GroundTruth
    private let end: BootInstant
    private var now: BootInstant

    public init(
        at coordinate: Coordinate, _ model: ReceiverModel, from start: BootInstant, for duration: Duration, seed: UInt64
    ) {
        // 2026-11-20T20:00:00Z; any date will do.
        receiver = FaultyReceiver(
            model, bootedAt: Timestamp(nanosecondsSinceEpoch: 1_795_204_800_000_000_000), meanTimeBetweenFaults: nil,
            at: start, seed: seed)
        truth = GroundTruth(
            activity: .rest, coordinate: coordinate, altitudeInMeters: 455, speedInMetersPerSecond: 0,
            courseInDegrees: 0)
        now = start
        end = start.advanced(by: duration)
    }

    public mutating func next() -> (at: BootInstant, events: [SourceEvent])? {
        guard now < end else { return nil }
        defer { now = now.advanced(by: receiver.model.period) }
        var events: [SourceEvent] = []
        receiver.tick(at: now, truth: truth, into: &events)
        return (now, events)
    }
}
