import Foundation
@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("Regions over a restart")
struct RegionMemoryTests {
    private static let home = coordinate(47, 9)
    private static let office = north(5000, of: home)
    private static let files = [
        RegionShapes.circle("home", home, 100), RegionShapes.circle("office", office, 100),
    ]

    private static func stay(
        _ monitor: inout RegionMonitor, at place: Coordinate, seconds: ClosedRange<Int>
    ) -> [String] {
        seconds.flatMap { second in
            monitor.accepted(fix(place, at: Double(second))).map {
                ($0.crossing == .entered ? "+" : "-") + $0.region.identifier
            }
        }
    }

    /// A monitor that has settled at home, with a region that was added there.
    private static func settled() throws -> RegionMonitor {
        var monitor = RegionMonitor()
        monitor.replace(files: RegionTable(files))
        try monitor.add(RegionShapes.circle("added", home, 150))
        #expect(stay(&monitor, at: home, seconds: 0...40).isEmpty)
        return monitor
    }

    /// The process ends, and another one begins with these files; the memory goes through JSON.
    private static func restarted(_ monitor: RegionMonitor, files: [Region] = files) throws -> RegionMonitor {
        let json = try JSONEncoder().encode(MonitoringMemory(regions: monitor.memory))
        let memory = try JSONDecoder().decode(MonitoringMemory.self, from: json)
        #expect(memory.regions == monitor.memory)
        var next = RegionMonitor()
        next.replace(files: RegionTable(files))
        next.restore(try #require(memory.regions))
        return next
    }

    @Test("a restart inside a region is no event, and what was known is known at once")
    func noFalseEvent() throws {
        var next = try Self.restarted(Self.settled())
        #expect(next.inside == ["added", "home"])
        #expect(next.state(of: "office") == .outside)
        #expect(Self.stay(&next, at: Self.home, seconds: 1000...1100).isEmpty)
        #expect(next.inside == ["added", "home"])
    }

    @Test("what the box has entered and left while the daemon was down are true events")
    func trueEvents() throws {
        var next = try Self.restarted(Self.settled())
        #expect(Self.stay(&next, at: Self.office, seconds: 1000...1100) == ["+office", "-added", "-home"])
    }

    @Test("with other files, regions that were not inside are unknown, and stay silent")
    func otherFiles() throws {
        let bakery = RegionShapes.circle("bakery", Self.office, 200)
        var next = try Self.restarted(Self.settled(), files: Self.files + [bakery])
        #expect(next.inside == ["added", "home"])
        #expect(next.state(of: "office") == .unknown)
        // Home is left for sure; whether the office was entered cannot be told from its having been there before.
        #expect(Self.stay(&next, at: Self.office, seconds: 1000...1100) == ["-added", "-home"])
        #expect(next.inside == ["bakery", "office"])
    }

    @Test("a region that has another shape since is unknown")
    func otherShape() throws {
        var files = Self.files
        files[0] = RegionShapes.circle("home", Self.home, 101)
        var next = try Self.restarted(Self.settled(), files: files)
        #expect(next.state(of: "home") == .unknown)
        #expect(Self.stay(&next, at: Self.office, seconds: 1000...1100) == ["-added"])
    }

    @Test("a second restart before any fix forgets nothing")
    func twice() throws {
        var next = try Self.restarted(Self.restarted(Self.settled()))
        #expect(Self.stay(&next, at: Self.office, seconds: 1000...1100) == ["+office", "-added", "-home"])
    }

    @Test("what was in doubt is in doubt after the restart, too")
    func inDoubt() throws {
        var monitor = RegionMonitor()
        monitor.replace(files: RegionTable(Self.files))
        #expect(Self.stay(&monitor, at: north(102, of: Self.home), seconds: 0...40).isEmpty)
        #expect(monitor.state(of: "home") == .unknown)
        var next = try Self.restarted(monitor)
        #expect(next.state(of: "home") == .unknown && next.state(of: "office") == .outside)
        #expect(Self.stay(&next, at: Self.home, seconds: 50...90).isEmpty)
        #expect(next.inside == ["home"])
    }

    @Test("a memory that makes no sense loses regions, and never the daemon")
    func damaged() throws {
        let valid = try Self.settled().memory
        var memory = valid
        memory.added.append(memory.added[0])
        memory.added.append(RegionShapes.circle("", Self.home, 100))
        memory.added.append(RegionShapes.circle("broken", Self.home, .nan))
        memory.inside["nowhere"] = 7
        memory.unknown.insert("nobody")
        var next = RegionMonitor()
        next.replace(files: RegionTable(Self.files))
        next.restore(memory)
        #expect(next.memory == valid)
    }

    @Test("the revision goes up whenever the memory changes")
    func revision() throws {
        var random = SeededRandom(seed: 5)
        var monitor = try Self.settled()
        var (memory, revision) = (monitor.memory, monitor.revision)
        for second in 100..<2000 {
            let place = Double.random(in: -300...5300, using: &random)
            switch Int.random(in: 0..<40, using: &random) {
            case 0: try monitor.add(RegionShapes.circle("added", Self.home, place.magnitude + 1))
            case 1: try? monitor.remove(identifier: "added")
            case 2: monitor.replace(files: RegionTable(Bool.random(using: &random) ? Self.files : [Self.files[0]]))
            default:
                _ = Self.stay(
                    &monitor, at: north((place / 1000).rounded() * 1000, of: Self.home),
                    seconds: second * 30...second * 30 + 25)
            }
            if monitor.revision == revision { #expect(monitor.memory == memory, "seed 5, second \(second)") }
            (memory, revision) = (monitor.memory, monitor.revision)
        }
    }
}
