import Foundation
import Synchronization
import TestSupport

/// A geocoder that takes connections and says nothing; counts those that are open.
final class SilentGeocoder: Sendable {
    private let listener: Descriptor
    private let count = Mutex(0)
    var open: Int { count.withLock(\.self) }

    init(at path: String) throws {
        listener = try UnixSocket.bound(path)
        guard listen(listener.number, 16) == 0 else { throw SocketError("listen") }
        let number = listener.number
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(number, nil, nil)
                guard connection >= 0 else { return }
                count.withLock { $0 += 1 }
                Thread.detachNewThread { [self] in
                    var buffer = [UInt8](repeating: 0, count: 4096)
                    while recv(connection, &buffer, buffer.count, 0) > 0 {}
                    close(connection)
                    count.withLock { $0 -= 1 }
                }
            }
        }
    }

    deinit { shutdown(listener.number, Int32(SHUT_RDWR)) }
}
