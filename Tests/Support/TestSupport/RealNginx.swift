import Foundation
import Glibc

/// The installed nginx as a child process, which serves the files of a directory on a port of its own.
public final class RealNginx: Sendable {
    public let port: UInt16
    private let process: ChildProcess
    private let directory: TemporaryDirectory

    /// Starts the server, and returns when it answers at 127.0.0.1.
    ///
    /// - Parameters:
    ///   - directory: `www` in it is what it serves.
    ///   - port: to start it again where another one was; nil for a free one.
    ///   - lines: of the configuration of its server, such as `limit_rate 100k;`.
    public init(in directory: TemporaryDirectory, port: UInt16? = nil, _ lines: String = "") async throws {
        let port = try port ?? Loopback.freePort()
        let name = "nginx-\(port)"
        (self.port, self.directory) = (port, directory)
        try? FileManager.default.createDirectory(atPath: directory.file("www"), withIntermediateDirectories: true)
        let temporaries = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(directory.file("\(name)-\($0)"));"
        }
        // One process, which may read what is ours alone.
        try directory.write(
            "\(name).conf",
            """
            daemon off; master_process off; pid \(directory.file("\(name).pid")); error_log stderr;
            events {}
            http {
                \(temporaries.joined(separator: " "))
                access_log \(directory.file("access.log"));
                server { listen 127.0.0.1:\(port); root \(directory.file("www")); \(lines) }
            }
            """)
        process = try ChildProcess("nginx", ["-e", "stderr", "-c", directory.file("\(name).conf")])
        let answers = await poll(atMost: .seconds(10)) { Self.answers(at: port) }
        guard answers else { throw NotAnswering(output: process.standardError) }
    }

    /// What was asked: `GET /index-v1.json 200`, one line each.
    public var requests: [String] {
        (directory.contents("access.log") ?? "").split(separator: "\n").map { line in
            let parts = line.split(separator: "\"")
            guard parts.count > 2 else { return String(line) }
            let words = parts[1].split(separator: " ").prefix(2) + parts[2].split(separator: " ").prefix(1)
            return words.joined(separator: " ")
        }
    }

    /// The end without a word, in the middle of what it sends.
    public func kill() { process.terminate(SIGKILL) }

    private static func answers(at port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return Loopback.withAddress(port: port, { connect(descriptor, $0, $1) }) == 0
    }

    public struct NotAnswering: Error, CustomStringConvertible {
        public let output: String
        public var description: String { "nginx does not answer. It said: \(output)" }
    }
}
