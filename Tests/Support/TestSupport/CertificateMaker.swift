import Foundation

/// Certificates of a test, made by openssl(1): authorities, and what they sign.
public struct CertificateMaker: Sendable {
    private let directory: TemporaryDirectory

    public init(in directory: TemporaryDirectory) { self.directory = directory }

    /// Files with a certificate and its key.
    public struct Pair: Sendable {
        public let certificate, key: String
    }

    /// A new authority.
    public func authority(_ name: String) async throws -> Pair {
        let pair = Pair(certificate: directory.file("\(name).crt"), key: directory.file("\(name).key"))
        try await openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=\(name)", "-keyout", pair.key, "-out", pair.certificate)
        return pair
    }

    /// A certificate for a host, or for a client when it has no names.
    ///
    /// - Parameters:
    ///   - names: as in a subjectAltName: `DNS:localhost`, `IP:127.0.0.1`.
    ///   - ended: whether it was valid until yesterday.
    public func certificate(
        _ name: String, by authority: Pair, names: [String] = [], ended: Bool = false
    ) async throws -> Pair {
        let pair = Pair(certificate: directory.file("\(name).crt"), key: directory.file("\(name).key"))
        let request = directory.file("\(name).csr")
        try await openssl(
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=\(name)",
            "-keyout", pair.key, "-out", request)
        try directory.write("\(name).ext", names.isEmpty ? "" : "subjectAltName=\(names.joined(separator: ","))\n")
        try await openssl(
            "x509", "-req", "-in", request, "-CA", authority.certificate, "-CAkey", authority.key, "-CAcreateserial",
            "-days", ended ? "-1" : "2", "-extfile", directory.file("\(name).ext"), "-out", pair.certificate)
        return pair
    }

    private func openssl(_ arguments: String...) async throws {
        let process = try ChildProcess("openssl", arguments)
        guard await process.exitStatus(within: .seconds(20)) == 0 else { throw Failed(output: process.standardError) }
    }

    public struct Failed: Error, CustomStringConvertible {
        public let output: String
        public var description: String { "openssl failed: \(output)" }
    }
}
