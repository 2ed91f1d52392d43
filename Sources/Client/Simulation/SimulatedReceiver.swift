/// A receiver that isn't there: sends epochs to a real gpsd, at their time.
public struct SimulatedReceiver<States: Sequence<ReceiverState> & Sendable>: Sendable {
    private let states: States
    private let interval: Duration
    private let output: ReceiverOutput

    /// Opens the device, so that it can be told before anything is sent.
    ///
    /// - Parameters:
    ///   - states: a `Drive`, a `Stay`, or any other sequence of epochs.
    ///   - interval: from epoch to epoch, in the time of the trip.
    ///   - acceleration: how many times faster than that the epochs are sent; more than 0.
    public init(
        _ states: States, every interval: Duration, acceleration: Double = 1, to destination: ReceiverDestination
    ) throws(SimulationError) {
        precondition(interval > .zero && acceleration > 0, "a receiver that never sends")
        self.states = states
        self.interval = interval / acceleration
        output = try ReceiverOutput(destination)
    }

    /// The device for gpsd to open: `udp://127.0.0.1:5000`, `/dev/pts/3`.
    public var device: String { output.device }

    /// Sends one epoch after the other, and returns after the last one. Nobody needs to listen: what nobody takes is
    /// lost, as with a real receiver. The times are multiples of the interval from the start, so that delays do not
    /// add up.
    ///
    /// - Parameter onEpoch: called after each epoch has been sent.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func run(onEpoch: (ReceiverState) -> Void = { _ in }) async throws {
        let start = ContinuousClock.now
        var epoch = 0
        for state in states {
            try await Task.sleep(until: start + interval * epoch, tolerance: .zero, clock: .continuous)
            output.send(NMEAEpoch(state).bytes)
            onEpoch(state)
            epoch += 1
        }
    }
}
