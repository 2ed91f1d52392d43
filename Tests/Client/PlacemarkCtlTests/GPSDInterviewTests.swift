import GPSD
import PlacemarkModel
import TestSupport
import TestConditions
import Testing

@testable import placemarkctl

@Suite("The doctor's call to gpsd", .timeLimit(.minutes(1)), .tags(.waits))
struct GPSDInterviewTests {
    private static func call(
        _ port: UInt16, listening: Duration = .seconds(30), greeting: Duration = .seconds(30)
    ) async throws -> GPSDInterview.Call {
        let interview = GPSDInterview(
            endpoint: GPSDEndpoint(host: "127.0.0.1", port: port), listening: listening, greeting: greeting)
        return try #require(await TimeLimit.blocking(.seconds(40)) { interview.run() })
    }

    @Test("a closed port is a refusal")
    func refused() async throws {
        #expect(try await Self.call(Loopback.freePort()) == .failed(.refused))
    }

    @Test("a server that accepts and says nothing is given up after some seconds (fault 24)")
    func silent() async throws {
        let server = try StubServer()
        // Long before the time for listening is over.
        let call = try await Self.call(server.port, listening: .seconds(300), greeting: .seconds(1))
        #expect(call == .answered(GPSDSurvey()))
    }

    @Test("a gpsd that systemd has to start first is waited for, longer than there is to listen to it")
    func late() async throws {
        let server = try StubServer()
        async let call = Self.call(server.port, listening: .milliseconds(500))
        let connection = try await server.accept()
        try await Task.sleep(for: .seconds(1))
        await connection.send(line: GPSDHearingTests.banner)
        let answer = try await call
        guard case .answered(let survey) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(survey.release == "3.22")
    }

    @Test("a line without an end is given up, and a server that hangs up is heard to the end (faults 25, 26)")
    func babbling() async throws {
        let server = try StubServer()
        async let babble = Self.call(server.port)
        let first = try await server.accept()
        await first.send(String(repeating: "x", count: 100_000).utf8)
        #expect(try await babble == .answered(GPSDSurvey()))

        async let cut = Self.call(server.port)
        let second = try await server.accept()
        for byte in GPSDHearingTests.banner.utf8 { await second.send([byte]) }
        await second.send(line: "")
        await second.send(#"{"class":"DEVI"#.utf8)
        second.close()
        let answer = try await cut
        guard case .answered(let survey) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(survey.release == "3.22" && survey.receivers.isEmpty)
    }

    @Test("it asks for reports, and is content as soon as there is a fix with satellites")
    func complete() async throws {
        let server = try StubServer()
        async let call = Self.call(server.port)
        let connection = try await server.accept()
        for line in [GPSDHearingTests.banner, GPSDHearingTests.devices, GPSDHearingTests.fix, GPSDHearingTests.sky] {
            await connection.send(line: line)
        }
        let answer = try await call
        guard case .answered(let survey) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(survey.isComplete)
        #expect(connection.received() == "?WATCH={\"enable\":true,\"json\":true};\n")
    }
}

@Suite("Deadlines", .timeLimit(.minutes(1)), .tags(.waits))
struct DeadlineTests {
    @Test("what is in time is returned, and what is not is left behind")
    func deadline() async {
        #expect(await TimeLimit.blocking(.seconds(30)) { 7 } == 7)
        #expect(await TimeLimit.waiting(.seconds(30)) { 7 } == 7)
        let endless = AsyncStream<Int> { _ in }
        let late = await TimeLimit.waiting(.milliseconds(20)) {
            for await number in endless { return number }; return 0
        }
        #expect(late == nil)
    }
}
