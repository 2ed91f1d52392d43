import Foundation
import PrometheusMetrics
import NIOPosix
import PlacemarkModel
import Synchronization
import TestSupport
import TestConditions
import Testing

@testable import Publishing

@Suite("The file of metrics", .timeLimit(.minutes(1)), .tags(.waits))
struct MetricsFileTests {
    private let directory: TemporaryDirectory
    private let server: SocketServer

    init() throws {
        directory = try TemporaryDirectory()
        server = SocketServer(
            SocketListener(inherited: -1), access: Access(preciseGroup: nil, reducedGroup: nil, ownUserID: 0),
            on: MultiThreadedEventLoopGroup.singleton.next(), snapshot: Snapshots.cupertino, connectionsPerUser: 1000,
            now: { at(3) })
    }

    @Test(
        "it holds what is configured, everybody may read it, and it goes with the service",
        arguments: [(Precision.reduced, nil), (.precise, 1.0)])
    func life(precision: Precision, accepted: Double?) async throws {
        try directory.write(".placemarkd.prom.tmp", "left by a killed process")
        let file = MetricsFile(
            directory.file("placemarkd.prom"), precision: precision, of: server, now: { at(3) },
            log: LogRecorder().logger)
        let task = Task { await file.run() }
        #expect(await poll(atMost: .seconds(20)) { directory.names == ["placemarkd.prom"] })
        let samples = samples(try #require(directory.contents("placemarkd.prom")))
        #expect(samples["placemarkd_source_state{state=\"live\"}"] == 1)
        #expect(samples["placemarkd_fixes_total{outcome=\"accepted\"}"] == accepted)
        #expect(try #require(samples["placemarkd_process_open_fds"]) > 0)
        #expect(directory.mode("placemarkd.prom") == 0o644)
        task.cancel()
        await task.value
        #expect(directory.names.isEmpty)
    }

    @Test("a directory that is missing is told once, and the file comes when the directory does")
    func missingDirectory() async throws {
        let log = LogRecorder()
        // Each failure asks for the time, to know whether to complain.
        let looks = Mutex(0)
        let now = { @Sendable in
            looks.withLock { $0 += 1 }
            return at(3)
        }
        let file = MetricsFile(
            directory.file("none/placemarkd.prom"), precision: .reduced, of: server, every: .milliseconds(10), now: now,
            log: log.logger)
        let task = Task { await file.run() }
        #expect(await poll(atMost: .seconds(40)) { looks.withLock(\.self) > 3 })
        #expect(
            log.lines == [
                "warning: metrics not written: \(directory.file("none/placemarkd.prom")): open directory: No such file or"
                    + " directory; retrying"
            ])
        try FileManager.default.createDirectory(atPath: directory.file("none"), withIntermediateDirectories: false)
        #expect(await poll(atMost: .seconds(20)) { directory.contents("none/placemarkd.prom") != nil })
        task.cancel()
        await task.value
    }
}
