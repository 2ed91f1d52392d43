import PlacemarkModel
import Testing

@Suite struct GPSDEndpointTests {
    @Test(
        "reads a host, a port and an IPv6 address",
        arguments: [
            ("localhost", "localhost", 2947), ("gps.example:1234", "gps.example", 1234), ("10.0.0.1", "10.0.0.1", 2947),
            ("[::1]:2948", "::1", 2948), ("[::1]", "::1", 2947), ("fe80::1%eth0", "fe80::1%eth0", 2947),
            ("h:65535", "h", 65535),
        ] as [(String, String, UInt16)])
    func parses(text: String, host: String, port: UInt16) throws {
        let endpoint = try GPSDEndpoint(parsing: text)
        #expect(endpoint == GPSDEndpoint(host: host, port: port))
        #expect(try GPSDEndpoint(parsing: endpoint.description) == endpoint)
    }

    @Test(
        "refuses what is no address, and says what is expected",
        arguments: [
            "", ":2947", "host:", "host:0", "host:65536", "host:+1", "host:12x", "[::1", "[::1]2947", "[]:1",
            "shared memory", "a\u{0}b", String(repeating: "a", count: 254),
        ])
    func refuses(text: String) {
        let error = #expect(throws: GPSDEndpointError.self) { try GPSDEndpoint(parsing: text) }
        #expect(error?.description.contains("HOST:PORT") == true)
    }
}
