import Glibc

/// The addresses of a host as text: `192.0.2.1`, `2001:db8::1`.
///
/// libmosquitto resolves names too, but without waiting it tries only the first address: where `localhost` is `::1` first, and
/// the broker listens at 127.0.0.1, it would never be found.
enum NumericAddress {
    /// So many are tried.
    private static let most = 4

    /// Asks the system's resolver, in the order in which it wants the addresses to be tried. Blocks, for as long as
    /// resolv.conf(5) allows. Empty when the host is not known.
    static func all(of host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [String] = []
        var next = list
        while let entry = next, addresses.count < most {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let code = getnameinfo(
                entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            let address = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if code == 0, !addresses.contains(address) { addresses.append(address) }
            next = entry.pointee.ai_next
        }
        return addresses
    }

    /// Whether the text is an address, and not a name.
    static func isAddress(_ text: String) -> Bool {
        var bytes = in6_addr()
        return inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
    }
}
