import Foundation
import PlacemarkCore
@testable import Publishing
import TestSupport
import Testing

@Suite("monitoring.json")
struct SavedMonitoringTests {
    private let directory: TemporaryDirectory

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

    private var file: SavedMonitoring.File { SavedMonitoring.File(directory: directory.path) }

    @Test("what is written is read, and is for its own user only (fault 42)")
    func roundTrip() throws {
        #expect(file.read() == nil)
        let memory = try Self.memory()
        try file.write(memory)
        #expect(file.read() == memory)
        let attributes = try FileManager.default.attributesOfItem(atPath: directory.file("monitoring.json"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("a damaged file is set aside, whatever the damage, and never the end (fault 41)")
    func damage() throws {
        try file.write(Self.memory())
        let valid = try #require(directory.contents("monitoring.json"))
        for text in ["", "\0\0\0", "{", "[]", valid.replacing("\"version\":1", with: "\"version\":2")] {
            try directory.write("monitoring.json", text)
            #expect(file.read() == nil, "\(text)")
            #expect(directory.contents("monitoring.json.damaged") == text)
            #expect(directory.contents("monitoring.json") == nil)
        }
        var random = SeededRandom(seed: 4)
        for _ in 0..<300 {
            var bytes = Array(valid.utf8)
            bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            try Data(bytes).write(to: URL(filePath: directory.file("monitoring.json")))
            guard let memory = file.read()?.regions else { continue }
            var monitor = RegionMonitor()
            monitor.restore(memory)
        }
    }

    @Test("a link that somebody has planted is not followed (fault 42)")
    func link() throws {
        try directory.write("elsewhere", "{}")
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("monitoring.json"), withDestinationPath: directory.file("elsewhere"))
        #expect(file.read() == nil)
        try file.write(Self.memory())
        #expect(directory.contents("elsewhere") == "{}")
        #expect(try file.read() == Self.memory())
    }
}
