import Settings

/// The address of a sink: scheme, host, port and path. Never with a name or password in it.
public struct SinkURL: Hashable, Sendable {
    public let text: String
    public let scheme: String
    /// Without port; IPv6 without brackets.
    public let host: String
    /// Nil for the scheme's own.
    public let port: UInt16?

    /// Returns nil for what has no host, or has a user, a fragment or something else in it that does not belong there.
    public init?(_ text: String) {
        guard text.utf8.count <= 190, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !text.contains(where: { "@#\"\\<>".contains($0) }), let separator = text.firstRange(of: "://")
        else { return nil }
        let scheme = text[..<separator.lowerBound].lowercased()
        guard SinkSettings.Transport.allCases.contains(where: { $0.schemes.contains(scheme) }) else { return nil }
        let authority = text[separator.upperBound...].prefix { $0 != "/" && $0 != "?" }
        var (host, port) = (authority, Substring())
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            (host, port) = (authority[..<end].dropFirst(), authority[end...].dropFirst())
        } else if let colon = authority.firstIndex(of: ":") {
            (host, port) = (authority[..<colon], authority[colon...])
        }
        guard ValueGrammar<String>.host.parse(String(host)) != nil, port.isEmpty || port.first == ":" else {
            return nil
        }
        guard let number = port.isEmpty ? 0 : ValueGrammar<UInt16>.port.parse(String(port.dropFirst())) else {
            return nil
        }
        self.text = text
        self.scheme = scheme
        self.host = String(host)
        self.port = port.isEmpty ? nil : number
    }
}
