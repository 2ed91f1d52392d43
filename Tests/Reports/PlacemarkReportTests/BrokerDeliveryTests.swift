import Foundation
import Glibc
import PlacemarkModel
import Reporting
import TestConditions
import TestSupport
import Testing

/// The program itself, from the socket of a daemon to a real mosquitto.
@Suite("Delivery to a broker", .tags(.waits)) struct BrokerDeliveryTests {
    private let program: ReporterProgram
    private var directory: TemporaryDirectory { program.directory }

    init() throws { program = try ReporterProgram() }

    private func control(_ words: String...) async throws -> (status: Int32?, text: String) {
        try await program.control(words)
    }

    /// What the broker keeps: the topics of its retained messages.
    private func kept(by broker: RealMosquitto) async throws -> [String] {
        let subscriber = try ChildProcess(
            "mosquitto_sub",
            ["-h", "127.0.0.1", "-p", "\(broker.port)", "-t", "#", "--retained-only", "-W", "1", "-F", "%t"])
        _ = await subscriber.exitStatus(within: .seconds(10))
        return subscriber.completeStandardOutput.split(separator: "\n").map(String.init).sorted()
    }

    private func configure(_ port: UInt16, _ more: String = "") throws {
        try directory.write(
            "reports.d/fleet.conf",
            """
            [Sink]
            Type=mqtt
            URL=mqtt://127.0.0.1:\(port)
            Device=boat
            Precision=precise
            [Events]
            Interval=0s
            Events=location
            [Delivery]
            Batch=10
            \(more)

            """)
    }

    @Test(
        "faults 66 and 67: over a connection that is cut before the acknowledgement, by a reporter that is killed, every report arrives in order, and what comes twice has one identity",
        .timeLimit(.minutes(2)))
    func cut() async throws {
        let broker = try await RealMosquitto(in: directory)
        let subscriber = try await MosquittoSubscriber(
            at: broker, topic: "placemarkd/boat/#", ["-V", "5", "-F", "[%P] %p"])
        let proxy = try CuttingProxy(to: broker.port)
        let daemon = try await MadeUpDaemon(socket: directory.file("daemon.sock"), events: 300, perSecond: 100)
        try configure(proxy.port)
        var random = SeededRandom(seed: 11)
        var complaints = ""
        for _ in 0..<4 {
            let reporter = try program.begin()
            for _ in 0..<3 {
                // While reports flow, the next reply is an acknowledgement.
                let before = subscriber.lines.count
                _ = await poll(atMost: .seconds(1)) { subscriber.lines.count > before }
                proxy.cutAtNextReply()
                try await Task.sleep(for: .milliseconds(Int.random(in: 20...100, using: &random)))
            }
            reporter.terminate(SIGKILL)
            complaints += reporter.completeStandardError
        }
        daemon.tellOneMore()
        let reporter = try program.begin()
        @Sendable func arrived() throws -> [Report] {
            try subscriber.lines.map { line in
                let report = try JSONDecoder().decode(Report.self, from: Data(line.drop { $0 != " " }.utf8))
                #expect(line.hasPrefix("[id:\(report.id)]"))
                return report
            }
        }
        #expect(
            await poll(every: .milliseconds(100), atMost: .seconds(60)) {
                (try? arrived())?.last?.event?.elapsed == 301
            })
        let all = try arrived()
        var seen: Set<ReportIdentity> = []
        let once = all.filter { seen.insert($0.id).inserted }
        #expect(all.count > once.count)
        // In order, each once, and but for what a kill took on its way through the daemon's socket, all.
        let numbers = once.compactMap { $0.event?.elapsed }
        #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
        #expect(numbers.count >= 301 - 2 * 4)
        // Its times may be known better the second time.
        for reports in Dictionary(grouping: all, by: \.id).values { #expect(Set(reports.map(\.event)).count == 1) }
        #expect(reporter.terminate() == 0)
        #expect(!(complaints + reporter.completeStandardError).contains("47."))
        withExtendedLifetime(daemon) {}
    }

    @Test("fault 71: a broker that lets nobody in is said once, with what to do", .timeLimit(.minutes(1)))
    func refused() async throws {
        let broker = try await RealMosquitto(in: directory, ["allow_anonymous false"])
        let daemon = try await MadeUpDaemon(socket: directory.file("daemon.sock"), events: 20, perSecond: 20)
        try configure(broker.port)
        let reporter = try program.begin()
        #expect(await poll(atMost: .seconds(20)) { reporter.standardError.contains("set user and password") })
        // Several attempts later it still stands there once.
        try await Task.sleep(for: .seconds(2))
        #expect(reporter.standardError.components(separatedBy: "set user and password").count == 2)
        #expect(reporter.terminate() == 0)
        withExtendedLifetime(daemon) {}
    }

    @Test(
        "fault 71: what the access list refuses waits, and the log and “reports” name the topic, once",
        .timeLimit(.minutes(1)))
    func accessList() async throws {
        try directory.write("access", "topic read placemarkd/#\n")
        let broker = try await RealMosquitto(
            in: directory, ["allow_anonymous true", "acl_file \(directory.file("access"))"])
        let daemon = try await MadeUpDaemon(socket: directory.file("daemon.sock"), events: 20, perSecond: 20)
        try configure(broker.port)
        let reporter = try program.begin()
        let refusal = "the broker's access list refuses what is published at 'placemarkd/boat/location': allow it there"
        let expected = ["20 reports", "fleet: failing", "Error         " + refusal]
        let says = await poll(every: .milliseconds(200), atMost: .seconds(30)) {
            guard let text = try? await control("status").text else { return false }
            return expected.allSatisfy(text.contains)
        }
        let shown = try await control("status").text
        #expect(says, "\(shown)")
        #expect(!shown.contains("Warning") && !shown.contains("Refused"), "\(shown)")
        #expect(try await control("test", "fleet").text.contains("fleet: failed: " + refusal))
        #expect(reporter.terminate() == 0)
        #expect(reporter.completeStandardError.components(separatedBy: refusal).count == 2)
        withExtendedLifetime(daemon) {}
    }

    @Test("OwnTracks hears the last will when the box is gone without a word", .timeLimit(.minutes(1)))
    func lastWill() async throws {
        let broker = try await RealMosquitto(in: directory)
        let subscriber = try await MosquittoSubscriber(at: broker, topic: "owntracks/placemark/boat")
        let daemon = try await MadeUpDaemon(socket: directory.file("daemon.sock"), events: 5, perSecond: 20)
        try configure(broker.port)
        let text = try #require(directory.contents("reports.d/fleet.conf"))
        try directory.write(
            "reports.d/fleet.conf",
            text.replacingOccurrences(of: "Device=boat", with: "Device=boat\nFormat=owntracks"))
        let reporter = try program.begin()
        #expect(await subscriber.lines(atLeast: 5).count == 5)
        reporter.terminate(SIGKILL)
        let lines = await subscriber.lines(atLeast: 6)
        #expect(lines.last?.hasPrefix(#"owntracks/placemark/boat {"_type":"lwt","tst":"#) == true, "\(lines)")
        // A will that was retained would take the place of the location.
        #expect(await poll(atMost: .seconds(10)) { (try? await kept(by: broker)) == ["owntracks/placemark/boat"] })
        withExtendedLifetime(daemon) {}
    }

    @Test(
        "placemarkctl reports forget: the broker keeps nothing of this machine, and nothing comes after it until it is tried again",
        .timeLimit(.minutes(2)))
    func forgotten() async throws {
        let broker = try await RealMosquitto(in: directory)
        let daemon = try await MadeUpDaemon(socket: directory.file("daemon.sock"), events: 10_000, perSecond: 50)
        try configure(broker.port, "[MQTT]\nVersion=5")
        let text = try #require(directory.contents("reports.d/fleet.conf"))
        try directory.write(
            "reports.d/fleet.conf",
            text.replacingOccurrences(of: "Device=boat", with: "Device=boat\nFormat=homeassistant"))
        let reporter = try program.begin()
        let all = ["homeassistant/device/boat/config", "placemarkd/boat/availability", "placemarkd/boat/location"]
        #expect(await poll(atMost: .seconds(20)) { (try? await kept(by: broker)) == all })
        #expect(try await control("status").text.contains("; connected"))
        #expect(try await control("forget", "fleet") == (0, "fleet: this machine is forgotten.\n"))
        // The daemon goes on telling.
        #expect(try await kept(by: broker).isEmpty)
        let shown = try await control("status").text
        #expect(shown.contains("fleet: failing") && shown.contains("; not connected"), "\(shown)")
        #expect(shown.contains("made to forget this machine on request"), "\(shown)")
        // Its session is gone as well: the broker has let it in once more, with a clean one, to end it.
        #expect(await poll(atMost: .seconds(5)) { broker.log.contains("as placemark-boat (p5, c1,") })
        #expect(try await control("test", "fleet") == (0, "fleet: acknowledged\n"))
        let isKeptAgain = await poll(atMost: .seconds(20)) {
            (try? await kept(by: broker)).map { Set($0).isSuperset(of: all) } ?? false
        }
        let keptAgain = try await kept(by: broker)
        #expect(isKeptAgain, "\(keptAgain)")
        broker.kill()
        let failed = try await control("forget", "fleet")
        #expect(failed.status == 1 && failed.text.contains("fleet: not forgotten: 127.0.0.1"), "\(failed)")
        #expect(try await control("forget", "nobody").text.contains("no sink of this name"))
        #expect(reporter.terminate() == 0)
        withExtendedLifetime(daemon) {}
    }

    @Test(
        "a template that cannot be is an error of the settings, with the names that there are", .timeLimit(.minutes(1)))
    func templates() async throws {
        try configure(1883, "[MQTT]\nTopic=fleet/{boat}")
        let reporter = try program.begin("--check-config")
        #expect(await reporter.exitStatus(within: .seconds(10)) == 78)
        let said = reporter.completeStandardError
        #expect(said.contains("fleet.conf: ") && said.contains("there is no '{boat}'") && said.contains("device, "))
    }
}
