import CurlClient
import FoundationEssentials
import PlacemarkModel

/// The server that extracts come from: small files, and what it says of large ones.
package final class ExtractServer {
    /// What a server says of a file.
    struct RemoteFile: Hashable {
        /// Behind all redirects.
        var address: String
        var byteCount: Int?
        /// By which a part of it is known to belong to it: its entity tag, or when it was changed; nil for neither.
        var validator: String?
        var lastModified: String?
    }

    let transfer = CurlTransfer(userAgent: "placemark-gazetteer/\(Installation.version)", stallTimeoutInSeconds: 30)

    package static let geofabrik = "https://download.geofabrik.de/"
    /// Geofabrik's index with geometry has some 15 MB.
    private static let mostIndexBytes = 64 << 20
    private static let mostRedirects = 5

    package init() {}

    /// The index of a server.
    ///
    /// - Parameters:
    ///   - base: A directory with `index-v1.json`, or such a file itself; nil for Geofabrik's.
    ///   - withGeometry: Whether it is asked what extract a position is in. Else the smaller file without geometry does.
    package func index(at base: String?, withGeometry: Bool) throws(InstallFault) -> ExtractIndex {
        try firstFound(of: indexAddresses(at: base, withGeometry: withGeometry)) { (address) throws(InstallFault) in
            let json = try contents(of: address, atMost: Self.mostIndexBytes)
            return try ExtractIndex(json, from: address, ownHostOnly: (base ?? Self.geofabrik) != Self.geofabrik)
        }
    }

    /// What the server says of the index, without the index.
    func describeIndex(at base: String?, withGeometry: Bool) throws(InstallFault) -> RemoteFile {
        try firstFound(of: indexAddresses(at: base, withGeometry: withGeometry)) { (address) throws(InstallFault) in
            try describe(address)
        }
    }

    private func indexAddresses(at base: String?, withGeometry: Bool) -> [String] {
        let base = base ?? Self.geofabrik
        guard !base.hasSuffix(".json") else { return [base] }
        let directory = base.hasSuffix("/") ? base : base + "/"
        return ((withGeometry ? [] : ["index-v1-nogeom.json"]) + ["index-v1.json"]).map { directory + $0 }
    }

    /// What is got of the first address at which there is something.
    private func firstFound<Found>(
        of addresses: [String], _ get: (String) throws(InstallFault) -> Found
    ) throws(InstallFault) -> Found {
        for address in addresses.dropLast() {
            do throws(InstallFault) { return try get(address) } catch {
                guard case .refused(_, 404) = error else { throw error }
            }
        }
        return try get(addresses[addresses.count - 1])
    }

    /// The whole of a small file.
    func contents(of address: String, atMost limit: Int) throws(InstallFault) -> [UInt8] {
        var (bytes, isTooLarge): ([UInt8], Bool) = ([], false)
        _ = try following(address) { (address) throws(CurlFailure) in
            bytes = []
            return try self.transfer.get(
                address,
                onBytes: { piece in
                    isTooLarge = bytes.count + piece.count > limit
                    if !isTooLarge { bytes += piece }
                    return !isTooLarge
                })
        }
        if isTooLarge { throw .unfit(address: address, expected: "at most \(Megabytes.text(limit))") }
        return bytes
    }

    /// The checksum beside a file, as `md5sum` writes it; nil where there is none.
    package func checksum(of address: String) throws(InstallFault) -> String? {
        let checksumAddress = address + ".md5"
        let text: [UInt8]
        do throws(InstallFault) {
            text = try contents(of: checksumAddress, atMost: 4096)
        } catch {
            if case .refused(_, 404) = error { return nil }
            throw error
        }
        if text.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") { throw .webPage(address: checksumAddress) }
        let sum = String(decoding: text.prefix { $0 > 0x20 }, as: UTF8.self).lowercased()
        guard sum.count == 32, sum.allSatisfy(\.isHexDigit) else {
            throw .unfit(address: checksumAddress, expected: "a checksum of MD5: 32 digits and letters from a to f")
        }
        return sum
    }

    /// What the server says of a file, without the file.
    func describe(_ address: String) throws(InstallFault) -> RemoteFile {
        let (head, last) = try following(address) { (address) throws(CurlFailure) in
            try self.transfer.get(address, headOnly: true)
        }
        if head.isWebPage { throw .webPage(address: last) }
        return RemoteFile(
            address: last, byteCount: head.byteCount, validator: head.strongTag ?? head.lastModified,
            lastModified: head.lastModified)
    }

    /// Asks, and asks again where a redirect leads that stays on the server.
    private func following(
        _ start: String, _ ask: (String) throws(CurlFailure) -> CurlTransfer.Head
    ) throws(InstallFault) -> (head: CurlTransfer.Head, address: String) {
        var address = start
        for _ in 0...Self.mostRedirects {
            let head: CurlTransfer.Head
            do throws(CurlFailure) { head = try ask(address) } catch {
                throw .unreachable(address: address, reason: error.words, got: 0)
            }
            guard let next = head.redirect, (300..<400).contains(head.status) else {
                guard head.status == 200 else { throw .refused(address: address, status: head.status) }
                return (head, address)
            }
            guard Self.isSameServer(address, next) else { throw .sentElsewhere(address: address, to: next) }
            address = next
        }
        throw .unfit(address: start, expected: "at most \(Self.mostRedirects) redirects")
    }

    /// Whether two addresses are on one server, and the way to the second is no less safe.
    static func isSameServer(_ a: String, _ b: String) -> Bool {
        guard let a = URL(string: a), let b = URL(string: b), let host = a.host else { return false }
        return host == b.host && (a.port == b.port && a.scheme == b.scheme || a.scheme == "http" && b.scheme == "https")
    }
}

extension CurlTransfer.Head {
    /// The entity tag, if it stands for the very bytes: a weak one cannot say what a part belongs to (RFC 9110, 13.1.5).
    var strongTag: String? { entityTag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

    var isWebPage: Bool { contentType?.lowercased().hasPrefix("text/html") == true }
}

extension CurlFailure {
    var words: String {
        switch self {
        case .unreadable(let reason): "the answer \(reason)"
        case .unreachable(let reason): reason
        }
    }
}
