import Logging
import PlacemarkModel
import Reporting

/// What a transport needs of the program around it. `SinkLoop` limits it to what the sink may know.
struct TransportSurroundings: Sendable {
    let wallClock: @Sendable () -> Timestamp
    /// Asks the daemon which regions there are; nil when it does not say.
    let regions: @Sendable () async -> [String]?
    /// What is heard of the beacons of regions, each time all of it, the nearest first.
    let beacons: @Sendable () -> AsyncStream<[Beacon]>
    /// Does to the guard what a sink's receiver wants. Returns why that could not be; nil when it is done.
    let command: @Sendable (GuardCommand) async -> String?
    let log: Logger
}

/// A transport whose sink is right, and that has not begun yet.
typealias TransportPlan = @Sendable (TransportSurroundings) -> any ReportTransport
