import Foundation
import PlacemarkModel
import Simulation
import SystemClocks
import TestSupport
import Testing

@testable import GPSD

/// What a real gpsd makes of a recording, as `GPSDProvider` hears it, in order.
func eventsOfGPSD(playing file: URL) async throws -> ArraySlice<SourceEvent> {
    let receiver = try StubServer()
    let gpsd = try await RealGPSD(.device("tcp://127.0.0.1:\(receiver.port)"))
    // A recording in a second is a flood, of which nothing is to be dropped here.
    let provider = GPSDProvider(
        endpoint: GPSDEndpoint(host: "127.0.0.1", port: gpsd.port), limits: SilenceLimits(),
        bufferedEvents: 1_000_000, now: { BootClock.now })
    let log = EventLog(provider.events())
    let plug = try await receiver.accept()
    // gpsd tells of its receivers when it has taken note of this client: what it reads before is not for it.
    try await log.first("the receiver") { if case .deviceFound = $0 { true } else { false } }
    await plug.send(try Data(contentsOf: file))
    // A receiver at a place where none of the recordings has been marks the end.
    let end = try #require(Coordinate(latitude: -54.5, longitude: 3.375))
    let marker = Task {
        for second in 0... {
            let time = Timestamp(nanosecondsSinceEpoch: 1_795_206_289_000_000_000 + Int64(second) * 1_000_000_000)
            await plug.send(NMEAEpoch(ReceiverState(time: time, fix: .init(coordinate: end))).bytes)
            try await Task.sleep(for: .milliseconds(100))
        }
    }
    defer { marker.cancel() }
    let (_, next) = try await log.first(within: .seconds(100), "the end of the recording") {
        if case .fix(let location) = $0 { location.coordinate.distance(to: end) < 1 } else { false }
    }
    return await log.events[..<(next - 1)]
}
