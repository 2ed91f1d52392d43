import Foundation
@testable import PlacemarkCore
import Testing

@Suite("Regions")
struct RegionMonitorTests {
    private var monitor = RegionMonitor()
    private var transitions: [String] = []

    private static let home = coordinate(47, 9)

    /// Feeds a fix every second, so many metres north of home, and notes what happens: `+home` and `-home`.
    private mutating func stay(_ meters: Double, seconds: ClosedRange<Int>, accuracy: Double? = 5) {
        for second in seconds { accept(meters, at: Double(second), accuracy: accuracy) }
    }

    private mutating func accept(_ meters: Double, at second: Double, accuracy: Double? = 5) {
        accept(north(meters, of: Self.home), at: second, accuracy: accuracy)
    }

    private mutating func accept(_ coordinate: Coordinate, at second: Double, accuracy: Double? = 5) {
        for transition in monitor.accepted(fix(coordinate, at: second, accuracy: accuracy)) {
            #expect(transition.location.coordinate == coordinate)
            transitions.append((transition.crossing == .entered ? "+" : "-") + transition.region.identifier)
        }
    }

    private static func home(_ radius: Double = 100, dwell: Duration = .zero) -> Region {
        RegionShapes.circle("home", home, radius, dwell: dwell)
    }

    @Test("what the first fixes find is no event: inside after two, outside after thirty seconds or when far away")
    mutating func firstFixes() {
        monitor.replace(files: [
            Self.home(), RegionShapes.circle("near", north(1000, of: Self.home), 100),
            RegionShapes.circle("far", north(20_000, of: Self.home), 100),
        ])
        #expect(["home", "near", "far"].map { monitor.state(of: $0) } == [.unknown, .unknown, .unknown])
        #expect(monitor.state(of: "nowhere") == nil)
        stay(0, seconds: 0...0)
        #expect(["home", "near", "far"].map { monitor.state(of: $0) } == [.unknown, .unknown, .outside])
        stay(0, seconds: 1...29)
        #expect(["home", "near"].map { monitor.state(of: $0) } == [.inside, .unknown])
        stay(0, seconds: 30...30)
        #expect(monitor.state(of: "near") == .outside)
        #expect(monitor.inside == ["home"])
        #expect(transitions.isEmpty)
    }

    @Test("an entry takes two fixes that are inside by more than their accuracy")
    mutating func entry() {
        monitor.replace(files: [Self.home()])
        stay(300, seconds: 0...40)
        accept(90, at: 41, accuracy: 12)
        accept(90, at: 42, accuracy: 12)
        #expect(transitions.isEmpty)
        accept(87, at: 43, accuracy: 12)
        #expect(transitions.isEmpty)
        accept(87, at: 44, accuracy: 12)
        #expect(transitions == ["+home"])
        stay(80, seconds: 45...90)
        #expect(transitions == ["+home"])
    }

    @Test("without an accuracy a fix counts as one of 25 m")
    mutating func noAccuracy() {
        monitor.replace(files: [Self.home()])
        stay(300, seconds: 0...40, accuracy: nil)
        stay(80, seconds: 41...50, accuracy: nil)
        #expect(monitor.state(of: "home") == .outside)
        stay(74, seconds: 51...52, accuracy: nil)
        #expect(transitions == ["+home"])
    }

    @Test("an exit takes 20 s beyond radius, margin and accuracy; a step back begins anew")
    mutating func exit() {
        monitor.replace(files: [Self.home()])
        stay(0, seconds: 0...5)
        // The margin of a radius of 100 m is 20 m.
        stay(124, seconds: 10...60)
        #expect(monitor.state(of: "home") == .inside)
        stay(126, seconds: 61...80)
        accept(124, at: 81)
        stay(126, seconds: 82...101)
        #expect(transitions.isEmpty)
        accept(126, at: 102)
        #expect(transitions == ["-home"])
        #expect(monitor.inside.isEmpty)
    }

    @Test("a second fix confirms an exit, however late it is")
    mutating func exitIsConfirmed() {
        monitor.replace(files: [Self.home()])
        stay(0, seconds: 0...5)
        accept(5000, at: 1000)
        #expect(transitions.isEmpty)
        accept(5000, at: 1019)
        #expect(transitions.isEmpty)
        accept(5000, at: 1020)
        #expect(transitions == ["-home"])
    }

    @Test("with a dwell the box must stay; a step outside begins anew, and a fast pass is no stay")
    mutating func dwell() {
        monitor.replace(files: [Self.home(dwell: .seconds(60))])
        stay(300, seconds: 0...40)
        stay(0, seconds: 41...100)
        accept(130, at: 101)
        stay(0, seconds: 102...161)
        #expect(transitions.isEmpty)
        accept(0, at: 162)
        #expect(transitions == ["+home"])
        stay(300, seconds: 163...200)
        accept(-300, at: 205)
        stay(-300, seconds: 206...300)
        #expect(transitions == ["+home", "-home"])
    }

    @Test("a region that is smaller than the accuracy is never entered")
    mutating func smallerThanTheAccuracy() {
        monitor.replace(files: [Self.home(40)])
        stay(300, seconds: 0...40)
        stay(0, seconds: 41...200, accuracy: 50)
        #expect(transitions.isEmpty && monitor.state(of: "home") == .outside)
    }

    // MARK: Fast passes

    @Test("a pass between two fixes is an entry, confirmed by the next fix, and then an exit", arguments: [2.0, 5, 30])
    mutating func fastPass(interval: Double) {
        monitor.replace(files: [Self.home()])
        stay(2000, seconds: -60...0)
        accept(500, at: interval)
        accept(-500, at: 2 * interval)
        #expect(transitions.isEmpty)
        accept(-1500, at: 3 * interval)
        #expect(transitions == ["+home"])
        for step in 4...20 { accept(-1500 - 1000 * Double(step), at: Double(step) * interval) }
        #expect(transitions == ["+home", "-home"])
    }

    @Test("a single fix inside is enough when the next one is beyond")
    mutating func oneFixInside() {
        monitor.replace(files: [Self.home()])
        stay(1500, seconds: -60...0)
        accept(900, at: 30)
        accept(0, at: 60)
        #expect(transitions.isEmpty)
        accept(-900, at: 90)
        #expect(transitions == ["+home"])
    }

    @Test("a single stray fix beyond a region, or inside it, is no event: the box goes on where it was")
    mutating func strayFix() {
        monitor.replace(files: [Self.home()])
        stay(300, seconds: 0...60)
        accept(-300, at: 61)
        stay(300, seconds: 62...120)
        accept(0, at: 121)
        stay(300, seconds: 122...180)
        // Driving past, 150 m off to the west, at 30 m/s.
        for second in 0..<40 {
            let isStray = second == 20
            accept(
                RegionShapes.offset(Self.home, north: Double(600 - 30 * second), east: isStray ? 0 : -150),
                at: Double(200 + second))
        }
        #expect(transitions.isEmpty)
    }

    @Test("a gap in the fixes is no way, and neither is one that only grazes the region")
    mutating func noWay() {
        monitor.replace(files: [Self.home()])
        stay(2000, seconds: 0...40)
        accept(500, at: 50)
        accept(-500, at: 111)
        accept(-1500, at: 112)
        #expect(transitions.isEmpty)
        // 98 m off the middle, with an accuracy of 5 m.
        for step in 0...20 {
            accept(
                RegionShapes.offset(Self.home, north: -1500 + 300 * Double(step), east: 98), at: 200 + 10 * Double(step)
            )
        }
        #expect(transitions.isEmpty)
    }

    @Test("a pass across the antimeridian is seen, in both directions (fault 15)", arguments: [1.0, -1])
    mutating func passAcrossTheAntimeridian(direction: Double) {
        let center = coordinate(-17, 180)
        monitor.replace(files: [
            RegionShapes.circle("dateline", center, 500),
            RegionShapes.polygon(
                "square",
                [
                    coordinate(-17.01, 179.99), coordinate(-17.01, -179.99), coordinate(-16.99, -179.99),
                    coordinate(-16.99, 179.99),
                ]),
        ])
        for step in -60...60 {
            accept(
                RegionShapes.offset(center, north: 0, east: direction * Double(step) * 600), at: 100 + Double(step) * 5)
        }
        #expect(transitions == ["+square", "+dateline", "-dateline", "-square"])
    }

    @Test("a region at a pole is entered and left, while the longitude spins (fault 16)")
    mutating func pole() {
        monitor.replace(files: [RegionShapes.circle("pole", coordinate(90, 0), 1000)])
        for second in 0...60 { accept(coordinate(89.9, Double(second * 77 % 360 - 180)), at: Double(second * 70)) }
        #expect(monitor.state(of: "pole") == .outside)
        for second in 0...60 { accept(coordinate(90, Double(second * 77 % 360 - 180)), at: Double(5000 + second)) }
        #expect(transitions == ["+pole"])
        for second in 0...60 { accept(coordinate(89.9, 20), at: Double(6000 + second)) }
        #expect(transitions == ["+pole", "-pole"])
    }

    // MARK: What is told

    @Test("notifyOnEntry and notifyOnExit keep events back, and change nothing about the state")
    mutating func notifications() {
        var (quietEntry, quietExit) = (Self.home(), Self.home())
        (quietEntry.identifier, quietEntry.notifyOnEntry) = ("quiet entry", false)
        (quietExit.identifier, quietExit.notifyOnExit) = ("quiet exit", false)
        monitor.replace(files: [quietEntry, quietExit])
        stay(300, seconds: 0...40)
        stay(0, seconds: 41...50)
        #expect(monitor.inside == ["quiet entry", "quiet exit"])
        stay(300, seconds: 51...100)
        #expect(monitor.inside.isEmpty)
        #expect(transitions == ["+quiet exit", "-quiet entry"])
    }

    @Test("of several crossings at once the exits come first, each in alphabetical order")
    mutating func order() {
        let (b, a) = (coordinate(47, 9), coordinate(47.01, 9))
        monitor.replace(files: [
            RegionShapes.circle("b2", b, 300), RegionShapes.circle("b1", b, 300), RegionShapes.circle("a2", a, 300),
            RegionShapes.circle("a1", a, 300),
        ])
        for second in 0...40 { accept(b, at: Double(second)) }
        accept(a, at: 1000)
        accept(coordinate(47.005, 9), at: 1010)
        accept(a, at: 1030)
        accept(a, at: 1031)
        #expect(transitions == ["-b1", "-b2", "+a1", "+a2"] || transitions == ["+a1", "+a2", "-b1", "-b2"])
        #expect(monitor.inside == ["a1", "a2"])
    }

    // MARK: Which regions

    @Test("the same identifier replaces; with the same shape the state stays, with another it is unknown again")
    mutating func replacement() throws {
        monitor.replace(files: [Self.home()])
        stay(0, seconds: 0...5)
        var same = Self.home()
        same.notifyOnExit = false
        try monitor.add(same)
        #expect(monitor.state(of: "home") == .inside)
        try monitor.add(Self.home(200))
        #expect(monitor.state(of: "home") == .unknown)
        stay(150, seconds: 6...8)
        #expect(monitor.state(of: "home") == .inside)
        // The file's region of 100 m comes back, and is unknown, not left.
        try monitor.remove(identifier: "home")
        stay(150, seconds: 9...60)
        #expect(monitor.state(of: "home") == .outside)
        #expect(transitions.isEmpty)
    }

    @Test("other files bring no event: what stays the same stays known, what is new begins unknown")
    mutating func otherFiles() {
        let office = RegionShapes.circle("office", north(5000, of: Self.home), 100)
        monitor.replace(files: [Self.home(), office])
        stay(0, seconds: 0...40)
        let cellar = RegionShapes.circle("cellar", Self.home, 60)
        let moon = RegionShapes.circle("far", coordinate(-40, 100), 100)
        monitor.replace(files: [Self.home(), office, cellar, moon])
        #expect(
            ["home", "office", "cellar", "far"].map { monitor.state(of: $0) } == [
                .inside, .outside, .unknown, .outside,
            ])
        stay(0, seconds: 41...80)
        #expect(monitor.inside == ["cellar", "home"])
        monitor.replace(files: [office])
        #expect(monitor.inside.isEmpty && monitor.state(of: "home") == nil)
        stay(5000, seconds: 100...140)
        #expect(transitions == ["+office"])
    }

    @Test("the corners of all regions that are added have a limit, whichever region they belong to")
    mutating func corners() throws {
        func disc(_ identifier: String, corners: Int) -> Region {
            let ring = (0..<corners).map { corner in
                let angle = Double(corner) / Double(corners) * 2 * .pi
                return coordinate(47 + 0.01 * sin(angle), 9 + 0.01 * cos(angle))
            }
            return RegionShapes.polygon(identifier, ring)
        }
        let quarter = RegionMonitor.mostAddedCorners / 4
        for number in 1...3 { try monitor.add(disc("disc \(number)", corners: quarter)) }
        #expect(throws: RegionChangeError.tooMany) { try monitor.add(disc("one more", corners: quarter + 1)) }
        try monitor.add(disc("one more", corners: quarter))
        #expect(throws: RegionChangeError.tooMany) { try monitor.add(disc("triangle", corners: 3)) }
        // Replacing one gives its corners back.
        try monitor.add(disc("disc 1", corners: quarter - 3))
        try monitor.add(disc("triangle", corners: 3))
    }

    @Test("regions are added and removed at run time, up to a limit; a file's region is not removed")
    mutating func runTime() throws {
        monitor.replace(files: [Self.home()])
        for number in 0..<RegionMonitor.mostAddedRegions {
            try monitor.add(RegionShapes.circle("added \(number)", north(Double(number) * 500, of: Self.home), 100))
        }
        #expect(throws: RegionChangeError.tooMany) { try monitor.add(RegionShapes.circle("one more", Self.home, 100)) }
        // Replacing one is always possible.
        try monitor.add(RegionShapes.circle("added 7", Self.home, 200))
        #expect(throws: RegionChangeError.isInFile("home")) { try monitor.remove(identifier: "home") }
        #expect(throws: RegionChangeError.noSuchRegion("x")) { try monitor.remove(identifier: "x") }
        stay(0, seconds: 0...40)
        #expect(monitor.inside == ["added 0", "added 7", "home"])
        try monitor.remove(identifier: "added 7")
        #expect(monitor.inside == ["added 0", "home"])
        // Too late for a way that leads through number 1.
        stay(1000, seconds: 141...180)
        #expect(transitions == ["+added 2", "-added 0", "-home"])
        #expect(throws: RegionChangeError.self) { try monitor.add(Self.home(0.5)) }
    }

    @Test("a list comes in pages, in order, each region once")
    mutating func pages() throws {
        monitor.replace(
            files: (0..<450).map { RegionShapes.circle("file \($0)", coordinate(10, Double($0) / 10), 100) })
        for number in 440..<520 {
            try monitor.add(RegionShapes.circle("file \(number)", coordinate(11, Double(number) / 10), 100))
        }
        var (identifiers, next): ([String], String?) = ([], nil)
        var origins: [String: RegionReport.Origin] = [:]
        repeat {
            let page = monitor.page(after: next)
            #expect(page.count == 520)
            #expect(page.regions.count <= RegionMonitor.longestPage)
            identifiers += page.regions.map(\.identifier)
            for region in page.regions { origins[region.identifier] = region.origin }
            next = page.next
        } while next != nil
        #expect(identifiers == (0..<520).map { "file \($0)" }.sorted())
        #expect(origins["file 439"] == .file && origins["file 440"] == .added)
        #expect(RegionMonitor().page(after: nil) == RegionPage(regions: [], count: 0, next: nil))
        #expect(monitor.page(after: "zzz").regions.isEmpty)
    }
}
