import Foundation
import TestSupport

/// The server that does everything wrong, as a child process.
final class BadServer: Sendable {
    private let process: ChildProcess
    private let directory: TemporaryDirectory
    private let port: Int
    private let tlsPort: Int

    /// - Parameter hasTLS: whether it has a second port, with a certificate that nobody trusts.
    init(hasTLS: Bool = false) async throws {
        directory = try TemporaryDirectory()
        var arguments: [String] = []
        if hasTLS {
            let file = directory.file("server.pem")
            let openssl = try ChildProcess(
                "openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost", "-keyout", file, "-out", file + ".crt",
                ])
            guard await openssl.exitStatus(within: .seconds(30)) == 0 else {
                throw NotReady(output: openssl.standardError)
            }
            let both =
                try String(contentsOfFile: file, encoding: .utf8)
                + String(contentsOfFile: file + ".crt", encoding: .utf8)
            try directory.write("server.pem", both)
            arguments = [file]
        }
        let process = try ChildProcess(
            "python3", [Checkout.file("Tests/NetworkGeocoder/PlacemarkNominatimTests/bad-server")] + arguments)
        self.process = process
        _ = await poll(atMost: .seconds(20)) { process.standardOutput.hasSuffix("\n") || !process.isRunning }
        let ports = process.standardOutput.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard ports.count == 2 else { throw NotReady(output: process.completeStandardError) }
        (port, tlsPort) = (ports[0], ports[1])
    }

    /// The address of a server with this fault.
    func address(_ fault: String) -> String { "http://127.0.0.1:\(port)/\(fault)" }
    /// The same by TLS.
    func secureAddress(_ fault: String) -> String { "https://localhost:\(tlsPort)/\(fault)" }
    /// Plain HTTP to the port of TLS.
    func plainAddressOfTLS(_ fault: String) -> String { "http://127.0.0.1:\(tlsPort)/\(fault)" }

    struct NotReady: Error, CustomStringConvertible {
        let output: String
        var description: String { "the server of the test does not start: \(output)" }
    }
}
