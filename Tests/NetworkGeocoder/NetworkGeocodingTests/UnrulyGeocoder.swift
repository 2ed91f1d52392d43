import Foundation
import Glibc
import Synchronization
import TestSupport

/// A program behind a Unix socket that answers each connection as a test wants: raw bytes, in pieces, or not at all.
final class UnrulyGeocoder: Sendable {
    /// What is done with a connection whose request has been read.
    enum Manner: Sendable {
        /// Sends these bytes and closes.
        case bytes(String)
        /// Sends these bytes, then one more of them every so many milliseconds, without an end.
        case drip(String, everyMilliseconds: UInt32)
        /// Sends so many bytes of a body without an end.
        case flood(Int)
        /// Says nothing until the other side closes.
        case silence
        /// Closes at once.
        case close
    }

    let path: String
    private let listener: Descriptor
    private let state: Mutex<(manner: Manner, connections: Int, left: Int)>

    init(at path: String, _ manner: Manner, backlog: Int32 = 16) throws {
        self.path = path
        listener = try UnixSocket.bound(path)
        guard listen(listener.number, backlog) == 0 else { throw SocketError("listen") }
        state = Mutex((manner, 0, 0))
        Thread.detachNewThread { [self] in serve() }
    }

    func set(_ manner: Manner) { state.withLock { $0.manner = manner } }
    var connections: Int { state.withLock(\.connections) }
    /// How many connections the client has closed before it had an answer.
    var left: Int { state.withLock(\.left) }

    /// The next connection is refused.
    func stop() { shutdown(listener.number, Int32(SHUT_RDWR)) }

    private func serve() {
        while true {
            let connection = accept(listener.number, nil, nil)
            guard connection >= 0 else { return }
            defer { close(connection) }
            let manner = state.withLock { state in
                state.connections += 1
                return state.manner
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            guard recv(connection, &buffer, buffer.count, 0) > 0 else { continue }
            switch manner {
            case .bytes(let text): send(text, connection)
            case .drip(let text, let pause):
                guard send(text, connection) else { break }
                while send(" ", connection) { usleep(pause * 1000) }
                state.withLock { $0.left += 1 }
            case .flood(let count):
                send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n", connection)
                let piece = String(repeating: "[", count: 4096)
                for _ in 0..<(count / 4096) where !send(piece, connection) { break }
            case .silence:
                if recv(connection, &buffer, buffer.count, 0) <= 0 { state.withLock { $0.left += 1 } }
            case .close: break
            }
        }
    }

    @discardableResult
    private func send(_ text: String, _ connection: Int32) -> Bool {
        let bytes = Array(text.utf8)
        return Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// An answer over HTTP.
    static func answer(_ body: String, status: String = "200 OK", type: String = "application/json") -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
}
