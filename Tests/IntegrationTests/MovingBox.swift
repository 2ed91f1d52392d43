import PlacemarkModel
import Simulation
import Synchronization
import TestSupport

/// A box that stands, and moves on when it is told to.
final class MovingBox: Sendable {
    private let coordinate: Mutex<Coordinate>

    init(at coordinate: Coordinate) { self.coordinate = Mutex(coordinate) }

    /// Drives there at 290 km/h.
    func move(to destination: Coordinate) { target.withLock { $0 = destination } }

    /// Drives there, and returns when it has arrived.
    func drive(to destination: Coordinate) async {
        move(to: destination)
        _ = await poll(every: .milliseconds(20), atMost: .seconds(120)) {
            self.coordinate.withLock { $0.distance(to: destination) < 9 }
        }
    }
    private let target = Mutex<Coordinate?>(nil)

    /// Feeds fixes at 10 Hz until the task is cancelled.
    func feed(_ feed: @Sendable ([UInt8]) -> Void) async {
        while !Task.isCancelled {
            let here = coordinate.withLock { here in
                if let target = target.withLock(\.self) {
                    let way = here.distance(to: target)
                    here = here.interpolated(to: target, fraction: way > 8 ? 8 / way : 1)
                }
                return here
            }
            feed(NMEAEpoch(ReceiverState(time: .now, fix: .init(coordinate: here))).bytes)
            try? await Task.sleep(for: .milliseconds(100))
        }
    }
}
