import Foundation
import Glibc
import PlacemarkModel
import Reporting
import TestConditions
import TestSupport
import Testing

/// The program itself, from the socket of a daemon to a real mosquitto, as Home Assistant would hear it.
@Suite("Trips and beacons to a broker", .tags(.waits)) struct TripsAndBeaconsAtHomeTests {
    private let program: ReporterProgram
    private var directory: TemporaryDirectory { program.directory }

    init() throws { program = try ReporterProgram() }

    private func configure(_ port: UInt16, _ precision: Precision = .precise) throws {
        try directory.write(
            "reports.d/home.conf",
            """
            [Sink]
            Type=mqtt
            URL=mqtt://127.0.0.1:\(port)
            Format=homeassistant
            Device=van
            Precision=\(precision.rawValue)

            """)
    }

    private static func trip(_ id: String, _ event: String, _ state: String) -> String {
        """
        {"event":"\(event)","trip":{"id":"\(id)","state":"\(state)","start":{"coordinate":{"latitude":47.1,"longitude":9.5},\
        "timestamp":"2026-11-20T12:00:00Z"},"end":{"coordinate":{"latitude":47.2,"longitude":9.6},\
        "timestamp":"2026-11-20T12:30:00Z"},"duration":1800,"distance":16200,"distanceError":81,"movingTime":1500,\
        "countries":[],"places":[]}}
        """
    }

    private static func beacons(_ distance: Double?, _ proximity: String) -> String {
        guard let distance else { return #"{"event":"beacons","beacons":[]}"# }
        return """
            {"event":"beacons","beacons":[{"uuid":"f7826da6-4fa2-4e98-8024-bc5b71e0893e","major":1,"minor":2,\
            "regions":["garage"],"proximity":"\(proximity)","distance":\(distance),"accuracy":2.7,"age":0.1}]}
            """
    }

    @Test(
        "trips and beacons come to Home Assistant; a reporter that is killed tells no trip twice, and a broker that is, learns all again",
        .timeLimit(.minutes(2)))
    func wholeWay() async throws {
        let broker = try await RealMosquitto(in: directory)
        let daemon = try await LogbookDaemon(in: directory)
        try daemon.list([])
        let subscriber = try await MosquittoSubscriber(at: broker)
        /// The payloads at a topic.
        @Sendable func told(_ topic: String, at subscriber: MosquittoSubscriber) -> [String] {
            subscriber.lines.filter { $0.hasPrefix("placemarkd/van/\(topic) ") }.map {
                String($0.drop { $0 != " " }.dropFirst())
            }
        }
        func comes(_ words: String, at topic: String, _ other: MosquittoSubscriber? = nil) async -> Bool {
            await poll(atMost: .seconds(20)) { told(topic, at: other ?? subscriber).last?.contains(words) == true }
        }
        try configure(broker.port)
        let first = try program.begin()
        #expect(await comes("5", at: "odometer"))
        // The list of trips is asked for once events are listened to.
        #expect(await daemon.isAsked(for: "trips"))
        #expect(await daemon.isAsked(for: "beacons"))
        try daemon.tell(Self.trip("a", "tripStarted", "underway"))
        #expect(await comes(#""id":"a","state":"underway""#, at: "trip"))
        try daemon.tell(Self.trip("a", "tripEnded", "provisional"))
        #expect(await comes(#""state":"provisional""#, at: "last_trip"))
        try daemon.tell(Self.beacons(1.3, "near"))
        #expect(await comes(#"{"garage":{"distance":1.3,"accuracy":2.7,"proximity":"near""#, at: "beacons"))
        #expect(
            subscriber.lines.contains {
                $0.hasPrefix("homeassistant/device/van/config") && $0.contains("beacon_garage")
            })

        // What the broker has not acknowledged yet would come again.
        let isDone = await poll(every: .milliseconds(100), atMost: .seconds(20)) { [program] in
            guard let json = try? await program.control(["status", "--json"]).text else { return false }
            let report = try? JSONDecoder().decode(ReporterReport.self, from: Data(json.utf8))
            return report?.sinks.map(\.waiting) == [0]
        }
        #expect(isDone)
        first.terminate(SIGKILL)
        let asked = (trips: daemon.count(of: "trips"), beacons: daemon.count(of: "beacons"))
        let second = try program.begin()
        #expect(await comes(#"{"garage":{}}"#, at: "beacons"), "\(second.standardError)")
        #expect(await daemon.isAsked(for: "trips", moreThan: asked.trips))
        #expect(await daemon.isAsked(for: "beacons", moreThan: asked.beacons))
        for state in ["provisional", "final"] { try daemon.tell(Self.trip("a", "tripEnded", state)) }
        #expect(await comes(#""state":"final""#, at: "last_trip"))
        #expect(told("last_trip", at: subscriber).count == 2, "\(told("last_trip", at: subscriber))")
        try daemon.tell(Self.beacons(0.4, "immediate"))
        #expect(await comes("immediate", at: "beacons"))

        // It keeps nothing on a disk here.
        broker.kill()
        let again = try await RealMosquitto(in: directory, port: broker.port)
        let late = try await MosquittoSubscriber(at: again)
        #expect(await comes("immediate", at: "beacons", late))
        try daemon.tell(Self.beacons(nil, ""))
        #expect(await comes(#"{"garage":{}}"#, at: "beacons", late))
        #expect(second.terminate() == 0)
        #expect(!(first.completeStandardError + second.completeStandardError).contains("47."))
        withExtendedLifetime(daemon) {}
    }

    @Test("a sink with reduced precision gets neither, whatever the daemon tells its reporter", .timeLimit(.minutes(1)))
    func reduced() async throws {
        let broker = try await RealMosquitto(in: directory)
        let daemon = try await LogbookDaemon(in: directory)
        try daemon.list([])
        let subscriber = try await MosquittoSubscriber(at: broker)
        try configure(broker.port, .reduced)
        let reporter = try program.begin()
        #expect(await poll(atMost: .seconds(20)) { subscriber.lines.contains { $0.hasSuffix("availability online") } })
        #expect(await daemon.isAsked(for: "watch"))
        try daemon.tell(Self.trip("a", "tripEnded", "final"))
        try daemon.tell(Self.beacons(1.3, "near"))
        // What it may know comes behind them.
        try daemon.tell(#"{"event":"source","source":{"state":"lost","since":3}}"#)
        #expect(await poll(atMost: .seconds(20)) { subscriber.lines.contains("placemarkd/van/source lost") })
        for word in ["trip", "beacon", "odometer"] {
            #expect(!subscriber.lines.contains { $0.contains(word) }, "\(word)")
        }
        #expect(reporter.terminate() == 0)
        withExtendedLifetime(daemon) {}
    }
}
