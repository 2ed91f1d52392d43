import HTTPServing
import HTTPTypes
import Testing

@testable import placemark_map

@Suite("Who may ask the map")
struct RequestOriginTests {
    private func refusal(
        host: String? = "localhost:8949", _ fields: [(String, String)] = [], names: [String] = [],
        listen: ListenAddress? = .tcp(host: "127.0.0.1", port: 8949), isFirstVisit: Bool = false
    ) -> RequestOrigin.Refusal? {
        let origin = RequestOrigin(address: listen, port: 8949, names: names)
        var request = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/")
        for (name, value) in fields { request.headerFields[HTTPField.Name.known(name)] = value }
        return origin.refusal(of: request, isFirstVisit: isFirstVisit)
    }

    @Test(
        "The map goes by its own names",
        arguments: ["127.0.0.1:8949", "localhost:8949", "LOCALHOST:8949", "[::1]:8949"])
    func own(_ host: String) { #expect(refusal(host: host) == nil) }

    @Test(
        "and by no other: a name that was made to stand for this machine gets nothing (fault 75)",
        arguments: [
            "attacker.example:8949", "localhost", "127.0.0.1", "127.0.0.1:80", "localhost:8949.attacker.example",
            "127.0.0.1.nip.io:8949", "[::1]", "0.0.0.0:8949", "",
        ])
    func rebinding(_ host: String) { #expect(refusal(host: host) == .foreignHost) }

    @Test("A request without a host is for nobody")
    func nameless() { #expect(refusal(host: nil) == .foreignHost) }

    @Test("The operator may allow names, and a numeric address is its own name")
    func allowed() {
        #expect(refusal(host: "boat.example.org", names: ["Boat.example.org"]) == nil)
        #expect(refusal(host: "boat.example.org:8949", names: ["boat.example.org"]) == .foreignHost)
        #expect(refusal(host: "192.168.1.5:8949", listen: .tcp(host: "192.168.1.5", port: 8949)) == nil)
        #expect(refusal(host: "[fd00::5]:8949", listen: .tcp(host: "fd00::5", port: 8949)) == nil)
        #expect(refusal(host: "0.0.0.0:8949", listen: .tcp(host: "0.0.0.0", port: 8949)) == .foreignHost)
    }

    @Test("The page itself, and whoever types the address, may ask")
    func ownPage() {
        #expect(refusal([("Origin", "http://localhost:8949"), ("Sec-Fetch-Site", "same-origin")]) == nil)
        #expect(refusal([("Sec-Fetch-Site", "none"), ("Sec-Fetch-Dest", "document")]) == nil)
        #expect(
            refusal(host: "boat.example.org", [("Origin", "https://boat.example.org")], names: ["boat.example.org"])
                == nil)
    }

    @Test(
        "Another page may not, nor have the map inside of it (fault 75)",
        arguments: [
            ("Origin", "http://attacker.example"), ("Origin", "null"), ("Origin", "http://localhost:8950"),
            ("Origin", "http://127.0.0.1:8949"), ("Origin", "file://localhost:8949"), ("Sec-Fetch-Site", "cross-site"),
            ("Sec-Fetch-Site", "same-site"), ("Sec-Fetch-Dest", "iframe"), ("Sec-Fetch-Dest", "object"),
            ("Sec-Fetch-Dest", "embed"), ("Sec-Fetch-Dest", "frame"),
        ])
    func otherPage(_ name: String, _ value: String) { #expect(refusal([(name, value)]) == .foreignPage) }

    @Test("A link with the token may stand anywhere, but the map is never inside of another page")
    func firstVisit() {
        let link = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Dest", "document")]
        #expect(refusal(link, isFirstVisit: true) == nil)
        #expect(refusal(link) == .foreignPage)
        let frame = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Dest", "iframe")]
        #expect(refusal(frame, isFirstVisit: true) == .foreignPage)
        #expect(refusal(host: "evil.example:8949", link, isFirstVisit: true) == .foreignHost)
    }
}
