@testable import LocationEngine
import Testing

@Suite("Regions that are passed fast")
struct RegionPassTests {
    private var run = RegionRun()

    @Test("a pass between two fixes is an entry, confirmed by the next fix, and then an exit", arguments: [2.0, 5, 30])
    mutating func fastPass(interval: Double) {
        run.monitor.replace(files: RegionTable([RegionRun.home()]))
        run.stay(2000, seconds: -60...0)
        run.accept(500, at: interval)
        run.accept(-500, at: 2 * interval)
        #expect(run.transitions.isEmpty)
        run.accept(-1500, at: 3 * interval)
        #expect(run.transitions == ["+home"])
        for step in 4...20 { run.accept(-1500 - 1000 * Double(step), at: Double(step) * interval) }
        #expect(run.transitions == ["+home", "-home"])
    }

    @Test("a single fix inside is enough when the next one is beyond")
    mutating func oneFixInside() {
        run.monitor.replace(files: RegionTable([RegionRun.home()]))
        run.stay(1500, seconds: -60...0)
        run.accept(900, at: 30)
        run.accept(0, at: 60)
        #expect(run.transitions.isEmpty)
        run.accept(-900, at: 90)
        #expect(run.transitions == ["+home"])
    }

    @Test("a single stray fix beyond a region, or inside it, is no event: the box goes on where it was")
    mutating func strayFix() {
        run.monitor.replace(files: RegionTable([RegionRun.home()]))
        run.stay(300, seconds: 0...60)
        run.accept(-300, at: 61)
        run.stay(300, seconds: 62...120)
        run.accept(0, at: 121)
        run.stay(300, seconds: 122...180)
        // Driving past, 150 m off to the west, at 30 m/s.
        for second in 0..<40 {
            let isStray = second == 20
            run.accept(
                RegionShapes.offset(RegionRun.home, north: Double(600 - 30 * second), east: isStray ? 0 : -150),
                at: Double(200 + second))
        }
        #expect(run.transitions.isEmpty)
    }

    @Test("a gap in the fixes is no way, and neither is one that only grazes the region")
    mutating func noWay() {
        run.monitor.replace(files: RegionTable([RegionRun.home()]))
        run.stay(2000, seconds: 0...40)
        run.accept(500, at: 50)
        run.accept(-500, at: 111)
        run.accept(-1500, at: 112)
        #expect(run.transitions.isEmpty)
        // 98 m off the middle, with an accuracy of 5 m.
        for step in 0...20 {
            run.accept(
                RegionShapes.offset(RegionRun.home, north: -1500 + 300 * Double(step), east: 98),
                at: 200 + 10 * Double(step)
            )
        }
        #expect(run.transitions.isEmpty)
    }
}
