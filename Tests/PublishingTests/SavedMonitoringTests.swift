import Foundation
import PlacemarkCore
@testable import Publishing
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

    private var file: SavedMonitoring.File { SavedMonitoring.File(directory: directory.path) }

    @Test("what is written is read, and is for its own user only (fault 42)")
    func roundTrip() throws {
        #expect(file.read(log: log.logger) == nil)
        let memory = try Self.memory()
        try file.write(memory)
        #expect(file.read(log: log.logger) == memory)
        let attributes = try FileManager.default.attributesOfItem(atPath: directory.file("monitoring.json"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("a damaged file is set aside and told of, whatever the damage, and never the end (fault 41)")
    func damage() throws {
        try file.write(Self.memory())
        let valid = try #require(directory.contents("monitoring.json"))
        let texts = [
            "", "\0\0\0", "{", "[]", "null", String(repeating: "\0", count: valid.utf8.count),
            valid.replacing("{\"version\":2", with: "{\"version\":3"), valid + valid, String(valid.dropLast()),
        ]
        for text in texts {
            try directory.write("monitoring.json", text)
            #expect(file.read(log: log.logger) == nil, "\(text)")
            #expect(directory.contents("monitoring.json.damaged") == text)
            #expect(directory.contents("monitoring.json") == nil)
        }
        #expect(log.lines.count == texts.count)
    }

    @Test("with any one bit flipped, nothing of it is believed (fault 41)")
    func bits() throws {
        try file.write(Self.memory())
        try everyBitFlipped(directory.file("monitoring.json")) { #expect(file.read(log: log.logger) == nil) }
    }

    @Test("a link that somebody has planted is not followed (fault 42)")
    func link() throws {
        try directory.write("elsewhere", "{}")
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("monitoring.json"), withDestinationPath: directory.file("elsewhere"))
        #expect(file.read(log: log.logger) == nil)
        try file.write(Self.memory())
        #expect(directory.contents("elsewhere") == "{}")
        #expect(try file.read(log: log.logger) == Self.memory())
    }
}
