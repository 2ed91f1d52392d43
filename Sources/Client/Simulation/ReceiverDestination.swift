/// Where the sentences of a simulated receiver go.
public enum ReceiverDestination: Hashable, Sendable, CustomStringConvertible {
    /// One datagram for each epoch, to a gpsd that was started with `udp://HOST:PORT`. The host is an IPv4 address or
    /// a name.
    case udp(host: String, port: UInt16)
    /// A new pseudo terminal, which gpsd opens like a serial port.
    case pty

    /// Reads `udp://HOST:PORT` or `pty`.
    public init(parsing text: String) throws(SimulationError) {
        if text == "pty" {
            self = .pty
            return
        }
        let prefix = "udp://"
        guard text.hasPrefix(prefix), let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...]), port > 0
        else { throw .malformedDestination(text) }
        var host = text[text.index(text.startIndex, offsetBy: prefix.count)..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, host.utf8.count <= 253 else { throw .malformedDestination(text) }
        self = .udp(host: String(host), port: port)
    }

    public var description: String {
        switch self {
        case .udp(let host, let port): host.contains(":") ? "udp://[\(host)]:\(port)" : "udp://\(host):\(port)"
        case .pty: "pty"
        }
    }
}

/// Why there is no simulated receiver.
public enum SimulationError: Error, Hashable, CustomStringConvertible {
    case malformedDestination(String)
    /// A host without an address.
    case unknownHost(String)
    /// A system call failed.
    case system(call: String, message: String)

    public var description: String {
        switch self {
        case .malformedDestination(let text): "“\(text)” is not a device: expected udp://HOST:PORT or pty"
        case .unknownHost(let host): "the host “\(host)” is unknown"
        case .system(let call, let message): "\(call) failed: \(message)"
        }
    }
}
