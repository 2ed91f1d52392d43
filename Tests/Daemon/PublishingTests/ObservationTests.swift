import Glibc
import LocationEngine
import PlacemarkModel
import Synchronization
import TestConditions
import TestSupport
import Testing

@testable import Publishing

@Suite("Observations on the socket", .timeLimit(.minutes(2)), .tags(.waits))
struct ObservationTests {
    /// The parts upstream: remember what they hear.
    private final class Room: Sendable {
        let heard = Mutex<[BeaconHearing]>([])
        let ends = Mutex(0)
        let wanted: AsyncStream<Set<BeaconConstraint>>
        let wants: AsyncStream<Set<BeaconConstraint>>.Continuation

        init() { (wanted, wants) = AsyncStream.makeStream() }

        var queries: LiveQueries {
            LiveQueries(
                beacons: .init(
                    report: { StubRooms.beacons }, wanted: { self.wanted },
                    listen: { hearings in
                        for await hearing in hearings { self.heard.withLock { $0.append(hearing) } }
                        self.ends.withLock { $0 += 1 }
                    }))
        }

        var hearings: [BeaconHearing] { heard.withLock(\.self) }
    }

    private static let me = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? ""
    private static let uuid = BeaconBytes((0..<16).map { UInt8($0) })
    private static let line =
        #"{"malformed":2,"beacons":[{"beacon":{"uuid":"\#(uuid.uuidText)","major":1,"minor":2},"power":-59,"strengths":[-60,-61]}]}"#

    private func serve(
        observers: String? = me, now: @escaping @Sendable () -> BootInstant = { at(3) },
        _ body: (Room, RawSocket) async throws -> Void
    ) async throws {
        let (room, directory) = (Room(), try TemporaryDirectory())
        try await PublishingTests.serve(answering: room.queries, observers: observers, now: now, in: directory) {
            _, path in
            let client = try RawSocket(path)
            try await body(room, client)
            client.close()
        }
    }

    @Test("the user of that name is told what to listen for, now and later, and what it tells comes in")
    func observes() async throws {
        try await serve { room, client in
            client.send(line: "observe beacons")
            room.wants.yield([.uuid(Self.uuid, major: 1)])
            #expect(
                String(decoding: await client.readSome(), as: UTF8.self)
                    == #"{"listen":[{"major":1,"uuid":"\#(Self.uuid.uuidText)"}]}"# + "\n")
            room.wants.yield([])
            #expect(String(decoding: await client.readSome(), as: UTF8.self) == #"{"listen":[]}"# + "\n")
            client.send(line: Self.line)
            #expect(await poll(atMost: .seconds(5)) { room.hearings.count == 1 })
            #expect(
                room.hearings == [
                    BeaconHearing(
                        observations: [
                            BeaconObservation(
                                .uuid(Self.uuid, major: 1, minor: 2), measuredPower: -59, strengths: [-60, -61])
                        ], malformed: 2)
                ])
            client.send(line: #"{"fault":"there is no Bluetooth controller"}"#)
            #expect(await poll(atMost: .seconds(5)) { room.hearings.last?.fault != nil })
            client.endInput()
            client.close()
            #expect(await poll(atMost: .seconds(5)) { room.ends.withLock(\.self) == 1 }, "the end is told")
        }
    }

    @Test("others are refused, whoever they are, and told who may")
    func others() async throws {
        for (observers, code) in [("nobody", "forbidden"), ("no-such-user", "forbidden"), (nil, "unavailable")] {
            try await serve(observers: observers) { room, client in
                client.send(line: "observe beacons")
                #expect(await client.readToEnd().hasPrefix("error: \(code): "))
                #expect(room.hearings.isEmpty)
            }
        }
    }

    @Test("of more than two lines a second the rest is dropped, and counted (fault 93)")
    func flood() async throws {
        let seconds = Mutex(3.0)
        try await serve(now: { at(seconds.withLock(\.self)) }) { room, client in
            client.send(line: "observe beacons")
            room.wants.yield([])
            _ = await client.readSome()
            // In one moment of this server's clock, which stands still.
            for _ in 0..<1000 { client.send(line: Self.line) }
            #expect(await poll(atMost: .seconds(5)) { await Self.lines("tooMany", client) == 996 })
            // One that is taken behind them comes after all of them.
            seconds.withLock { $0 += 10 }
            client.send(line: #"{"fault":"the end"}"#)
            #expect(await poll(atMost: .seconds(5)) { room.hearings.last?.fault == "the end" })
            #expect(room.hearings.count <= Int(ObservationIntake.mostAtOnce) + 1)
            #expect(await Self.lines("taken", client) == ObservationIntake.mostAtOnce + 1)
        }
    }

    /// How many lines have come to this end, by the metrics.
    private static func lines(_ outcome: String, _ client: RawSocket) async -> Double? {
        guard let other = try? RawSocket(client.path) else { return nil }
        other.send(line: "metrics")
        return samples(await other.readToEnd())["placemarkd_observation_lines_total{outcome=\"\(outcome)\"}"]
    }

    @Test(
        "who sends what is no such line, or too long a one, is closed (fault 93)",
        arguments: ["nothing", "{\"beacons\":7}", "[]", String(repeating: "x", count: 70_000), "\u{1}"])
    func nonsense(line: String) async throws {
        try await serve { room, client in
            client.send(line: "observe beacons")
            room.wants.yield([])
            _ = await client.readSome()
            client.send(line: line)
            #expect(await client.readToEnd() == "")
            #expect(room.hearings.isEmpty)
            let outcome = line.count > BeaconLines.longestLine ? "tooLong" : "malformed"
            #expect(await poll(atMost: .seconds(5)) { await Self.lines(outcome, client) == 1 })
        }
    }

    @Test("of beacons, strengths and texts beyond their number the rest is left out (fault 93)")
    func bounds() async throws {
        try await serve { room, client in
            client.send(line: "observe beacons")
            room.wants.yield([])
            _ = await client.readSome()
            let strengths = Array(repeating: "-60", count: 30).joined(separator: ",")
            let beacon =
                #"{"beacon":{"uuid":"\#(Self.uuid.uuidText)","major":1,"minor":2},"power":900,"strengths":[\#(strengths)]}"#
            let beacons = Array(repeating: beacon, count: 210).joined(separator: ",")
            client.send(line: #"{"beacons":[{"beacon":{"uuid":"x"},"strengths":[]},\#(beacons)]}"#)
            #expect(await poll(atMost: .seconds(5)) { room.hearings.count == 1 })
            let observations = try #require(room.hearings.first).observations
            #expect(observations.count == BeaconLines.mostObservations - 1, "one of them names no beacon")
            #expect(
                observations.allSatisfy { $0.strengths.count == BeaconLines.mostStrengths && $0.measuredPower == nil })
        }
    }
}
