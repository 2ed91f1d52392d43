import PlacemarkModel

/// How one kind of updates follows from the daemon's events, across connections: a pure decision.
protocol EventReading: Sendable {
    associatedtype Update: Sendable
    associatedtype Failure: Error

    /// The events that it needs, beside the current state.
    var filter: EventFilter { get }

    /// The updates that follow from an event, or nil when it must ask for the current state again, because the event does
    /// not tell enough.
    mutating func take(_ event: EventReport) throws(Failure) -> [Update]?

    /// The updates that follow from an error. Throws when it makes no sense to ask again.
    mutating func take(_ error: PlacemarkClientError) throws(Failure) -> [Update]
}

extension EventReading where Failure == PlacemarkClientError {
    /// For readings that begin with the present state: a reader does not want to wait for a daemon that was never
    /// there, but for one that restarts.
    func outlive(_ error: PlacemarkClientError, hasBegun: Bool) throws(Failure) -> [Update] {
        guard hasBegun, error.isPassing else { throw error }
        return []
    }

    /// Regions and visits are for readers who may know everything; others would wait for ever.
    func requirePrecise(_ status: Status) throws(Failure) {
        guard status.precision == .precise else {
            throw .refused(
                code: "forbidden", sentence: "regions and visits are for members of the group placemark-precise")
        }
    }
}
