import Foundation
import PlacemarkCore
import Simulation
import TestSupport

private let vaduz = Coordinate(clampingLatitude: 47.141, wrappingLongitude: 9.521)

/// Feeds fixes at 10 Hz until the task is cancelled: a box that stands in Vaduz. The receiver's clock is right.
func feedVaduz(_ feed: @Sendable ([UInt8]) -> Void) async {
    while !Task.isCancelled {
        let time = Timestamp(nanosecondsSinceEpoch: Int64(Date.now.timeIntervalSince1970 * 1e9))
        feed(NMEAEpoch(ReceiverState(time: time, fix: .init(coordinate: vaduz))).bytes)
        try? await Task.sleep(for: .milliseconds(100))
    }
}

/// A gpsd that is being fed while `body` runs.
func withLiveGPSD(port: UInt16? = nil, _ body: (RealGPSD) async throws -> Void) async throws {
    let gpsd = try await RealGPSD(port: port)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await feedVaduz { gpsd.feed($0) } }
        try await body(gpsd)
        group.cancelAll()
    }
}
