public import Glibc
import Synchronization

/// What a system call said when a test's own socket failed.
public struct SocketError: Error, CustomStringConvertible {
    public let call: String
    public let code: Int32
    public var description: String { "\(call): \(String(cString: strerror(code)))" }

    /// What errno says of the call.
    public init(_ call: String) {
        self.call = call
        code = errno
    }
}

/// A descriptor that is closed when it goes.
public final class Descriptor: Sendable {
    public let number: Int32
    init(_ number: Int32) { self.number = number }
    deinit { close(number) }
}

/// Loopback sockets on free ports.
public enum Loopback {
    /// Below those that the kernel gives to sockets that ask for any (`ip_local_port_range`, from 32768 on): those come
    /// and go by the hundred beside a test, and one of them may be taken before the program has opened it.
    private static let portsOfPrograms: ClosedRange<UInt16> = 10_000...32_767

    /// For each port that has been told a socket with an abstract name, by which nobody else is told it while this process
    /// lives: the program opens it a while later, and a test that takes five would get one of them twice in some thousand runs.
    private static let reservations = Mutex<[Descriptor]>([])

    /// A port that is free at present, for a program that must be told one.
    public static func freePort(datagram: Bool = false) throws -> UInt16 {
        let type = datagram ? Int32(SOCK_DGRAM.rawValue) : Int32(SOCK_STREAM.rawValue)
        for _ in 0..<100 {
            let port = UInt16.random(in: portsOfPrograms)
            let name: [UInt8] = [0] + "placemarkd-test-port-\(port)".utf8
            guard let reservation = try? UnixSocket.bound(name, SOCK_STREAM), (try? bound(type, to: port)) != nil
            else { continue }
            reservations.withLock { $0.append(reservation) }
            return port
        }
        throw SocketError("bind")
    }

    /// Whether somebody listens at a port.
    public static func answers(_ port: UInt16) -> Bool {
        let descriptor = Descriptor(socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
        return descriptor.number >= 0 && withAddress(port: port) { connect(descriptor.number, $0, $1) } == 0
    }

    /// A new socket, bound to a port of 127.0.0.1; 0 for one of the kernel's choice.
    static func bound(_ type: Int32, to port: UInt16 = 0) throws -> Descriptor {
        let descriptor = Descriptor(socket(AF_INET, type | Int32(SOCK_CLOEXEC.rawValue), 0))
        guard descriptor.number >= 0 else { throw SocketError("socket") }
        guard withAddress(port: port, { bind(descriptor.number, $0, $1) }) == 0 else { throw SocketError("bind") }
        return descriptor
    }

    static func port(of descriptor: Int32) throws -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard code == 0 else { throw SocketError("getsockname") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// The address of a port of 127.0.0.1, for bind(2) and connect(2).
    public static func withAddress<Result>(
        port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

/// Sends datagrams to a port of 127.0.0.1.
public final class DatagramFeeder: Sendable {
    private let descriptor: Descriptor
    private let port: UInt16

    public init(port: UInt16) throws {
        descriptor = try Loopback.bound(Int32(SOCK_DGRAM.rawValue))
        self.port = port
    }

    /// Sends one datagram. Nobody needs to be there.
    public func send(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        _ = Loopback.withAddress(port: port) { sendto(descriptor.number, bytes, bytes.count, 0, $0, $1) }
    }
}

/// A server of a test: listens on a free port of 127.0.0.1 or on a Unix socket, and hands out the connections.
public final class StubServer: Sendable {
    /// 0 on a Unix socket.
    public let port: UInt16
    private let descriptor: Descriptor

    public init() throws {
        descriptor = try Loopback.bound(Int32(SOCK_STREAM.rawValue))
        port = try Loopback.port(of: descriptor.number)
        try listen()
    }

    /// On a Unix socket of this name, where there is no file yet.
    public init(path: String) throws {
        descriptor = try UnixSocket.bound(path)
        port = 0
        try listen()
    }

    private func listen() throws {
        guard Glibc.listen(descriptor.number, 16) == 0 else { throw SocketError("listen") }
        _ = fcntl(descriptor.number, F_SETFL, O_NONBLOCK)
    }

    /// The next connection; throws when none comes in time, which is six times the limit, as of `poll`.
    public func accept(within limit: Duration = .seconds(30)) async throws -> StubConnection {
        var found: Int32 = -1
        let deadline = ContinuousClock.now + limit * 6
        while found < 0 {
            found = Glibc.accept(descriptor.number, nil, nil)
            if found >= 0 { break }
            guard errno == EAGAIN, ContinuousClock.now < deadline else { throw SocketError("accept") }
            try await Task.sleep(for: .milliseconds(2))
        }
        return StubConnection(Descriptor(found))
    }
}

/// The server's end of a connection; closed by `close()`, or when it goes.
public final class StubConnection: Sendable {
    private let descriptor: Descriptor
    init(_ descriptor: Descriptor) { self.descriptor = descriptor }

    /// Sends all bytes. Returns false when the peer has gone. Waits while the peer does not read.
    @discardableResult
    public func send(_ bytes: some Sequence<UInt8>) async -> Bool {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count > 0 {
                sent += count
            } else {
                // Not by blocking: the thread belongs to all tests.
                guard errno == EAGAIN, (try? await Task.sleep(for: .milliseconds(1))) != nil else { return false }
            }
        }
        return true
    }

    /// Sends a line of text and a newline.
    @discardableResult
    public func send(line: String) async -> Bool { await send("\(line)\n".utf8) }

    /// What the peer has sent, as far as it has arrived by now.
    public func received() -> String {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor.number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Whether the peer has closed its end, or said that it will send nothing more.
    public var hasHungUp: Bool {
        // POLLRDHUP of <poll.h>, which Glibc does not show to Swift.
        var state = pollfd(fd: descriptor.number, events: 0x2000, revents: 0)
        return Glibc.poll(&state, 1, 0) == 1
    }

    /// Breaks the connection off, as a cable that is pulled out: the peer's next read is an error. gpsd takes a mere
    /// end of the stream for a receiver that has nothing to say.
    public func reset() {
        // To connect to nowhere is how a socket is disconnected on Linux, see connect(2); TCP sends a reset.
        var nowhere = sockaddr()
        nowhere.sa_family = sa_family_t(AF_UNSPEC)
        _ = connect(descriptor.number, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
    }

    /// Ends the connection in both directions.
    public func close() { _ = shutdown(descriptor.number, Int32(SHUT_RDWR)) }
}
