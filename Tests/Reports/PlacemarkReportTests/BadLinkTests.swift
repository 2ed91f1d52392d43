import Foundation
import Glibc
import PlacemarkModel
import Reporting
import TestConditions
import TestSupport
import Testing

/// The program on one end of a link that is as bad as they come, and a real broker or a server on the other.
@Suite(
    "A bad link", .enabled("no network of its own can be made here") { await BadLink.isPermitted() },
    .timeLimit(.minutes(6)), .tags(.waits, .soak))
struct BadLinkTests {
    private let program: ReporterProgram
    private var directory: TemporaryDirectory { program.directory }

    init() throws { program = try ReporterProgram() }

    private func reporter(on link: BadLink) throws -> ChildProcess {
        try link.begin(.near, [ReporterProgram.path] + program.arguments)
    }

    private func configure(_ sink: String, _ delivery: String = "") throws {
        try directory.write(
            "reports.d/fleet.conf",
            "[Sink]\n\(sink)\nDevice=boat\nPrecision=precise\n[Events]\nInterval=0s\nEvents=location\n[Delivery]\n\(delivery)\n"
        )
    }

    private func broker(on link: BadLink) throws -> ChildProcess {
        try directory.write(
            "mosquitto.conf",
            "listener 1883 \(BadLink.farAddress)\nlistener 1884 127.0.0.1\nallow_anonymous true\nuser root\n")
        return try link.begin(.far, ["mosquitto", "-v", "-c", directory.file("mosquitto.conf")])
    }

    /// A subscriber beside the broker.
    private func subscriber(on link: BadLink, broker: ChildProcess) async throws -> ChildProcess {
        guard await poll(atMost: .seconds(10), until: { broker.standardError.contains(" running\n") }) else {
            throw NotReady(output: broker.standardError)
        }
        let subscriber = try link.begin(
            .far, ["mosquitto_sub", "-h", "127.0.0.1", "-p", "1884", "-i", "watcher", "-q", "1", "-t", "placemarkd/#"])
        guard await poll(atMost: .seconds(10), until: { broker.standardError.contains("SUBACK to watcher") }) else {
            throw NotReady(output: broker.standardError)
        }
        return subscriber
    }

    private static func numbers(_ lines: String) -> [Int] {
        lines.split(separator: "\n").compactMap {
            (try? JSONDecoder().decode(Report.self, from: Data($0.utf8)))?.event?.elapsed.map { Int($0) }
        }
    }

    private func residentMegabytes(_ process: ChildProcess) -> Double {
        let status = (try? String(contentsOfFile: "/proc/\(process.identifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
    }

    @Test(
        "fault 74: over a link with loss and delay, the newest report overtakes those that wait, the memory is bounded, and in the end all are there once",
        .timeLimit(.minutes(6)))
    func slow() async throws {
        let isWhole = Soak.isOn
        let link = try await BadLink(lossInPercent: 30, delay: isWhole ? 2 : 0.2, bytesPerSecond: isWhole ? 300 : 3000)
        let broker = try broker(on: link)
        let subscriber = try await subscriber(on: link, broker: broker)
        let count = 2000
        let daemon = try await MadeUpDaemon(socket: directory.file("daemon.sock"), events: count, perSecond: 500)
        try configure(
            "Type=mqtt\nURL=mqtt://\(BadLink.farAddress)", "Batch=10\nOrder=newest-first")
        let reporter = try reporter(on: link)
        // Long before the oldest thousand are there.
        let overtakes = await poll(every: .milliseconds(100), atMost: .seconds(isWhole ? 240 : 40)) {
            Self.numbers(subscriber.standardOutput).contains { $0 > 1000 }
        }
        #expect(overtakes, "\(reporter.standardError)")
        #expect(Self.numbers(subscriber.standardOutput).count < 1000)
        #expect(residentMegabytes(reporter) < 100)
        link.heal()
        let all = await poll(every: .milliseconds(100), atMost: .seconds(60)) {
            Set(Self.numbers(subscriber.standardOutput)).count == count
        }
        #expect(all, "\(Set(Self.numbers(subscriber.standardOutput)).count) of \(count): \(reporter.standardError)")
        #expect(!reporter.standardError.contains("47."))
        #expect(reporter.terminate() == 0)
        withExtendedLifetime((daemon, broker)) {}
    }

    @Test(
        "fault 65: when this machine's address changes under a connection, it is silently dead, and the next one brings all",
        .timeLimit(.minutes(3)))
    func moves() async throws {
        // It is found out after 30 s without an acknowledgement.
        let broker = try await allArrive(within: .seconds(60)) { link in link.move() }
        #expect(await broker.says("from \(BadLink.otherNearAddress):"))
    }

    @Test(
        "fault 65: a broker that falls silent in the middle is silently dead; when it answers again, all arrive",
        .timeLimit(.minutes(3)))
    func silence() async throws {
        // Two back-offs are less than that.
        _ = try await allArrive(within: .seconds(20)) { link in
            link.silence()
        } meanwhile: { link, reporter, subscriber in
            // It is found out after 30 s without an acknowledgement.
            #expect(
                await poll(atMost: .seconds(50)) { reporter.standardError.contains("fleet: ") }, "nothing is said of it"
            )
            #expect(Set(Self.numbers(subscriber.standardOutput)).count < 200)
            link.heal()
        }
    }

    /// That 200 reports arrive, although something happens to the link after the first twenty. Returns the broker.
    ///
    /// - Parameter meanwhile: gets the link, the reporter and the subscriber while half of the reports have still to arrive.
    private func allArrive(
        within limit: Duration, although fault: (BadLink) -> Void,
        meanwhile: ((BadLink, ChildProcess, ChildProcess) async -> Void)? = nil
    ) async throws -> ChildProcess {
        let link = try await BadLink(lossInPercent: 0, delay: 0, bytesPerSecond: 0)
        let broker = try broker(on: link)
        let subscriber = try await subscriber(on: link, broker: broker)
        let daemon = try await MadeUpDaemon(socket: directory.file("daemon.sock"), events: 100, perSecond: 20)
        try configure("Type=mqtt\nURL=mqtt://\(BadLink.farAddress)", "Batch=10")
        let reporter = try reporter(on: link)
        #expect(
            await poll(atMost: .seconds(20)) { Self.numbers(subscriber.standardOutput).count > 20 },
            "\(reporter.standardError)")
        fault(link)
        daemon.tellHundredMore()
        await meanwhile?(link, reporter, subscriber)
        let all = await poll(every: .milliseconds(100), atMost: limit) {
            Set(Self.numbers(subscriber.standardOutput)).count == 200
        }
        #expect(all, "\(Set(Self.numbers(subscriber.standardOutput)).count): \(reporter.standardError)")
        #expect(reporter.terminate() == 0)
        withExtendedLifetime(daemon) {}
        return broker
    }

    @Test(
        "fault 72: a captive portal, which answers for every server, gets nothing taken as delivered; after the login all arrive, in order",
        .timeLimit(.minutes(3)))
    func portal() async throws {
        let link = try await BadLink(lossInPercent: 0, delay: 0, bytesPerSecond: 0)
        let script = Checkout.file("Tests/Reports/PlacemarkReportTests/receiver")
        let portal = try link.begin(.far, ["python3", script, "portal", directory.file("asked")])
        try #require(await poll(atMost: .seconds(20)) { portal.standardOutput.contains("ready") })
        let daemon = try await MadeUpDaemon(socket: directory.file("daemon.sock"), events: 20, perSecond: 50)
        try configure("Type=http\nURL=http://198.51.100.7/ok")
        let reporter = try reporter(on: link)
        @Sendable func lines(_ file: String) -> [Substring] {
            (directory.contents(file) ?? "").wholeLines
        }
        // A page, a redirection, a page that calls itself JSON, and the status that is made for it.
        #expect(await poll(atMost: .seconds(60)) { lines("asked").count >= 4 }, "\(reporter.standardError)")
        #expect(Set(lines("asked").prefix(4)) == ["198.51.100.7 200", "198.51.100.7 302", "198.51.100.7 511"])
        portal.terminate(SIGKILL)
        let server = try link.begin(.far, ["python3", script, "server", directory.file("arrived"), "198.51.100.7:80"])
        let all = await poll(every: .milliseconds(100), atMost: .seconds(70)) { lines("arrived").count >= 20 }
        #expect(all, "\(lines("arrived").count): \(reporter.standardError)")
        #expect(Self.numbers(lines("arrived").joined(separator: "\n")) == Array(1...20))
        #expect(await reporter.says("a login page of the network"), "\(reporter.standardError)")
        #expect(reporter.terminate() == 0)
        withExtendedLifetime((daemon, server)) {}
    }
}

/// Two networks with `bad-link` between them.
private final class BadLink: Sendable {
    enum End { case near, far }

    static let farAddress = "192.0.2.2"
    static let otherNearAddress = "192.0.2.9"

    private let link: ChildProcess
    private let far: pid_t

    static func isPermitted() async -> Bool {
        await Namespaces.allow(
            "--net", toRun: ["sh", "-c", "test -w /dev/net/tun && PATH=$PATH:/usr/sbin ip link set lo up"])
    }

    init(lossInPercent: Double, delay: Double, bytesPerSecond: Int) async throws {
        let script = Checkout.file("Tests/Reports/PlacemarkReportTests/bad-link")
        // The shell stays, and with it the near network.
        let link = try ChildProcess(
            "unshare",
            Namespaces.asRoot + [
                "--net", "sh", "-c", #""$@" & trap 'kill $!' TERM; wait; wait"#, "sh", script, "\(lossInPercent)",
                "\(delay)", "\(bytesPerSecond)",
            ])
        self.link = link
        _ = await poll(atMost: .seconds(20)) { !link.standardOutputLines.isEmpty || !link.isRunning }
        guard let far = link.standardOutputLines.first?.split(separator: " ").last.flatMap({ pid_t($0) }) else {
            throw NotReady(output: link.completeStandardError)
        }
        self.far = far
    }

    deinit { kill(far, SIGKILL) }

    /// Begins a program at an end.
    func begin(_ end: End, _ command: [String]) throws -> ChildProcess {
        let target = end == .near ? link.identifier : far
        let user = geteuid() == 0 ? [] : ["--user", "--preserve-credentials"]
        return try ChildProcess("nsenter", ["--target", "\(target)", "--net"] + user + command)
    }

    func heal() { kill(far, SIGUSR1) }
    func silence() { kill(far, SIGHUP) }
    func move() { kill(far, SIGUSR2) }
}
