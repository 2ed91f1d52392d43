@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("Regions")
struct RegionMonitorTests {
    private var run = RegionRun()

    @Test("what the first fixes find is no event: inside after two, outside after thirty seconds or when far away")
    mutating func firstFixes() {
        run.monitor.replace(
            files: RegionTable([
                RegionRun.home(), RegionShapes.circle("near", north(1000, of: RegionRun.home), 100),
                RegionShapes.circle("far", north(20_000, of: RegionRun.home), 100),
            ]))
        #expect(["home", "near", "far"].map { run.monitor.state(of: $0) } == [.unknown, .unknown, .unknown])
        #expect(run.monitor.state(of: "nowhere") == nil)
        run.stay(0, seconds: 0...0)
        #expect(["home", "near", "far"].map { run.monitor.state(of: $0) } == [.unknown, .unknown, .outside])
        run.stay(0, seconds: 1...29)
        #expect(["home", "near"].map { run.monitor.state(of: $0) } == [.inside, .unknown])
        run.stay(0, seconds: 30...30)
        #expect(run.monitor.state(of: "near") == .outside)
        #expect(run.monitor.inside == ["home"])
        #expect(run.transitions.isEmpty)
    }

    @Test("an entry takes two fixes that are inside by more than their accuracy")
    mutating func entry() {
        run.monitor.replace(files: RegionTable([RegionRun.home()]))
        run.stay(300, seconds: 0...40)
        run.accept(90, at: 41, accuracy: 12)
        run.accept(90, at: 42, accuracy: 12)
        #expect(run.transitions.isEmpty)
        run.accept(87, at: 43, accuracy: 12)
        // The same one again is no second one.
        run.accept(87, at: 43, accuracy: 12)
        #expect(run.transitions.isEmpty)
        run.accept(87, at: 44, accuracy: 12)
        #expect(run.transitions == ["+home"])
        run.stay(80, seconds: 45...90)
        #expect(run.transitions == ["+home"])
    }

    @Test("without an accuracy a fix counts as one of 25 m")
    mutating func noAccuracy() {
        run.monitor.replace(files: RegionTable([RegionRun.home()]))
        run.stay(300, seconds: 0...40, accuracy: nil)
        run.stay(80, seconds: 41...50, accuracy: nil)
        #expect(run.monitor.state(of: "home") == .outside)
        run.stay(74, seconds: 51...52, accuracy: nil)
        #expect(run.transitions == ["+home"])
    }

    @Test("an exit takes 20 s beyond radius, margin and accuracy; a step back begins anew")
    mutating func exit() {
        run.monitor.replace(files: RegionTable([RegionRun.home()]))
        run.stay(0, seconds: 0...5)
        // The margin of a radius of 100 m is 20 m.
        run.stay(124, seconds: 10...60)
        #expect(run.monitor.state(of: "home") == .inside)
        run.stay(126, seconds: 61...80)
        run.accept(124, at: 81)
        run.stay(126, seconds: 82...101)
        #expect(run.transitions.isEmpty)
        run.accept(126, at: 102)
        #expect(run.transitions == ["-home"])
        #expect(run.monitor.inside.isEmpty)
    }

    @Test("a second fix confirms an exit, however late it is")
    mutating func exitIsConfirmed() {
        run.monitor.replace(files: RegionTable([RegionRun.home()]))
        run.stay(0, seconds: 0...5)
        run.accept(5000, at: 1000)
        #expect(run.transitions.isEmpty)
        run.accept(5000, at: 1019)
        #expect(run.transitions.isEmpty)
        run.accept(5000, at: 1020)
        #expect(run.transitions == ["-home"])
    }

    @Test("with a dwell the box must stay; a step outside begins anew, and a fast pass is no stay")
    mutating func dwell() {
        run.monitor.replace(files: RegionTable([RegionRun.home(dwell: .seconds(60))]))
        run.stay(300, seconds: 0...40)
        run.stay(0, seconds: 41...100)
        run.accept(130, at: 101)
        run.stay(0, seconds: 102...161)
        #expect(run.transitions.isEmpty)
        run.accept(0, at: 162)
        #expect(run.transitions == ["+home"])
        run.stay(300, seconds: 163...200)
        run.accept(-300, at: 205)
        run.stay(-300, seconds: 206...300)
        #expect(run.transitions == ["+home", "-home"])
    }

    @Test("a region that is smaller than the accuracy is never entered")
    mutating func smallerThanTheAccuracy() {
        run.monitor.replace(files: RegionTable([RegionRun.home(40)]))
        run.stay(300, seconds: 0...40)
        run.stay(0, seconds: 41...200, accuracy: 50)
        #expect(run.transitions.isEmpty && run.monitor.state(of: "home") == .outside)
    }

    @Test("a pass across the antimeridian is seen, in both directions (fault 15)", arguments: [1.0, -1])
    mutating func passAcrossTheAntimeridian(direction: Double) {
        let center = coordinate(-17, 180)
        run.monitor.replace(
            files: RegionTable([
                RegionShapes.circle("dateline", center, 500),
                RegionShapes.polygon(
                    "square",
                    [
                        coordinate(-17.01, 179.99), coordinate(-17.01, -179.99), coordinate(-16.99, -179.99),
                        coordinate(-16.99, 179.99),
                    ]),
            ]))
        for step in -60...60 {
            run.accept(
                RegionShapes.offset(center, north: 0, east: direction * Double(step) * 600), at: 100 + Double(step) * 5)
        }
        #expect(run.transitions == ["+square", "+dateline", "-dateline", "-square"])
    }

    @Test("a region at a pole is entered and left, while the longitude spins (fault 16)")
    mutating func pole() {
        run.monitor.replace(files: RegionTable([RegionShapes.circle("pole", coordinate(90, 0), 1000)]))
        for second in 0...60 { run.accept(coordinate(89.9, Double(second * 77 % 360 - 180)), at: Double(second * 70)) }
        #expect(run.monitor.state(of: "pole") == .outside)
        for second in 0...60 { run.accept(coordinate(90, Double(second * 77 % 360 - 180)), at: Double(5000 + second)) }
        #expect(run.transitions == ["+pole"])
        for second in 0...60 { run.accept(coordinate(89.9, 20), at: Double(6000 + second)) }
        #expect(run.transitions == ["+pole", "-pole"])
    }

    @Test("notifyOnEntry and notifyOnExit keep events back, and change nothing about the state")
    mutating func notifications() {
        var (quietEntry, quietExit) = (RegionRun.home(), RegionRun.home())
        (quietEntry.identifier, quietEntry.notifyOnEntry) = ("quiet entry", false)
        (quietExit.identifier, quietExit.notifyOnExit) = ("quiet exit", false)
        run.monitor.replace(files: RegionTable([quietEntry, quietExit]))
        run.stay(300, seconds: 0...40)
        run.stay(0, seconds: 41...50)
        #expect(run.monitor.inside == ["quiet entry", "quiet exit"])
        run.stay(300, seconds: 51...100)
        #expect(run.monitor.inside.isEmpty)
        #expect(run.transitions == ["+quiet exit", "-quiet entry"])
    }

    @Test("of several crossings at once the exits come first, each in alphabetical order")
    mutating func order() {
        let (b, a) = (coordinate(47, 9), coordinate(47.01, 9))
        run.monitor.replace(
            files: RegionTable([
                RegionShapes.circle("b2", b, 300), RegionShapes.circle("b1", b, 300), RegionShapes.circle("a2", a, 300),
                RegionShapes.circle("a1", a, 300),
            ]))
        for second in 0...40 { run.accept(b, at: Double(second)) }
        run.accept(a, at: 1000)
        #expect(run.transitions.isEmpty)
        run.accept(a, at: 1020)
        #expect(run.transitions == ["-b1", "-b2", "+a1", "+a2"])
        #expect(run.monitor.inside == ["a1", "a2"])
    }
}
