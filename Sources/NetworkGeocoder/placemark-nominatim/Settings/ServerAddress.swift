import Glibc
import PlacemarkModel
import Settings

/// Where a server is: scheme, host, port, and the path before its requests, without a slash at its end.
struct ServerAddress: Hashable, Sendable {
    let text: String
    /// Without port, in lower case; IPv6 without brackets.
    let host: String

    /// Reads `https://nominatim.example.org/path/`. Nil for other schemes, and for what has a user, parameters or a
    /// fragment in it.
    init?(_ text: String) {
        let lowercased = text.lowercased()
        guard let scheme = ["http://", "https://"].first(where: lowercased.hasPrefix),
            text.utf8.count <= 160, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !text.contains(where: { "@?#\"\\<>".contains($0) })
        else { return nil }
        let authority = text.dropFirst(scheme.count).prefix { $0 != "/" }
        let (host, port): (Substring, Substring)
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[..<end].dropFirst()
            port = authority[end...].dropFirst()
            var address = in6_addr()
            guard inet_pton(AF_INET6, String(host), &address) == 1 else { return nil }
        } else {
            host = authority.prefix { $0 != ":" }
            port = authority[host.endIndex...]
            guard !host.isEmpty, host.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" }) else {
                return nil
            }
        }
        guard port.isEmpty || (port.first == ":" && UInt16(port.dropFirst()).map { $0 > 0 } == true) else { return nil }
        self.host = host.lowercased()
        var rest = text[...]
        while rest.last == "/" { rest = rest.dropLast() }
        self.text = String(rest)
    }

    /// Whether it is this machine, by its name or number: no other name is looked up for that.
    var isLoopback: Bool { host == "localhost" || host == "::1" || (host.hasPrefix("127.") && isIPv4) }

    private var isIPv4: Bool {
        var address = in_addr()
        return inet_pton(AF_INET, host, &address) == 1
    }

    /// Whether all the world shares it, and pays nothing.
    var isPublic: Bool { ["nominatim.openstreetmap.org", "photon.komoot.io"].contains(host) }
}

extension ValueGrammar where Value == ServerAddress? {
    static let server = ValueGrammar(
        allowed: "an address such as http://localhost:8088 or https://nominatim.example.org, without a password in it",
        isSecret: true, parse: { text in ServerAddress(text).map { .some($0) } }, format: { $0?.text ?? "" })
}

extension ValueGrammar where Value == String? {
    /// Goes into a header: nothing that could end it.
    static let contact = ValueGrammar(
        allowed: "an email address or the address of a web page",
        parse: { text in
            let isPlausible = text.utf8.count <= 160 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            return isPlausible && (text.contains("@") || text.contains("://"))
                && !text.contains(where: { "()<>\"\\".contains($0) })
                ? .some(text) : nil
        },
        format: { $0 ?? "" })

    static let language = ValueGrammar(
        allowed: "languages such as de or \"fr, en\"",
        parse: { text in LanguageList.isPlausible(text) ? .some(text) : nil }, format: { $0 ?? "" })
}

/// Languages in the form of the header Accept-Language.
enum LanguageList {
    /// Whether it may be passed on.
    static func isPlausible(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_,;=.* ".contains($0)) }
    }
}
