import Foundation
import Glibc

/// The installed mosquitto as a child process, on a port of its own.
public final class RealMosquitto: Sendable {
    public let port: UInt16
    private let process: ChildProcess

    /// Starts the broker, and returns when it listens at 127.0.0.1, on all of its ports.
    ///
    /// - Parameters:
    ///   - directory: where its files are.
    ///   - port: to start it again where another one was; nil for a free one.
    ///   - lines: of its configuration, beside the port. A session and a retained message survive a restart with
    ///     `persistence true`; it is then written at once.
    public init(in directory: TemporaryDirectory, port: UInt16? = nil, _ lines: [String] = ["allow_anonymous true"])
        async throws
    {
        self.port = try port ?? Loopback.freePort()
        let configuration = [
            "listener \(self.port) 127.0.0.1", "user root", "persistence_location \(directory.path)/",
            "autosave_on_changes true", "autosave_interval 1", "connection_messages true",
        ]
        let name = "mosquitto-\(self.port).conf"
        try directory.write(name, (configuration + lines).joined(separator: "\n") + "\n")
        process = try ChildProcess("mosquitto", ["-v", "-c", directory.file(name)])
        // Said when all of its ports are open.
        let listens = await poll(atMost: .seconds(10)) { [process] in process.standardError.contains(" running\n") }
        guard listens else { throw NotListening(output: process.standardError) }
    }

    /// What it has logged.
    public var log: String { process.standardError + process.standardOutput }

    /// SIGTERM: it says goodbye, and saves what it keeps.
    public func stop() { process.terminate() }
    public func kill() { process.terminate(SIGKILL) }
    /// SIGSTOP: it hangs, and its connections stay.
    public func suspend() { process.signal(SIGSTOP) }
    public func resume() { process.signal(SIGCONT) }

    public struct NotListening: Error, CustomStringConvertible {
        public let output: String
        public var description: String { "mosquitto does not listen. It said: \(output)" }
    }
}

/// mosquitto_sub, which writes each message as a line `TOPIC PAYLOAD`.
public final class MosquittoSubscriber: Sendable {
    private let process: ChildProcess

    /// Returns when the broker has taken the subscription.
    public init(at broker: RealMosquitto, topic: String = "#", _ arguments: [String] = []) async throws {
        let name = "subscriber-\(UInt32.random(in: .min ... .max))"
        process = try ChildProcess(
            "mosquitto_sub",
            ["-h", "127.0.0.1", "-p", String(broker.port), "-i", name, "-q", "1", "-t", topic, "-v"] + arguments)
        let subscribed = await poll(atMost: .seconds(10)) { broker.log.contains("Sending SUBACK to \(name)") }
        guard subscribed else { throw RealMosquitto.NotListening(output: process.standardError) }
    }

    /// The messages so far. A long one comes in pieces: until its newline it is none.
    public var lines: [String] { process.standardOutputLines.filter { !$0.isEmpty }.map(String.init) }

    /// Waits until there are so many messages. Returns those that there are.
    public func lines(atLeast count: Int, within limit: Duration = .seconds(10)) async -> [String] {
        _ = await poll(atMost: limit) { self.lines.count >= count }
        return lines
    }
}
