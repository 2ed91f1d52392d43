import Foundation

/// A real Nominatim 5.3.3 over OpenStreetMap's data of Liechtenstein, as `Scripts/nominatim` starts it.
public final class RealNominatim: Sendable {
    /// Where it listens, on 127.0.0.1.
    public let port: UInt16
    private let directory: TemporaryDirectory
    private let process: ChildProcess

    /// Starts it, and waits until it answers: about 4 s, and a minute where the server must be installed first.
    ///
    /// - Parameters:
    ///   - port: to start it again where another one was; nil for a free one.
    ///   - directory: for its database, 43 MB; another one's, to unpack it only once.
    /// - Throws: `NotThere` on a machine that has not its data; `NotReady` when it does not start.
    public init(port: UInt16? = nil, in directory: TemporaryDirectory? = nil) async throws {
        let packed = SharedData.directory.appendingPathComponent("nominatim/liechtenstein.sqlite.xz").path
        guard FileManager.default.isReadableFile(atPath: packed) else { throw NotThere(path: packed) }
        let directory = try directory ?? TemporaryDirectory()
        let process = try ChildProcess(
            Checkout.file("Scripts/nominatim"), [String(port ?? 0), directory.path],
            environment: ["PLACEMARKD_SHARED_DATA": SharedData.directory.path])
        _ = await poll(every: .milliseconds(50), atMost: .seconds(180)) {
            process.standardOutput.contains("\n") || !process.isRunning
        }
        guard let said = process.standardOutput.split(separator: " ").last,
            let listening = UInt16(said.trimmingCharacters(in: .newlines))
        else { throw NotReady(output: process.completeStandardError) }
        self.port = listening
        self.directory = directory
        self.process = process
    }

    /// The address of the server, without a path.
    public var address: String { "http://127.0.0.1:\(port)" }

    /// SIGKILL, and waits until it is gone.
    public func kill() { process.terminate(SIGKILL) }
    /// SIGSTOP: it hangs, and takes connections that it does not answer.
    public func suspend() { process.signal(SIGSTOP) }
    public func resume() { process.signal(SIGCONT) }

    /// Kills it, and starts another one on the same port with the same database.
    public func restarted() async throws -> RealNominatim {
        kill()
        return try await RealNominatim(port: port, in: directory)
    }

    public struct NotThere: Error, CustomStringConvertible {
        public let path: String
        public var description: String { "Nominatim's database \(path) does not lie beside the checkout" }
    }

    public struct NotReady: Error, CustomStringConvertible {
        public let output: String
        public var description: String { "Nominatim does not start. It said: \(output)" }
    }
}
