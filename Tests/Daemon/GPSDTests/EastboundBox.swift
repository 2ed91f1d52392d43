import GPSD
import PlacemarkModel
import Simulation
import SystemClocks
import TestSupport
import Testing

/// What the receiver of a box says that moves to the east, for a real gpsd to read.
struct EastboundBox {
    let start: Timestamp
    let coordinate: Coordinate

    init() throws {
        start = try #require(Timestamp(parsing: "2026-11-20T20:24:49Z"))
        coordinate = try #require(Coordinate(latitude: 37.3318, longitude: -122.0312))
    }

    /// Epoch number `second`.
    func epoch(_ second: Int, fix: Bool = true) -> [UInt8] {
        let time = Timestamp(nanosecondsSinceEpoch: start.nanosecondsSinceEpoch + Int64(second) * 1_000_000_000)
        return NMEAEpoch(
            ReceiverState(
                time: time,
                fix: fix
                    ? .init(
                        coordinate: coordinate, altitudeInMeters: 72, geoidSeparationInMeters: -30,
                        speedInMetersPerSecond: 10, courseInDegrees: 81, hdop: 0.9) : nil)
        ).bytes
    }

    /// Feeds one epoch after the other until the log has what is waited for, at or after the mark.
    @discardableResult
    func feed(
        _ gpsd: RealGPSD, fix: Bool = true, until log: EventLog<SourceEvent>, from mark: Int = 0,
        within limit: Duration = .seconds(30), _ what: String, where matches: @escaping @Sendable (SourceEvent) -> Bool
    ) async throws -> (event: SourceEvent, next: Int) {
        let feeder = Task {
            // Only the pace of the receiver, not a wait for anything.
            for second in 0... {
                gpsd.feed(epoch(second, fix: fix))
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        defer { feeder.cancel() }
        let found = try await log.first(from: mark, within: limit, what, where: matches)
        // An epoch on its way would come between those that are fed next.
        feeder.cancel()
        _ = await feeder.result
        return found
    }

    /// A fix by which gpsd has found out what the receiver is.
    static func isTimedFix(_ event: SourceEvent) -> Bool {
        if case .fix(let location) = event { location.timestamp != nil && location.course != nil } else { false }
    }
}

extension RealGPSD {
    /// What the daemon hears of this gpsd from now on.
    func log(device: String? = nil, readsCompassSentences: Bool = false) -> EventLog<SourceEvent> {
        let endpoint = GPSDEndpoint(
            host: "127.0.0.1", port: port, device: device, readsCompassSentences: readsCompassSentences)
        return EventLog(GPSDProvider(endpoint: endpoint, now: { BootClock.now }).events())
    }
}
