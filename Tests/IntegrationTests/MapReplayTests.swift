import Foundation
import TestConditions
import TestSupport
import Testing

/// Recordings of which the map has to be told something before it can show them.
@Suite("Recordings through the map's server", .timeLimit(.minutes(2)), .tags(.waits))
struct MapReplayTests {
    @Test("a table that does not tell the month from the day asks for the order of its dates, and is read with it")
    func dates() async throws {
        let map = try await MapServer(
            socket: "/nonexistent/placemarkd.sock", arguments: ["--replay-program", Programs.path("placemarkctl")])
        try await map.enter()
        try map.directory.write(
            "table.csv", "lat,lon,time\n47.1,9.5,01/05/2026 10:00:00\n47.1,9.5,01/05/2026 10:00:01\n")
        let body = ["--data-binary", "@\(map.directory.file("table.csv"))"]
        let asked = try await map.ask("/replay", body)
        let events = asked.body.split(separator: "\n").suffix(2)
        #expect(events.first == #"{"event":"question","option":"dates"}"#, "\(asked.body)")
        #expect(events.last?.hasSuffix(#""event":"failed"}"#) == true, "\(asked.body)")
        #expect(!asked.body.contains("--dates"), "the page has no such option")
        for (order, day) in [("dmy", "2026-05-01"), ("mdy", "2026-01-05")] {
            let answer = try await map.ask("/replay?dates=\(order)", body)
            #expect(answer.body.contains("\(day)T10:00:00"), "\(answer.body)")
            #expect(!answer.body.contains(#""event":"failed""#), "\(answer.body)")
        }
        #expect(try await map.ask("/replay?dates=ymd", body).status == 400)
        try await map.end()
    }
}
