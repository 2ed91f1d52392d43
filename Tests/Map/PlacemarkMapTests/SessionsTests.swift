import Glibc
import HTTPTypes
import TestSupport
import Testing

@testable import placemark_map

@Suite("Sessions of the map (fault 75)")
struct SessionsTests {
    private static let now = ContinuousClock.now

    @Test("A session goes on until it has not been used for a day")
    func pause() {
        var sessions = Sessions()
        func isValid(_ text: String, at now: ContinuousClock.Instant) -> Bool { sessions.isValid(text, at: now) }
        let session = sessions.begin(at: Self.now)
        var now = Self.now
        for _ in 0..<3 {
            now += .seconds(80_000)
            #expect(isValid(session.text, at: now))
        }
        #expect(!isValid(session.text + "0", at: now))
        #expect(!isValid(session.text, at: now + .seconds(90_000)))
        #expect(!isValid(session.text, at: now))
    }

    @Test("Of too many sessions the one goes that has not been used for the longest time")
    func most() {
        var sessions = Sessions()
        func isValid(_ text: String, at now: ContinuousClock.Instant) -> Bool { sessions.isValid(text, at: now) }
        let first = sessions.begin(at: Self.now)
        let others = (0..<Sessions.most - 1).map { _ in sessions.begin(at: Self.now) }
        #expect(isValid(first.text, at: Self.now))
        _ = sessions.begin(at: Self.now)
        #expect(isValid(first.text, at: Self.now))
        #expect(!isValid(others[0].text, at: Self.now))
        #expect(sessions.secrets.count == Sessions.most)
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
        try directory.write("token", "too short\n")
        #expect(throws: TokenFile.Problem.self) { try TokenFile(path: path).read() }
        #expect(throws: TokenFile.Problem.self) { try TokenFile(path: path + "-none").read() }
    }

    private static let origin = RequestOrigin(address: nil, port: 80, names: [])

    private static func session(_ door: Doorkeeper, _ text: String?) -> String? {
        var request = get("/v1/city")
        request.headerFields[.mapSession] = text
        return door.session(of: request)
    }

    @Test("A token works once, and never as a session; nobody else comes in")
    func once() throws {
        let token = Secret()
        let door = Doorkeeper(.once(token), origin: Self.origin)
        #expect(door.redeem(token.text + "0") == nil)
        #expect(door.redeem("") == nil)
        let session = try #require(door.redeem(token.text))
        #expect(session.text != token.text)
        #expect(door.redeem(token.text) == nil)
        #expect(Self.session(door, session.text) == session.text)
        for text in [nil, "", token.text, session.text + "0"] { #expect(Self.session(door, text) == nil) }
    }

    @Test("A lasting token begins sessions that are not the token, outlive a restart, and end with the token")
    func lasting() throws {
        let directory = try TemporaryDirectory()
        func write(_ token: String) throws {
            try directory.write("token", token + "\n")
            chmod(directory.file("token"), 0o600)
        }
        func door() -> Doorkeeper {
            Doorkeeper(
                .file(TokenFile(path: directory.file("token")), sessions: SessionFile(directory: directory.path)),
                origin: Self.origin)
        }
        let token = "0123456789abcdef"
        try write(token)
        let first = door()
        let sessions = try (0..<2).map { _ in try #require(first.redeem(token)).text }
        #expect(Set(sessions + [token]).count == 3)
        #expect(first.redeem("0123456789abcdeg") == nil)
        #expect(Self.session(first, token) == nil)
        #expect(directory.mode("sessions") == 0o600)
        let second = door()
        for session in sessions { #expect(Self.session(second, session) == session) }
        try write("fedcba9876543210")
        for door in [second, door()] {
            for session in sessions { #expect(Self.session(door, session) == nil) }
            #expect(door.redeem(token) == nil)
        }
        try write("too short")
        #expect(second.redeem("too short") == nil)
        // With the first one again, those sessions are not forgotten: nobody has begun another one since.
        try write(token)
        #expect(Self.session(second, sessions[0]) == sessions[0])
    }

    @Test(
        "What lies in the place of the sessions' file is no session",
        arguments: ["", "0123456789abcdef", "\n\n", "short\nshort\n"])
    func damaged(text: String) throws {
        let directory = try TemporaryDirectory()
        try directory.write("sessions", text)
        #expect(SessionFile(directory: directory.path).secrets(of: Secret()).isEmpty)
    }

    static func get(_ path: String, host: String = "localhost:80") -> HTTPRequest {
        HTTPRequest(method: .get, scheme: "http", authority: host, path: path)
    }
}
