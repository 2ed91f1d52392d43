/// Where gpsd listens, and which of its receivers counts. The defaults here are the only ones.
public struct GPSDEndpoint: Hashable, Sendable {
    /// A name or an address, without brackets.
    public var host: String
    /// A TCP port, 1…65535.
    public var port: UInt16
    /// The only receiver to listen to, as gpsd names it (`/dev/ttyACM0`); nil for all of them.
    public var device: String?
    /// Whether gpsd is asked for the sentences of NMEA 0183 as well, for magnetic compasses that it makes no report of.
    public var readsCompassSentences: Bool

    /// The port that IANA has assigned to gpsd.
    public static let standardPort: UInt16 = 2947

    public init(
        host: String = "localhost", port: UInt16 = standardPort, device: String? = nil,
        readsCompassSentences: Bool = false
    ) {
        self.host = host
        self.port = port
        self.device = device
        self.readsCompassSentences = readsCompassSentences
    }

    /// Reads `HOST`, `HOST:PORT`, `IPV6` or `[IPV6]:PORT`.
    public init(parsing text: String) throws(GPSDEndpointError) {
        var (host, port): (Substring, Substring?) = (text[...], nil)
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { throw .malformed(text) }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw .malformed(text) }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
            // With two colons or more it is an IPv6 address without a port.
            (host, port) = (text[..<colon], text[text.index(after: colon)...])
        }
        // A host name has at most 253 bytes. Spaces are refused for typing errors, and because libgps has two magic
        // hosts with a space in them ("shared memory", "DBUS export") that have nothing to do with a network.
        guard (1...253).contains(host.utf8.count), host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw .malformed(text)
        }
        guard let port else {
            self.init(host: String(host))
            return
        }
        guard port.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt16(port), number > 0 else {
            throw .malformed(text)
        }
        self.init(host: String(host), port: number)
    }

    /// Whether a refused connection costs nothing: the host is this machine.
    package var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}

extension GPSDEndpoint: CustomStringConvertible {
    /// `HOST:PORT`, as `init(parsing:)` reads it.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// Why a text is not the address of a gpsd.
public enum GPSDEndpointError: Error, Equatable, CustomStringConvertible {
    case malformed(String)

    public var description: String {
        switch self {
        case .malformed(let text):
            "“\(text)” is not the address of a gpsd: expected HOST, HOST:PORT or [IPV6]:PORT, with a port from 1 to 65535"
        }
    }
}
