import HTTPServing
import HTTPTypes
import Glibc
import TestSupport
import Testing

@testable import placemark_map

@Suite("Sessions of the map (fault 75)")
struct SessionsTests {
    private static let now = ContinuousClock.now

    @Test("A token works once, and the session of it until it has not been used for a week")
    func once() throws {
        let token = Secret()
        var sessions = Sessions(token: token)
        func redeem(_ text: String) -> Secret? { sessions.redeem(text, at: Self.now) }
        func isValid(_ text: String, at now: ContinuousClock.Instant = Self.now) -> Bool {
            sessions.isValid(text, at: now)
        }
        #expect(redeem(token.text + "0") == nil)
        #expect(redeem("") == nil)
        let session = try #require(redeem(token.text))
        #expect(session.text != token.text)
        #expect(redeem(token.text) == nil)
        #expect(!isValid(token.text))
        var now = Self.now
        for _ in 0..<3 {
            now += .seconds(6 * 86_400)
            #expect(isValid(session.text, at: now))
        }
        #expect(!isValid(session.text, at: now + .seconds(8 * 86_400)))
        #expect(!isValid(session.text, at: now))
    }

    @Test("Secrets have 256 bits, differ, and are compared whole")
    func secrets() throws {
        let secrets = Set((0..<100).map { _ in Secret().text })
        #expect(secrets.count == 100)
        #expect(secrets.allSatisfy { $0.utf8.count == 64 })
        let secret = try #require(Secret("0123456789abcdef"))
        #expect(secret.isEqual(to: "0123456789abcdef"))
        for other in ["", "0", "0123456789abcdeg", "1123456789abcdef", "0123456789abcdef0"] {
            #expect(!secret.isEqual(to: other))
        }
    }

    @Test(
        "A chosen token is long enough, and nothing that a link has to escape",
        arguments: ["", "short", "0123456789 abcdef", "0123456789&abcdef", "0123456789;abcdef", "ÄÖÜäöüÄÖÜäöüÄÖÜäöü"])
    func unfit(_ text: String) { #expect(Secret(text) == nil) }

    @Test(
        "A token file that others may read is refused, and says what to do; the token counts as long as it stands there"
    )
    func file() throws {
        let directory = try TemporaryDirectory()
        try directory.write("token", "0123456789abcdef\nand a note\n")
        let path = directory.file("token")
        chmod(path, 0o640)
        #expect(throws: TokenFile.Problem.self) { try TokenFile(path: path).read() }
        // systemd 257 shows its credentials so: what seems to be the group's is the mask of an access list.
        chmod(path, 0o440)
        #expect(try TokenFile(path: path, isCredential: true).read().text == "0123456789abcdef")
        chmod(path, 0o600)
        #expect(try TokenFile(path: path).read().text == "0123456789abcdef")
        let door = Doorkeeper(
            .file(TokenFile(path: path)), origin: RequestOrigin(address: nil, port: 80, names: []), port: 80)
        let first = Self.get("/?token=0123456789abcdef")
        for _ in 0..<2 {
            guard case .welcome(let cookie) = door.verdict(on: first, RequestTarget(first.path ?? "")) else {
                Issue.record("no welcome")
                return
            }
            #expect(cookie.hasPrefix("placemark-map-80=0123456789abcdef; Path=/; HttpOnly; SameSite=Strict"))
        }
        var later = Self.get("/v1/city")
        later.headerFields[.cookie] = "a=b; placemark-map-80=0123456789abcdef"
        #expect(door.verdict(on: later, RequestTarget("/v1/city")) == .session("0123456789abcdef"))
        try directory.write("token", "fedcba9876543210\n")
        #expect(door.verdict(on: later, RequestTarget("/v1/city")) == .unknown)
        try directory.write("token", "too short\n")
        #expect(throws: TokenFile.Problem.self) { try TokenFile(path: path).read() }
        #expect(throws: TokenFile.Problem.self) { try TokenFile(path: path + "-none").read() }
    }

    @Test("The door lets in who has the cookie, sends whoever comes with the link to the page, and knows nobody else")
    func door() {
        let token = Secret()
        let door = Doorkeeper(.once(token), origin: RequestOrigin(address: nil, port: 80, names: []), port: 80)
        func verdict(_ path: String, cookie: String? = nil) -> Doorkeeper.Verdict {
            var request = Self.get(path)
            request.headerFields[.cookie] = cookie
            return door.verdict(on: request, RequestTarget(path))
        }
        #expect(verdict("/") == .unknown)
        #expect(verdict("/?token=wrong") == .unknown)
        #expect(verdict("/v1/city?token=\(token.text)") == .unknown)
        guard case .welcome(let cookie) = verdict("/?token=\(token.text)") else {
            Issue.record("no welcome")
            return
        }
        let pair = String(cookie.prefix { $0 != ";" })
        #expect(!cookie.contains("Max-Age"))
        #expect(verdict("/?token=\(token.text)") == .unknown)
        #expect(verdict("/?token=\(token.text)", cookie: pair) == .known)
        #expect(verdict("/v1/city", cookie: pair) == .session(String(pair.dropFirst("placemark-map-80=".count))))
        #expect(verdict("/v1/city", cookie: pair + "0") == .unknown)
        #expect(verdict("/v1/city", cookie: "placemark-map-81" + pair.dropFirst(16)) == .unknown)
    }

    static func get(_ path: String, host: String = "localhost:80") -> HTTPRequest {
        HTTPRequest(method: .get, scheme: "http", authority: host, path: path)
    }
}
