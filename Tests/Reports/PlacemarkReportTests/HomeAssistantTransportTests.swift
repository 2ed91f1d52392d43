import Foundation
import Glibc
import PlacemarkModel
import Reporting
import Settings
import TestConditions
import TestSupport
import Testing

@testable import placemark_report

/// Moves of a home, told to a stand-in for Home Assistant; a real one is in `Tests/Reports/HomeAssistant/home-assistant-test`.
@Suite("Moving a Home Assistant", .tags(.waits)) struct HomeAssistantTransportTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func homeAssistant(port: UInt16 = 0, certificate: String? = nil) async throws -> StandIn {
        try await StandIn(writing: directory.file("out"), port: port, certificate: certificate)
    }

    private func sink(
        _ url: String, token: String? = "secret", _ change: (inout SinkSettings) -> Void = { _ in }
    ) -> Sink {
        var settings = SinkSettings()
        (settings.transport, settings.url, settings.format) = (.homeassistant, url, .homeassistant)
        settings.precision = .precise
        change(&settings)
        return Sink(name: "van", settings: settings, secret: token.map { SecretText($0) })
    }

    private func report(_ number: Int64, _ latitude: Double = 38.9, _ zone: String = "Europe/Lisbon") throws -> Report {
        let line = """
            {"event":"status","status":{"version":1,"sequence":1,"precision":"precise","source":{"state":"live","since":1},\
            "motion":"stationary","location":{"coordinate":{"latitude":\(latitude),"longitude":-7.1},"mode":3,"altitude":183.6,\
            "age":0,"stale":false},"placemark":{"locality":"Elvas","isoCountryCode":"PT","timeZone":"\(zone)",\
            "geocoder":"gazetteer","age":0,"stale":false}}}
            """
        return Report(
            id: try #require(ReportIdentity(outbox: "4f0c9a1be2d37758", sequence: number)), kind: .heartbeat,
            happenedAt: Clocks.system.wall(), event: try JSONDecoder().decode(EventReport.self, from: Data(line.utf8)))
    }

    private var moves: [String] { (directory.contents("out") ?? "").split(separator: "\n").map(String.init) }

    private static let elvas =
        #"{"country": "PT", "elevation": 184, "latitude": 38.9, "longitude": -7.1, "time_zone": "Europe/Lisbon"}"#

    @Test(
        "place, elevation, time zone and country arrive in one step, also when answers come in pieces",
        .timeLimit(.minutes(1)), arguments: ["ok", "pieces", "ok/"])
    func moves(_ fault: String) async throws {
        let home = try await homeAssistant()
        let transport = try HomeAssistantTransport(sink(home.address(fault)))
        #expect(await transport.send([try report(1)]) == .all(.acknowledged))
        #expect(moves == [Self.elvas])
        // It is there: nothing more to tell, also after a restart of ours.
        #expect(await transport.send([try report(2)]) == .all(.acknowledged))
        let other = try HomeAssistantTransport(sink(home.address(fault)))
        #expect(await other.send([try report(3)]) == .all(.acknowledged))
        #expect(moves.count == 1)
        #expect(await transport.warnings == [])
    }

    @Test("over TLS it goes only to whom we trust", .timeLimit(.minutes(1)))
    func security() async throws {
        let maker = CertificateMaker(in: directory)
        let (ours, others) = (try await maker.authority("ours"), try await maker.authority("others"))
        let pair = try await maker.certificate("home", by: ours, names: ["IP:127.0.0.1"])
        try directory.write(
            "both.pem",
            try String(contentsOfFile: pair.certificate, encoding: .utf8)
                + String(contentsOfFile: pair.key, encoding: .utf8))
        let home = try await homeAssistant(certificate: directory.file("both.pem"))
        let stranger = try HomeAssistantTransport(
            sink(home.address("ok", scheme: "https")) { $0.authorityFile = others.certificate })
        #expect("\(await stranger.send([try report(1)]))".contains("cannot be reached"))
        let friend = try HomeAssistantTransport(
            sink(home.address("pieces", scheme: "https")) { $0.authorityFile = ours.certificate })
        #expect(await friend.send([try report(1)]) == .all(.acknowledged))
        #expect(moves == [Self.elvas])
    }

    @Test(
        "who is refused is told why, without the token or the address", .timeLimit(.minutes(1)),
        arguments: [
            ("ok", "wrong", "refuses the token"), ("user", "secret", "not an administrator"),
            ("bare", "secret", "default_config:"), ("stubborn", "secret", "2026.11.0 does not let its home be moved"),
            ("closed", "secret", "status 404"), ("banned", "secret", "ip_bans.yaml"),
            ("other", "secret", "is not a Home Assistant"), ("empty", "secret", "is not a Home Assistant"),
        ])
    func refusals(_ fault: String, _ token: String, _ words: String) async throws {
        let home = try await homeAssistant()
        let transport = try HomeAssistantTransport(sink(home.address(fault), token: token))
        guard case .all(.failed(let reason, let pause)) = await transport.send([try report(1)]) else {
            return #expect(Bool(false), "\(fault) is taken")
        }
        #expect(reason.contains(words), "\(reason)")
        for secret in [token, "127.0.0.1", "38.9"] { #expect(!reason.contains(secret)) }
        // Each wrong token is a notification there, and enough of them a ban.
        #expect(pause == (fault == "ok" ? .seconds(900) : nil))
        #expect(moves == [])
    }

    @Test("a release that does not know the country gets the rest, and that is said", .timeLimit(.minutes(1)))
    func old() async throws {
        let home = try await homeAssistant()
        let transport = try HomeAssistantTransport(sink(home.address("old")))
        #expect(await transport.send([try report(1)]) == .all(.acknowledged))
        #expect(
            moves == [#"{"elevation": 184, "latitude": 38.9, "longitude": -7.1, "time_zone": "Europe/Lisbon"}"#])
        #expect(await transport.warnings.joined().contains("does not know PT"))
    }

    @Test("one that is away gets the newest place when it is back", .timeLimit(.minutes(1)))
    func away() async throws {
        let port = try Loopback.freePort()
        let transport = try HomeAssistantTransport(sink("http://127.0.0.1:\(port)/ok"))
        let failed = await transport.send([try report(1, 36), try report(2, 37)])
        #expect("\(failed)".contains("cannot be reached"))
        let home = try await homeAssistant(port: port)
        defer { withExtendedLifetime(home) {} }
        #expect(await transport.send([try report(3)]) == .all(.acknowledged))
        // What waited behind the newest moves it no more.
        #expect(await transport.send([try report(1, 36), try report(2, 37)]) == .all(.acknowledged))
        #expect(moves == [Self.elvas])
        #expect(sink("http://x").delivery.order == .newestFirst)
    }

    @Test("a home that goes back with each restart is a warning", .timeLimit(.minutes(1)))
    func configurationFile() async throws {
        let home = try await homeAssistant()
        let transport = try HomeAssistantTransport(
            sink(home.address("restarted")) { $0.home.interval = .zero })
        for number in 1...2 { #expect(await transport.send([try report(Int64(number))]) == .all(.acknowledged)) }
        #expect(moves.count == 2)
        #expect(await transport.warnings.joined().contains("configuration.yaml"))
    }

    @Test("what comes too soon is told when its time has come, without another report", .timeLimit(.minutes(1)))
    func deferred() async throws {
        let home = try await homeAssistant()
        let interval = Duration.seconds(6)
        let transport = try HomeAssistantTransport(
            sink(home.address("ok")) { $0.home.interval = interval }, rhythm: .milliseconds(50))
        let start = ContinuousClock.now
        let running = Task { await transport.run() }
        defer { running.cancel() }
        for (number, latitude) in [(1, 38.9), (2, 40.1)] {
            #expect(await transport.send([try report(Int64(number), latitude)]) == .all(.acknowledged))
        }
        #expect(moves.first == Self.elvas)
        #expect(await poll(atMost: .seconds(20)) { moves.count == 2 })
        #expect(ContinuousClock.now - start >= interval)
        #expect(moves.last?.contains("40.1") == true)
    }

    @Test("one that says nothing is given up at once when this program ends", .timeLimit(.minutes(1)))
    func mute() async throws {
        let home = try await homeAssistant()
        let transport = try HomeAssistantTransport(sink(home.address("mute")))
        let report = try report(1)
        let sending = Task { await transport.send([report]) }
        try await Task.sleep(for: .milliseconds(300))
        sending.cancel()
        // And not for the time that it has.
        #expect("\(await sending.value)".contains("aborted"))
    }

    @Test("the sink of docs/admin/home-assistant.md is right, and moves a home", .timeLimit(.minutes(1)))
    func recipe() async throws {
        let home = try await homeAssistant()
        let lines = try Checkout.text("docs/admin/home-assistant.md").split(
            separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasSuffix("[Sink]") })
        let recipe = lines[start...].prefix { $0.isEmpty || $0.hasPrefix("       ") }.map { $0.dropFirst(7) }.joined(
            separator: "\n")
        mkdir(directory.file("reports.d"), 0o700)
        try directory.write("home.token", "secret\n")
        try directory.write(
            "reports.d/home.conf",
            recipe.replacing("http://homeassistant.local:8123", with: home.address("ok"))
                .replacing("/etc/placemarkd", with: directory.path))
        for file in ["home.token", "reports.d/home.conf"] { chmod(directory.file(file), 0o600) }
        let found = try SinkFiles.load(directory.file("reports.d"), credentials: nil)
        let transport = try HomeAssistantTransport(try #require(found.first))
        #expect(await transport.send([try report(1)]) == .all(.acknowledged))
        #expect(moves == [Self.elvas])
    }

    @Test("what is wrong with the file is said before anything is sent")
    func mistakes() {
        let wrong: [(Sink, String)] = [
            (sink("http://x", token: nil), "long-lived access token"),
            (sink("http://x") { $0.user = "van" }, "no User="),
            (sink("http://x?a=b"), "http://homeassistant.local:8123"),
            (sink("http://x") { $0.filter.heartbeat = .zero }, "Heartbeat="),
            (sink("http://x") { $0.filter.kinds = [.location] }, "heartbeat among Events="),
            (sink("http://x") { $0.format = .placemarkd }, "one of homeassistant"),
        ]
        for (sink, words) in wrong {
            let problems = SinkTransports.problems(of: [sink], in: "reports.d")
            #expect("\(problems)".contains(words), "\(problems)")
        }
        #expect(SinkTransports.problems(of: [sink("http://x", token: nil) { $0.credential = "van" }], in: "").isEmpty)
    }
}

/// The stand-in, as a child process.
private final class StandIn: Sendable {
    private let process: ChildProcess
    let port: Int

    /// - Parameter file: each move is appended there.
    init(writing file: String, port: UInt16, certificate: String?) async throws {
        let script = Checkout.file("Tests/Reports/PlacemarkReportTests/home-assistant")
        let process = try ChildProcess("python3", [script, file, "\(port)"] + [certificate].compactMap(\.self))
        self.process = process
        _ = await poll(atMost: .seconds(20)) { process.standardOutput.hasSuffix("\n") || !process.isRunning }
        guard let found = Int(process.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw NotReady(output: process.completeStandardError)
        }
        self.port = found
    }

    func address(_ fault: String, scheme: String = "http") -> String { "\(scheme)://127.0.0.1:\(port)/\(fault)" }
}

/// Frames, beside the examples of RFC 6455, section 5.7.
@Suite("WebSocket frames") struct WebSocketFrameTests {
    @Test("a client's text is masked")
    func masked() {
        #expect(
            WebSocketFrame(opcode: .text, payload: Array("Hello".utf8)).bytes(mask: 0x37FA_213D)
                == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
    }

    @Test("a server's frames are taken one after the other, whole ones only")
    func pieces() throws {
        let bytes: [UInt8] = [0x01, 0x03, 0x48, 0x65, 0x6C, 0x80, 0x02, 0x6C, 0x6F, 0x89, 0x00]
        var (buffer, frames): ([UInt8], [WebSocketFrame]) = ([], [])
        for byte in bytes {
            buffer.append(byte)
            if let frame = try WebSocketFrame.take(from: &buffer) { frames.append(frame) }
        }
        #expect(
            frames == [
                WebSocketFrame(opcode: .text, payload: Array("Hel".utf8), isLast: false),
                WebSocketFrame(opcode: .continuation, payload: Array("lo".utf8)),
                WebSocketFrame(opcode: .ping, payload: []),
            ])
        #expect(buffer == [])
    }

    @Test("lengths of two and of eight bytes", arguments: [125, 126, 65_535, 65_536])
    func lengths(_ count: Int) throws {
        let frame = WebSocketFrame(opcode: .text, payload: [UInt8](repeating: 7, count: count))
        // Without the mask's four bytes, and its bit, it is a server's.
        var bytes = frame.bytes(mask: 0)
        bytes[1] &= 0x7F
        let head = bytes.count - count - 4
        bytes.removeSubrange(head..<head + 4)
        #expect(try WebSocketFrame.take(from: &bytes) == frame)
    }

    @Test(
        "what no server sends is malformed, and a length that nobody has takes no memory",
        arguments: [[0xC1, 0x00], [0x81, 0x80], [0x83, 0x00], [0x81, 127, 255, 255, 255, 255, 255, 255, 255, 255]])
    func malformed(_ bytes: [UInt8]) {
        var bytes = bytes
        #expect(throws: WebSocketFrame.Malformed.self) { try WebSocketFrame.take(from: &bytes) }
    }
}
