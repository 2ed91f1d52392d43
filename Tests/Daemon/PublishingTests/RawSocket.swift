import Foundation
import Synchronization
import TestSupport

/// A client of the socket without manners.
final class RawSocket: Sendable {
    let path: String
    private let descriptor: Int32
    private let isClosed = Atomic(false)

    init(_ path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let result = UnixSocket.withAddress(Array(path.utf8)) { connect(descriptor, $0, $1) }
        guard result == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
    func send(line: String) { send(Array("\(line)\n".utf8)) }
    func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }
    /// Once at most: the number may be another socket's by the second time.
    func close() { if !isClosed.exchange(true, ordering: .relaxed) { Glibc.close(descriptor) } }

    /// How many bytes wait to be read.
    var availableCount: Int {
        var count: Int32 = 0
        return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    /// Everything until the other side closes.
    func readToEnd() async -> String {
        await onThread { descriptor in
            var all: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(descriptor, &chunk, chunk.count)
                guard count > 0 else { return String(decoding: all, as: UTF8.self) }
                all += chunk[..<count]
            }
        }
    }

    /// What there is to read by now, of this many bytes at most.
    func readAvailable(atMost most: Int = 65_536) -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: most)
        let count = recv(descriptor, &chunk, most, Int32(MSG_DONTWAIT))
        return Array(chunk.prefix(max(0, count)))
    }

    /// Waits until there is something to read, and reads it. Empty when nothing comes within some seconds.
    func readSome() async -> [UInt8] {
        _ = await TestSupport.poll(atMost: .seconds(10)) { [self] in
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return Glibc.poll(&entry, 1, 0) == 1
        }
        return readAvailable()
    }

    /// Whether the other side has closed, though there may be something left to read.
    var isHungUp: Bool {
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        return Glibc.poll(&entry, 1, 0) == 1
    }

    /// Waits until the other side has closed, without reading. Returns whether it has, within a minute.
    func waitForHangUp() async -> Bool {
        await onThread { descriptor in
            var descriptor = pollfd(fd: descriptor, events: 0, revents: 0)
            return Glibc.poll(&descriptor, 1, 60_000) == 1
        }
    }

    /// On a thread of its own: those of the cooperative pool, as many as cores, belong to all tests.
    private func onThread<Result: Sendable>(_ body: @escaping @Sendable (Int32) -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Thread { [descriptor] in continuation.resume(returning: body(descriptor)) }.start()
        }
    }
}
