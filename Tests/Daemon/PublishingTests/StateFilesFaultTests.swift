import Foundation
@testable import LocationEngine
import PlacemarkModel
@testable import Publishing
import TestSupport
import TestConditions
import Testing

@Suite("State files on a disk that fails", .timeLimit(.minutes(2)), .tags(.waits))
struct StateFilesFaultTests {
    private let log = LogRecorder()
    private let access = Access.ownUser

    private func files(in directory: String) -> StateFiles {
        StateFiles(
            .init(directory: directory, persistentDirectory: directory, precision: .precise, hasPreciseFile: true),
            access: access, now: { at(3) }, log: log.logger)
    }

    /// A snapshot that can be told from others by its number.
    private func publication(_ number: UInt64) -> Publication {
        var snapshot = Snapshots.cupertino
        snapshot.sequence = number
        var regions = RegionMonitor().memory
        // What has not changed is not written.
        regions.files = number
        return Publication(snapshot: snapshot, events: [], memory: MonitoringMemory(regions: regions))
    }

    private func sequence(_ path: String) throws -> UInt64? {
        try FileManager.default.contents(atPath: path).map {
            try JSONDecoder().decode(Status.self, from: $0).sequence
        }
    }

    @Test(
        "a full disk: the old files stay whole, one line a minute, and the newest state is there when there is room (fault 38)"
    )
    func diskFull() async throws {
        let small = try await SmallFileSystem.orCancel(kilobytes: 64)
        let clock = StandingClock()
        let files = StateFiles(
            .init(
                directory: small.path, persistentDirectory: small.path, precision: .precise, hasPreciseFile: true),
            access: access, now: { clock.now }, log: log.logger)
        files.offer(publication(1))
        files.write()
        #expect(log.lines.isEmpty)
        let before = try FileManager.default.contentsOfDirectory(atPath: small.path).sorted()
        try small.fill()
        for second in 0..<600 {
            files.offer(publication(UInt64(second) + 2))
            files.write()
            clock.advance(by: .seconds(1))
        }
        let complaints = log.lines.filter { $0.contains("No space left on device") }
        for name in ["state files", "own files"] { #expect(complaints.count { $0.contains(name) } == 10) }
        #expect(log.lines.count == 20, "\(log.lines)")
        // The gauge of the metrics.
        #expect(files.counters.failing.isSuperset(of: [.state, .monitoring]))
        for name in ["state.json", "precise.json"] { #expect(try sequence("\(small.path)/\(name)") == 1) }
        var saved = SavedMonitoring.Files(directory: small.path)
        let memory = saved.read(log: log.logger)
        #expect(memory != nil)

        small.makeRoom()
        // Nothing new has come: it is the retry that writes.
        files.write()
        for name in ["state.json", "precise.json"] { #expect(try sequence("\(small.path)/\(name)") == 601) }
        #expect(log.lines.suffix(2) == ["notice: state files written again", "notice: own files written again"])
        #expect(files.counters.failing.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: small.path).sorted() == before)
    }

    @Test("a guard that is armed on a full disk is said not to be kept, and is once there is room (fault 90)")
    func guardOnFullDisk() async throws {
        let small = try await SmallFileSystem.orCancel(kilobytes: 64)
        let files = files(in: small.path)
        files.offer(publication(1))
        #expect(await files.settle())
        try small.fill()
        var monitor = GuardMonitor()
        _ = try monitor.apply(.arm(GuardOrder(.anchor)), .init(position: Snapshots.fix.coordinate), at: at(1))
        var memory = MonitoringMemory()
        memory.guarding = monitor.memory
        files.offer(Publication(snapshot: Snapshots.cupertino, events: [], memory: memory))
        #expect(await !files.settle())
        #expect(files.counters.failing.contains(.monitoring))
        small.makeRoom()
        // Nothing new has come: the retry writes it.
        #expect(await files.settle())
        var saved = SavedMonitoring.Files(directory: small.path)
        #expect(saved.read(log: log.logger)?.guarding?.plan.kind == .anchor)
    }

    @Test(
        "a file system that turns read-only, and back, keeps the old files, and gets the newest state (fault 39)",
        arguments: SmallFileSystem.Kind.allCases)
    func readOnly(kind: SmallFileSystem.Kind) async throws {
        let small = try await SmallFileSystem.orCancel(kind, kilobytes: 1024)
        let files = files(in: small.path)
        files.offer(publication(1))
        files.write()
        #expect(log.lines.isEmpty, "\(log.lines)")
        try await small.remount(readOnly: true)
        files.offer(publication(2))
        files.write()
        files.write()
        #expect(log.lines.count == 2 && log.lines.allSatisfy { $0.contains("Read-only file system") }, "\(log.lines)")
        #expect(try sequence(small.path + "/state.json") == 1)
        try await small.remount(readOnly: false)
        files.write()
        #expect(log.lines.suffix(2) == ["notice: state files written again", "notice: own files written again"])
        #expect(try sequence(small.path + "/state.json") == 2)
        #expect(try sequence(small.path + "/precise.json") == 2)
    }

    @Test("a file that is switched off while it cannot be written is not counted as failing once it is gone")
    func switchedOff() throws {
        let directory = try TemporaryDirectory()
        let files = files(in: directory.file("late"))
        files.offer(publication(7))
        files.write()
        #expect(files.counters.failing.isSuperset(of: [.state, .precise]))
        mkdir(directory.file("late"), 0o700)
        files.configure(precision: .precise, hasPreciseFile: false)
        files.write()
        #expect(files.counters.failing == [])
    }

    @Test("the writer of the daemon tries again by itself, and without anything new")
    func retry() async throws {
        let directory = try TemporaryDirectory()
        let files = files(in: directory.file("late"))
        files.offer(publication(7))
        let task = Task { await files.run() }
        #expect(await poll(atMost: .seconds(30)) { log.lines.count == 2 })
        mkdir(directory.file("late"), 0o700)
        #expect(await poll(atMost: .seconds(30)) { log.lines.count == 4 })
        #expect(directory.contents("late/state.json") != nil)
        task.cancel()
        await task.value
        #expect(log.lines.suffix(2).allSatisfy { $0.hasSuffix("files written again") }, "\(log.lines)")
    }
}
