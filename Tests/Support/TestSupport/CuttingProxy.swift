import Foundation
import Glibc
import Synchronization

/// Stands between a client and a broker, and can cut their connection at a chosen moment.
public final class CuttingProxy: Sendable {
    public let port: UInt16
    private let listener: Int32
    private let target: UInt16
    private let cutsAtReply = Mutex(false)

    /// - Parameter port: where it listens; nil for a free one.
    public init(to target: UInt16, port: UInt16? = nil) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let port = try port ?? Loopback.freePort()
        guard Loopback.withAddress(port: port, { bind(listener, $0, $1) }) == 0, listen(listener, 8) == 0 else {
            throw SocketError("bind")
        }
        (self.port, self.listener, self.target) = (port, listener, target)
        Thread.detachNewThread { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                guard let self else { return }
                self.carry(client)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// From now on the next bytes of the broker are thrown away, and the connection with them: what the client has sent
    /// until then has arrived, and the client cannot know it.
    public func cutAtNextReply() { cutsAtReply.withLock { $0 = true } }

    private func carry(_ client: Int32) {
        let broker = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard Loopback.withAddress(port: target, { connect(broker, $0, $1) }) == 0 else {
            close(client)
            return
        }
        pump(from: client, to: broker) { true }
        pump(from: broker, to: client) { [weak self] in
            let cuts = self?.cutsAtReply.withLock { cuts in
                defer { cuts = false }
                return cuts
            }
            return cuts == false
        }
    }

    private func pump(from source: Int32, to sink: Int32, while passes: @escaping @Sendable () -> Bool) {
        Thread.detachNewThread {
            var bytes = [UInt8](repeating: 0, count: 16_384)
            while true {
                let count = recv(source, &bytes, bytes.count, 0)
                guard count > 0, passes(), send(sink, bytes, count, Int32(MSG_NOSIGNAL)) == count else { break }
            }
            shutdown(source, Int32(SHUT_RDWR))
            shutdown(sink, Int32(SHUT_RDWR))
        }
    }
}
