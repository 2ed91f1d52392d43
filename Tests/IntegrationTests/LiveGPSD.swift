import Foundation
import PlacemarkModel
import Simulation
import TestSupport

/// Where a box stands, when it does not matter where: with digits that appear nowhere else.
let vaduz = Coordinate(clampingLatitude: 47.1412357, wrappingLongitude: 9.5213579)

extension Timestamp {
    /// What a receiver whose clock is right tells.
    static var now: Timestamp { Timestamp(nanosecondsSinceEpoch: Int64(Date.now.timeIntervalSince1970 * 1e9)) }
}

/// Feeds fixes at 10 Hz until the task is cancelled: a box that stands. The receiver's clock is right.
func feedStanding(at coordinate: Coordinate = vaduz, _ feed: @Sendable ([UInt8]) -> Void) async {
    while !Task.isCancelled {
        feed(NMEAEpoch(ReceiverState(time: .now, fix: .init(coordinate: coordinate))).bytes)
        try? await Task.sleep(for: .milliseconds(100))
    }
}

/// A gpsd that is being fed while `body` runs.
func withLiveGPSD(
    at coordinate: Coordinate = vaduz, port: UInt16? = nil, _ body: (RealGPSD) async throws -> Void
) async throws {
    let gpsd = try await RealGPSD(port: port)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await feedStanding(at: coordinate) { gpsd.feed($0) } }
        try await body(gpsd)
        group.cancelAll()
    }
}

/// A gpsd with two receivers, and a daemon that knows of them.
struct TwoReceivers {
    let daemon: RunningDaemon
    /// As gpsd names them.
    let devices: [String]
    let feeders: [DatagramFeeder]
    let gpsd: ChildProcess

    init() async throws {
        let ports = try (0..<2).map { _ in try Loopback.freePort(datagram: true) }
        devices = ports.map { "udp://127.0.0.1:\($0)" }
        feeders = try ports.map { try DatagramFeeder(port: $0) }
        let port = try Loopback.freePort()
        gpsd = try ChildProcess("gpsd", ["-N", "-n", "-S", "\(port)"] + devices)
        daemon = try await RunningDaemon(gpsdPort: port)
        _ = try await daemon.status("the receivers") { $0.source.device != nil }
    }
}
