import PlacemarkModel
@testable import Publishing
import Testing

/// What a page in a browser may send to a port behind which socat has put the socket.
@Suite("Web pages of others")
struct HTTPSenderTests {
    private let client: EmbeddedHTTPClient

    init() throws { client = try EmbeddedHTTPClient() }

    private func status(_ line: String, _ headers: String...) throws -> [String] {
        let client = try EmbeddedHTTPClient()
        try client.send(([line + " HTTP/1.1"] + headers + ["Content-Length: 2", "", "{}"]).joined(separator: "\r\n"))
        return client.statuses(try client.received())
    }

    private static let json = "Content-Type: application/json"

    @Test(
        "a Host that is a name of somebody else is refused, whatever is asked for (fault 50)",
        arguments: [
            "evil.example", "evil.example:8099", "localhost.evil.example", "1.2.3.4.example", "unix", "[::1", "::1",
        ])
    func foreignHost(host: String) throws {
        try client.send("GET /v1/location HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        let answer = try client.received()
        #expect(client.statuses(answer) == ["421"] && !answer.contains("latitude"), "\(answer)")
    }

    @Test(
        "localhost, any address, and no Host at all in HTTP/1.0 are this machine",
        arguments: [
            "localhost", "LocalHost:8099", "127.0.0.1", "127.0.0.1:9477", "192.0.2.7", "[::1]", "[::1]:8099", "",
        ])
    func ownHost(host: String) throws {
        try client.send("GET /v1/city HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(client.statuses(try client.received()) == ["200"])
        try client.send("GET /v1/city HTTP/1.0\r\n\r\n")
        #expect(client.statuses(try client.received()) == ["200"])
    }

    @Test("what changes something is not taken from a page of somebody else (fault 50)")
    func foreignOrigin() throws {
        for origin in ["https://evil.example", "null", "http://localhost:8100", "http://localhost.evil.example:8099"] {
            let headers = ("Host: localhost:8099", "Origin: \(origin)")
            #expect(try status("POST /v1/regions", headers.0, headers.1, Self.json) == ["403"], "\(origin)")
            #expect(try status("POST /v1/grants", headers.0, headers.1, Self.json) == ["403"], "\(origin)")
            #expect(try status("DELETE /v1/regions/home", headers.0, headers.1) == ["403"], "\(origin)")
            #expect(try status("DELETE /v1/track", headers.0, headers.1) == ["403"], "\(origin)")
        }
        // Nobody answers for regions here: that far it came.
        let own = "Origin: http://localhost:8099"
        #expect(try status("POST /v1/regions", "Host: localhost:8099", own, Self.json) == ["501"])
        // Reading is no concern of ours: a browser does not hand the answer to the page.
        try client.send("GET /v1/city HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n\r\n")
        let answer = try client.received()
        #expect(client.statuses(answer) == ["200"] && !answer.contains("Access-Control-Allow"))
    }

    @Test(
        "what a page may send without asking first is not taken for JSON (fault 50)",
        arguments: [
            nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
            "text/plain; application/json", "application/jsonx", "application/json\r\nContent-Type: text/plain",
        ])
    func notJSON(type: String?) throws {
        for path in ["/v1/regions", "/v1/grants"] {
            let headers = type.map { "Content-Type: \($0)" } ?? "X: y"
            #expect(try status("POST \(path)", "Host: localhost", headers) == ["415"])
        }
    }

    @Test(
        "JSON of any kind is taken, with its parameters",
        arguments: ["application/json", "Application/JSON; charset=utf-8", "application/geo+json"])
    func json(type: String) throws {
        #expect(try status("POST /v1/regions", "Host: localhost", "Content-Type: \(type)") == ["501"])
    }
}
