import PlacemarkModel
import TestConditions
import Testing

@testable import Publishing

@Suite("Requests for the guard", .timeLimit(.minutes(2)), .tags(.waits))
struct GuardRequestTests {
    @Test("a line is read into what is wanted")
    func lines() throws {
        var order = GuardOrder(.anchor)
        (order.bearing, order.distance, order.radius, order.warning, order.grace) = (40, 35, 70, 45, 20)
        order.coordinate = Coordinate(clampingLatitude: 47.141, wrappingLongitude: 9.521)
        order.sector = GuardSector(from: 120, to: 200)
        let line =
            "anchor at=47.141,9.521 bearing=40° distance=35m radius=70m warning=45m sector=120-200 grace=20s"
        #expect(try GuardRequest(parsing: line) == .command(.arm(order)))
        #expect(try GuardRequest(parsing: "") == .report)
        #expect(try GuardRequest(parsing: "parked") == .command(.arm(GuardOrder(.parked))))
        #expect(try GuardRequest(parsing: "off") == .command(.disarm))
        #expect(try GuardRequest(parsing: "acknowledge") == .command(.acknowledge))
        let json = #"{"kind":"parked","radius":30}"#
        var parked = GuardOrder(.parked)
        parked.radius = 30
        #expect(try GuardRequest(body: Array(json.utf8)) == .command(.arm(parked)))
    }

    @Test(
        "what is no guard is refused, and it is said what is expected",
        arguments: ["house", "off now", "anchor radius", "anchor radius=wide", "anchor sector=12", "parked height=3m"])
    func refusals(line: String) {
        #expect {
            try GuardRequest(parsing: line)
        } throws: { error in
            (error as? RequestError)?.code == "bad-request"
        }
    }

    @Test("precise readers arm, acknowledge and end it over both dialects")
    func answers() async throws {
        func ask(_ line: String) async throws -> String { try await Dialogue(dialect: .lines, request: line).answer() }
        #expect(try await ask("guard").hasPrefix(#"{"bearing":270,"distance":84.5,"#))
        #expect(try await ask("guard anchor radius=60m").contains(#""state":"armed""#))
        #expect(try await ask("guard anchor radius=2m").hasPrefix("error: bad-request: the radius"))
        #expect(try await ask("guard off").contains(#""state":"off""#))
        let armed = Dialogue.http("PUT /v1/guard", body: #"{"kind":"anchor","radius":60}"#)
        #expect(try await armed.answer().hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(try await Dialogue.http("GET /v1/guard").answer().contains(#""state":"alarm""#))
        #expect(try await Dialogue.http("POST /v1/guard/acknowledgement").answer().contains(#""acknowledged""#))
        #expect(try await Dialogue.http("DELETE /v1/guard").answer().hasPrefix("HTTP/1.1 200 OK\r\n"))
        let wrong = Dialogue.http("PUT /v1/guard", body: #"{"kind":"house"}"#)
        #expect(try await wrong.answer().hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    }

    @Test("what is off can be neither ended nor acknowledged", arguments: [GuardCommand.disarm, .acknowledge])
    func off(command: GuardCommand) async throws {
        let guards = LiveQueries.Guards(
            report: { GuardReport(.off) }, command: { _ async throws(GuardMistake) in throw .isOff })
        guard case .later(_, let answer) = GuardRequest.command(command).reply(guards) else {
            Issue.record("there was an answer at once")
            return
        }
        await #expect {
            try await answer()
        } throws: { error in
            (error as? RequestError)?.code == "no-guard"
        }
    }

    @Test("readers with reduced precision learn nothing, and change nothing")
    func reduced() async throws {
        for line in ["guard", "guard off", "guard anchor", "guard acknowledge", "watch guardWarning"] {
            let answer = try await Dialogue(dialect: .lines, request: line, precision: .reduced).answer()
            #expect(answer.hasPrefix("error: forbidden: "), "\(line)")
        }
        // The operator may let them learn of an alarm; by default there is nothing about it in what they watch.
        let watched = try await Dialogue(dialect: .lines, request: "watch guard", precision: .reduced).answer()
        #expect(watched.contains(#""event":"status""#) && !watched.contains("guard"), "\(watched)")
        for dialogue in [
            Dialogue.http("GET /v1/guard", precision: .reduced), .http("DELETE /v1/guard", precision: .reduced),
            .http("PUT /v1/guard", body: #"{"kind":"anchor"}"#, precision: .reduced),
            .http("POST /v1/guard/acknowledgement", precision: .reduced),
        ] {
            #expect(try await dialogue.answer().hasPrefix("HTTP/1.1 403 Forbidden\r\n"), "\(dialogue.request)")
        }
    }
}
