import HTTPTypes
import HTTPServing

/// Which names the server goes by, and whether a request was meant for it and comes from its own page.
///
/// A page elsewhere can make a browser send requests here, and a name elsewhere can be made to stand for this machine's
/// address (DNS rebinding). A browser tells with each request which name it has used, and which page asks.
struct RequestOrigin: Sendable {
    /// What speaks against a request.
    enum Refusal: Hashable, Sendable {
        /// It was meant for another name.
        case foreignHost
        /// Another page asks, or wants to have the map inside of it.
        case foreignPage
    }

    /// Host and port as `Host` has them, in lower case.
    let hosts: Set<String>

    /// - Parameters:
    ///   - address: where the server listens; nil for a socket that systemd has opened.
    ///   - port: the one that the kernel has given; nil for a Unix socket.
    ///   - names: further ones that the operator allows, with a port unless it is the scheme's own.
    init(address: ListenAddress?, port: UInt16?, names: [String]) {
        var hosts = Set(names.map { $0.lowercased() })
        if let port {
            var own = ["127.0.0.1", "localhost", "[::1]"]
            // A numeric address cannot be made to stand for another.
            if case .tcp(let host, _) = address, host != "0.0.0.0", host != "::" {
                own.append(host.contains(":") ? "[\(host.lowercased())]" : host)
            }
            for host in own {
                hosts.insert("\(host):\(port)")
                if port == 80 { hosts.insert(host) }
            }
        }
        self.hosts = hosts
    }

    /// What speaks against a request; nil when nothing does.
    ///
    /// - Parameter isFirstVisit: whether it shows a token. A link to the map may stand anywhere: in a terminal, in a file, on the
    ///   start page of a boat. A page that shows the map inside of itself is refused nevertheless.
    func refusal(of request: HTTPRequest, isFirstVisit: Bool = false) -> Refusal? {
        guard let host = request.authority?.lowercased(), hosts.contains(host) else { return .foreignHost }
        if let origin = request.headerFields[.origin]?.lowercased() {
            guard origin == "http://\(host)" || origin == "https://\(host)" else { return .foreignPage }
        }
        if !isFirstVisit, let site = request.headerFields[.secFetchSite]?.lowercased() {
            guard site == "same-origin" || site == "none" else { return .foreignPage }
        }
        if let destination = request.headerFields[.secFetchDestination]?.lowercased() {
            guard !Self.frames.contains(destination) else { return .foreignPage }
        }
        return nil
    }

    private static let frames: Set = ["iframe", "frame", "fencedframe", "embed", "object"]
}

extension HTTPField.Name {
    /// Fetch Metadata (https://www.w3.org/TR/fetch-metadata/).
    static let secFetchSite = known("Sec-Fetch-Site")
    static let secFetchDestination = known("Sec-Fetch-Dest")

    /// A name that is written in the source, and is one.
    static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("'\(name)' is no name of a field") }
        return name
    }
}
