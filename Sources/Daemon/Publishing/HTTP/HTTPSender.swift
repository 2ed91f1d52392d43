import Glibc
import NIOHTTP1

/// What the head of a request says about who has sent it.
///
/// Where socat puts the socket behind a port, a browser on this machine can reach it, and so can every web page that is
/// open in it. Three rules keep pages of others out; programs do not notice them.
extension HTTPRequestHead {
    /// Whether `Host` is `localhost` or an address. Any other name may be one that the owner of a web page has given to
    /// this machine (DNS rebinding): for the browser, what we answer would then be his.
    var isForThisMachine: Bool {
        guard let host = headers.first(name: "Host")?.lowercased(), !host.isEmpty else { return true }
        let name = Self.withoutPort(host)
        return name == "localhost" || name.isAddress
    }

    /// Throws when a page of somebody else may have sent a request that changes something.
    ///
    /// - Parameter hasContent: whether it is to have a body. A page can send one to anybody without asking first, but not as
    ///   JSON (Fetch standard, CORS-safelisted request headers).
    func checkSender(ofBody hasContent: Bool) throws(HTTPRefusal) {
        // That of a page of ours, should there be one, is the host itself.
        let origins = headers["Origin"].map { $0.lowercased() }
        let own = headers.first(name: "Host").map { "http://\($0.lowercased())" }
        guard origins.allSatisfy({ $0 == own }) else { throw .foreignOrigin }
        guard !hasContent || isJSON else { throw .notJSON }
    }

    /// Whether the body is said to be JSON of some kind, GeoJSON for example.
    private var isJSON: Bool {
        let types = headers["Content-Type"]
        guard types.count == 1, let type = types[0].lowercased().split(separator: ";").first else { return false }
        let name = type.filter { $0 != " " && $0 != "\t" }
        return name == "application/json" || (name.hasPrefix("application/") && name.hasSuffix("+json"))
    }

    private static func withoutPort(_ host: String) -> Substring {
        // The colons of an address of version 6 are within brackets.
        let end = host.lastIndex(of: "]") ?? host.startIndex
        return host[..<(host[end...].lastIndex(of: ":") ?? host.endIndex)]
    }
}

extension Substring {
    /// Whether it is an address of version 4, or one of version 6 in brackets.
    fileprivate var isAddress: Bool {
        var address = in6_addr()
        if first == "[", last == "]" { return inet_pton(AF_INET6, String(dropFirst().dropLast()), &address) == 1 }
        return inet_pton(AF_INET, String(self), &address) == 1
    }
}
