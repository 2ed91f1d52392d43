public import Glibc

/// The installed gpsd as a child process, on ports of its own, and a way to feed it.
public final class RealGPSD: Sendable {
    /// What gpsd reads from.
    public enum Source: Sendable {
        /// Its own UDP port; see `feed`.
        case datagrams
        /// Any device that gpsd knows: `tcp://127.0.0.1:PORT`, `/dev/pts/3`.
        case device(String)
    }

    /// Where clients connect.
    public let port: UInt16
    /// The receiver, as gpsd names it.
    public let device: String
    private let feeder: DatagramFeeder?
    private let process: ChildProcess

    /// Starts gpsd. It listens a few milliseconds later; what is fed before it listens is lost.
    ///
    /// - Parameter port: to start it again where another one was; nil for a free one.
    public init(_ source: Source = .datagrams, port: UInt16? = nil) async throws {
        self.port = try port ?? Loopback.freePort()
        switch source {
        case .datagrams:
            let feed = try Loopback.freePort(datagram: true)
            device = "udp://127.0.0.1:\(feed)"
            feeder = try DatagramFeeder(port: feed)
        case .device(let name):
            device = name
            feeder = nil
        }
        // -N: no daemon. -n: read the receiver at once, clients or not.
        process = try ChildProcess("gpsd", ["-N", "-n", "-S", String(self.port), device])
        let listens = await poll(atMost: .seconds(10)) { [port = self.port] in Self.accepts(port) }
        guard listens else { throw NotListening(output: process.standardError) }
    }

    /// One datagram for gpsd: an epoch, or a piece of a recording.
    public func feed(_ bytes: some Sequence<UInt8>) { feeder?.send(bytes) }

    public func feed(_ text: String) { feed(text.utf8) }

    public var identifier: pid_t { process.identifier }
    public var isRunning: Bool { process.isRunning }

    /// Ends gpsd by SIGKILL, and waits until it is gone.
    public func kill() { process.terminate(SIGKILL) }
    /// SIGSTOP: gpsd hangs, and its connections stay.
    public func suspend() { process.signal(SIGSTOP) }
    public func resume() { process.signal(SIGCONT) }

    /// The release that is installed, such as 3 and 22.
    public static func release() async throws -> (major: Int, minor: Int) {
        let process = try ChildProcess("gpsd", ["-V"])
        _ = await process.exitStatus(within: .seconds(10))
        let numbers = process.completeStandardOutput.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        guard numbers.count == 2 else { throw NotListening(output: process.completeStandardOutput) }
        return (numbers[0], numbers[1])
    }

    private static func accepts(_ port: UInt16) -> Bool {
        let descriptor = Descriptor(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        return Loopback.withAddress(port: port) { connect(descriptor.number, $0, $1) } == 0
    }

    public struct NotListening: Error, CustomStringConvertible {
        public let output: String
        public var description: String { "gpsd does not listen. It said: \(output)" }
    }
}
