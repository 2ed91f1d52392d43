import Foundation
import Glibc
import PlacemarkModel
import Reporting
import TestConditions
import TestSupport
import Testing

@testable import placemark_report

/// Deliveries over HTTP to a server that does what it should not.
@Suite("HTTP deliveries", .tags(.waits)) struct HTTPTransportTests {
    private func sink(_ url: String, _ change: (inout SinkSettings) -> Void = { _ in }, secret: String? = nil) -> Sink {
        var settings = SinkSettings()
        (settings.transport, settings.url, settings.precision) = (.http, url, .precise)
        change(&settings)
        return Sink(name: "map", settings: settings, secret: secret.map { SecretText($0) })
    }

    private func reports(_ count: Int) -> [Report] {
        (1...count).compactMap { number in
            let line = #"{"event":"location","elapsed":\#(number)}"#
            guard let id = ReportIdentity(outbox: "4f0c9a1be2d37758", sequence: Int64(number)),
                let event = try? JSONDecoder().decode(EventReport.self, from: Data(line.utf8))
            else { return nil }
            return Report(id: id, kind: .location, happenedAt: Timestamp(nanosecondsSinceEpoch: 0), event: event)
        }
    }

    private func send(_ sink: Sink, _ count: Int = 3) async throws -> DeliveryResult {
        await HTTPTransport(sink, format: try sink.requests(), wallClock: Clocks.system.wall).send(reports(count))
    }

    @Test("a batch arrives whole, packed or not", .timeLimit(.minutes(1)), arguments: [false, true])
    func good(_ isPacked: Bool) async throws {
        let directory = try TemporaryDirectory()
        let receiver = try await ReportReceiver(writing: directory.file("out"))
        let sink = sink(receiver.address("ok"), { $0.compression = isPacked ? .gzip : .none })
        #expect(try await send(sink) == .all(.acknowledged))
        let lines = try #require(directory.contents("out")).split(separator: "\n")
        let arrived = try lines.map { try JSONDecoder().decode(Report.self, from: Data($0.utf8)) }
        #expect(arrived == reports(3))
    }

    @Test(
        "faults 71, 72 and 73: only a receipt is one; what is final is told from what passes", .timeLimit(.minutes(1)))
    func verdicts() async throws {
        let directory = try TemporaryDirectory()
        let receiver = try await ReportReceiver(writing: directory.file("out"))
        for (fault, expected) in [
            ("portal", "failed"), ("liar", "failed"), ("redirect", "failed"), ("503", "failed"), ("500", "failed"),
            ("404", "failed"), ("401", "failed"), ("403", "failed"), ("400", "refused"), ("413~2", "refused"),
            ("422", "refused"), ("413~3", "acknowledged"),
        ] {
            let result = try await send(sink(receiver.address(fault)))
            #expect("\(result)".contains(expected), "\(fault): \(result)")
            for secret in ["127.0.0.1", "\(receiver.port)"] { #expect(!"\(result)".contains(secret)) }
        }
        let busy = try await send(sink(receiver.address("503~120")))
        guard case .all(.failed(_, let wait)) = busy else {
            Issue.record("\(busy)")
            return
        }
        #expect(wait == .seconds(120))
    }

    @Test(
        "an answer without a body is a receipt, whatever its type; a page is none", .timeLimit(.minutes(1)),
        arguments: [("204", true), ("empty", true), ("blank", true), ("page", false)])
    func emptyAnswers(_ fault: String, _ isReceipt: Bool) async throws {
        let directory = try TemporaryDirectory()
        let receiver = try await ReportReceiver(writing: directory.file("out"))
        let result = try await send(sink(receiver.address("html~\(fault)")))
        #expect((result == .all(.acknowledged)) == isReceipt, "\(result)")
    }

    @Test(
        "a server that answers 400 while it does not know this box is waited for, and says so; another one refuses",
        .timeLimit(.minutes(1)),
        arguments: [
            (.traccar, "identifier 'boat'"), (.owntracks, "identifier 'owntracks-jane-boat'"), (.overland, nil),
            (.placemarkd, nil),
        ] as [(ReportFormat, String?)])
    func unknownDevice(_ kind: ReportFormat, _ identifier: String?) async throws {
        let directory = try TemporaryDirectory()
        let receiver = try await ReportReceiver(writing: directory.file("out"))
        let sink = sink(receiver.address("400"), { ($0.format, $0.device, $0.user) = (kind, "boat", "jane") })
        let transport = HTTPTransport(sink, format: try sink.requests(), wallClock: Clocks.system.wall)
        let result = await transport.send([try Self.crossing("home", .location)])
        let outcome: DeliveryOutcome? =
            switch result {
            case .all(let outcome): outcome
            case .each(let outcomes): outcomes.first
            }
        switch outcome {
        case .failed(let reason, _): #expect(identifier.map { reason.contains($0) } == true, "\(reason)")
        case .refused: #expect(identifier == nil)
        case .acknowledged, nil: Issue.record("\(result)")
        }
    }

    @Test(
        "an address by which a Recorder could not tell two boxes apart is warned of",
        arguments: [
            ("https://example.org/pub", false), ("https://example.org/pub?u=jane&d=boat", false),
            ("https://example.org/tracks?x=1&u=jane", false), ("https://example.org/recorder", true),
            ("https://example.org/pub/", true), ("https://example.org/pub?d=boat", true),
            ("https://example.org/u=jane", true), ("https://example.org/?xu=jane", true),
        ])
    func namelessAddress(_ address: String, _ isWarnedOf: Bool) throws {
        for format in [ReportFormat.owntracks, .overland] {
            let sink = sink(address, { $0.format = format })
            let transport = HTTPTransport(sink, format: try sink.requests(), wallClock: Clocks.system.wall)
            #expect(transport.warnings.isEmpty == (format == .overland || !isWarnedOf))
        }
    }

    /// A report with a position, and where it is of a region, its name.
    static func crossing(_ region: String, _ kind: ReportKind = .regionEntered) throws -> Report {
        let line = #"""
            {"event":"\#(kind.rawValue)","region":"\#(region)","location":{"coordinate":{"latitude":47.1,"longitude":9.5},
            "mode":3,"horizontalAccuracy":4,"age":0,"stale":false}}
            """#
        return Report(
            id: try #require(ReportIdentity(outbox: "4f0c9a1be2d37758", sequence: 7)), kind: kind,
            happenedAt: Timestamp(nanosecondsSinceEpoch: 1_795_206_289_000_000_000),
            event: try JSONDecoder().decode(EventReport.self, from: Data(line.utf8)))
    }

    @Test("a login goes as the header Authorization", .timeLimit(.minutes(1))) func login() async throws {
        let directory = try TemporaryDirectory()
        let receiver = try await ReportReceiver(writing: directory.file("out"))
        let bearer = receiver.address("auth~Bearer_secret")
        #expect(try await send(sink(bearer, secret: "secret")) == .all(.acknowledged))
        #expect(try await send(sink(bearer, secret: "other")) != .all(.acknowledged))
        let basic = receiver.address("auth~Basic_dmFuOnNlY3JldA==")
        #expect(try await send(sink(basic, { $0.user = "van" }, secret: "secret")) == .all(.acknowledged))
    }

    @Test("fault 65: a server that is not there has failed, and no error says where it is", .timeLimit(.minutes(1)))
    func nobody() async throws {
        let port = try Loopback.freePort()
        let result = try await send(sink("http://127.0.0.1:\(port)/ok"))
        guard case .all(.failed(let reason, nil)) = result else { return #expect(Bool(false), "\(result)") }
        #expect(reason.contains("cannot be reached"))
        #expect(!reason.contains("\(port)"))
    }

    @Test(
        "fault 70: a certificate of a stranger is not accepted, and one of an own authority is", .timeLimit(.minutes(1))
    )
    func certificates() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.file("server.pem")
        let openssl = try ChildProcess(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", file + ".key", "-out",
                file + ".crt",
            ])
        #expect(await openssl.exitStatus(within: .seconds(30)) == 0)
        let both = try #require(directory.contents("server.pem.key")) + #require(directory.contents("server.pem.crt"))
        try directory.write("server.pem", both)
        let receiver = try await ReportReceiver(writing: directory.file("out"), certificate: file)
        let address = "https://localhost:\(receiver.port)/ok"
        #expect("\(try await send(sink(address)))".contains("certificate"))
        #expect(try await send(sink(address, { $0.authorityFile = file + ".crt" })) == .all(.acknowledged))
        let wrongHost = "https://127.0.0.1:\(receiver.port)/ok"
        #expect("\(try await send(sink(wrongHost, { $0.authorityFile = file + ".crt" })))".contains("failed"))
        // Plain text on the port of TLS.
        #expect("\(try await send(sink("http://localhost:\(receiver.port)/ok")))".contains("failed"))
        #expect(directory.contents("out")?.split(separator: "\n").count == 3)
    }
}
