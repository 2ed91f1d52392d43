import Foundation
import Synchronization
import TestSupport

/// A geocoder that takes connections and says nothing; counts those that are open, and tells how long the others were.
final class SilentGeocoder: Sendable {
    private let listener: Descriptor
    private let connections = Mutex((taken: 0, durations: [Duration]()))
    var taken: Int { connections.withLock(\.taken) }
    var durations: [Duration] { connections.withLock(\.durations) }
    var open: Int { connections.withLock { $0.taken - $0.durations.count } }

    init(at path: String) throws {
        listener = try UnixSocket.bound(path)
        guard listen(listener.number, 16) == 0 else { throw SocketError("listen") }
        let number = listener.number
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(number, nil, nil)
                guard connection >= 0 else { return }
                let start = ContinuousClock.now
                connections.withLock { $0.taken += 1 }
                Thread.detachNewThread { [self] in
                    var buffer = [UInt8](repeating: 0, count: 4096)
                    while recv(connection, &buffer, buffer.count, 0) > 0 {}
                    close(connection)
                    connections.withLock { $0.durations.append(ContinuousClock.now - start) }
                }
            }
        }
    }

    deinit { shutdown(listener.number, Int32(SHUT_RDWR)) }
}
