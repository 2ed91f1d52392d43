import Files
import Foundation
import LocationEngine
import PlacemarkModel
@testable import Publishing
import SystemClocks
import TestConditions
import TestSupport
import Testing

@Suite("monitoring.json")
struct SavedMonitoringTests {
    private let directory: TemporaryDirectory
    private let log = LogRecorder()

    init() throws { directory = try TemporaryDirectory() }

    private static func memory() throws -> MonitoringMemory {
        var monitor = RegionMonitor()
        let center = Coordinate(clampingLatitude: 47, wrappingLongitude: 9)
        try monitor.add(Region(identifier: "home", shape: .circle(center: center, radiusInMeters: 100)))
        for second in 1...3 {
            _ = monitor.accepted(Location(coordinate: center, horizontalAccuracy: 5, receivedAt: at(Double(second))))
        }
        #expect(monitor.inside == ["home"])
        return MonitoringMemory(regions: monitor.memory)
    }

    /// The regions that the box is in, as the next run knows it.
    private static func inside(_ memory: MonitoringMemory?) throws -> [String] {
        var monitor = RegionMonitor()
        monitor.restore(try #require(memory?.regions))
        return monitor.inside
    }

    private func read() -> MonitoringMemory? {
        var files = SavedMonitoring.Files(directory: directory.path)
        return files.read(log: log.logger)
    }

    private func write(_ memory: MonitoringMemory) throws {
        var files = SavedMonitoring.Files(directory: directory.path)
        try files.write(memory)
    }

    @Test("what is written is read, and is for its own user only (fault 42)")
    func roundTrip() throws {
        #expect(read() == nil)
        let memory = try Self.memory()
        try write(memory)
        #expect(read() == memory)
        for name in ["monitoring.json", "regions.json"] { #expect(directory.mode(name) == 0o600) }
    }

    /// A machine that guards, and what it has to keep.
    private static func guarding(fixes: Int = 10) -> MonitoringMemory? {
        var machine = LocationMachine(seed: 1, at: at(0))
        var memory: MonitoringMemory?
        func take(_ input: LocationMachine.Input, _ second: Int) {
            for case .publish(let publication) in machine.handle(input, at: at(Double(second))) {
                memory = publication.memory ?? memory
            }
        }
        take(.source(.connected), 1)
        for second in 2..<fixes + 2 {
            var fix = Snapshots.fix
            fix.receivedAt = at(Double(second))
            fix.timestamp = nil
            fix.coordinate = fix.coordinate.moved(byMeters: Double(second % 2), bearing: 0)
            take(.source(.fix(fix)), second)
            if second == 3 { take(.guardCommand(.arm(GuardOrder(.anchor))), second) }
        }
        return memory
    }

    @Test("a guard has a file of its own, which outlives damage to the others, and goes with the guard (fault 90)")
    func guardFile() throws {
        let memory = try #require(Self.guarding())
        #expect(memory.guarding?.plan.kind == .anchor)
        var files = SavedMonitoring.Files(directory: directory.path)
        try files.write(memory)
        #expect(directory.mode("guard.json") == 0o600)
        #expect(directory.contents("monitoring.json")?.contains("anchor") == false)
        try directory.write("monitoring.json", "damaged")
        var next = SavedMonitoring.Files(directory: directory.path)
        #expect(next.read(log: log.logger)?.guarding?.plan.kind == .anchor)
        var off = memory
        off.guarding = nil
        try next.write(off)
        #expect(directory.contents("guard.json") == nil)
        #expect(read()?.guarding == nil)
    }

    @Test("a damaged file of a guard is not silence: the next run knows that there was one, and each one after it")
    func lostGuard() throws {
        try write(try #require(Self.guarding()))
        try directory.write("guard.json", "damaged")
        let memory = read()
        #expect(memory?.guarding == nil && memory?.isGuardLost == true)
        #expect(directory.contents("guard.json.damaged") == "damaged")
        try write(try #require(memory))
        #expect(read()?.isGuardLost == true)
        try write(try #require(Self.guarding()))
        #expect(read()?.guarding != nil && read()?.isGuardLost == nil)
    }

    @Test("while no guard is on, nothing is written for one, and what a guard learns writes no other file")
    func guardWrites() throws {
        var files = SavedMonitoring.Files(directory: directory.path)
        var memory = try Self.memory()
        try files.write(memory)
        #expect(directory.contents("guard.json") == nil)
        memory.guarding = Self.guarding()?.guarding
        try directory.write("monitoring.json", "not written again")
        try files.write(memory)
        #expect(directory.contents("monitoring.json") == "not written again")
        #expect(directory.contents("guard.json") != nil)
    }

    @Test("a damaged file is set aside and told of, whatever the damage, and never the end (fault 41)")
    func damage() throws {
        try write(Self.memory())
        let valid = try #require(directory.contents("monitoring.json"))
        let texts = [
            "", "\0\0\0", "{", "[]", "null", String(repeating: "\0", count: valid.utf8.count),
            valid.replacing("{\"version\":2", with: "{\"version\":3"), valid + valid, String(valid.dropLast()),
        ]
        for text in texts {
            try directory.write("monitoring.json", text)
            #expect(try Self.inside(read()) == [], "\(text)")
            #expect(directory.contents("monitoring.json.damaged") == text)
            #expect(directory.contents("monitoring.json") == nil)
        }
        #expect(log.lines.count == texts.count)
    }

    @Test("with any one bit flipped, nothing of it is believed (fault 41)")
    func bits() throws {
        try write(Self.memory())
        try everyBitFlipped(directory.file("monitoring.json")) { #expect((try? Self.inside(read())) == []) }
    }

    @Test("a link that somebody has planted is not followed (fault 42)")
    func link() throws {
        try directory.write("elsewhere", "{}")
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("monitoring.json"), withDestinationPath: directory.file("elsewhere"))
        #expect(read() == nil)
        try write(Self.memory())
        #expect(directory.contents("elsewhere") == "{}")
        #expect(try read() == Self.memory())
    }

    /// What a person has added until it is removed.
    private var added: [String] { read()?.regions?.added.map(\.identifier) ?? [] }

    @Test("regions that were added outlive damage to all else, and every change of version (fault 41)")
    func versions() throws {
        try write(Self.memory())
        try directory.write("monitoring.json", "{\"version\":99}")
        #expect(added == ["home"])
        let regions = try #require(directory.contents("regions.json"))
        try directory.write("regions.json", regions.replacing("{\"version\":1,", with: "{\"version\":2,"))
        #expect(added == ["home"])
        // Nothing is known of where the box was: no false event.
        let memory = try #require(read())
        var monitor = RegionMonitor()
        monitor.restore(try #require(memory.regions))
        #expect(monitor.inside.isEmpty && monitor.count == 1)
    }

    @Test(
        "regions that an earlier version has kept in monitoring.json move into their own file"
    )
    func migration() throws {
        let content = SavedMonitoring(memory: try Self.memory(), bootID: BootIdentity.current)
        try SavedFile<SavedMonitoring>(
            directory: directory.path, name: "monitoring.json", version: 2, maximumBytes: 1 << 20
        ).write(content)
        var files = SavedMonitoring.Files(directory: directory.path)
        let found = files.read(log: log.logger)
        let memory = try #require(found)
        #expect(try memory == Self.memory())
        try files.write(memory)
        #expect(directory.contents("regions.json")?.contains(#""identifier":"home""#) == true)
        #expect(directory.contents("monitoring.json")?.contains(#""added":[]"#) == true)
        #expect(try read() == Self.memory())
        var without = memory
        without.regions?.added = []
        try files.write(without)
        #expect(added == [] && log.lines.isEmpty)
    }

    @Test("while the file of the regions cannot be written they are kept in the other one, and none is lost (fault 40)")
    func noRoomForRegions() throws {
        mkdir(directory.file("regions.json"), 0o700)
        #expect(throws: AtomicFile.WriteError.self) { try write(Self.memory()) }
        rmdir(directory.file("regions.json"))
        #expect(try read() == Self.memory())
    }

    @Test("a file that cannot be read is neither set aside nor written, and that is told (fault 40)")
    func unreadable() throws {
        // Its own memory: a plain file that opens, and whose first byte cannot be read (EIO).
        let process = "/proc/\(getpid())"
        var file = SavedFile<[String]>(directory: process, name: "mem", version: 1, maximumBytes: 1 << 20)
        #expect(file.read(log: log.logger) == nil)
        let expected = AtomicFile.WriteError(path: process + "/mem", step: "read", errorNumber: EIO)
        #expect(throws: expected) { try file.write(["home"]) }
        #expect(log.lines.count == 1 && log.lines[0].contains("Input/output error; the file stays as it is"))
        #expect(throws: expected) { _ = try SavedSecret.File(directory: process, name: "mem").readOrMake() }
    }

    @Test("a file that only somebody else may read is left alone until it may be read (fault 40)")
    func notPermitted() async throws {
        try write(Self.memory())
        let (path, before) = (directory.path, directory.contents("regions.json"))
        chmod(path, 0o777)
        for name in ["monitoring.json", "regions.json"] { chmod(directory.file(name), 0) }
        // As another user: root may read everything.
        await #expect(processExitsWith: .success) { [path = path as String] in
            if geteuid() == 0 { precondition(setgid(65534) == 0 && setuid(65534) == 0) }
            var files = SavedMonitoring.Files(directory: path)
            precondition(files.read(log: LogRecorder().logger) == nil)
            precondition((try? files.write(MonitoringMemory(regions: RegionMonitor().memory))) == nil)
        }
        #expect(directory.names == ["monitoring.json", "regions.json"])
        for name in directory.names { chmod(directory.file(name), 0o600) }
        #expect(directory.contents("regions.json") == before && added == ["home"])
    }
}
