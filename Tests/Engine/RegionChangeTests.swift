import Glibc
@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("Regions that come and go")
struct RegionChangeTests {
    private var run = RegionRun()

    @Test("the same identifier replaces; with the same shape the state stays, with another it is unknown again")
    mutating func replacement() throws {
        run.monitor.replace(files: RegionTable([RegionRun.home()]))
        run.stay(0, seconds: 0...5)
        var same = RegionRun.home()
        same.notifyOnExit = false
        try run.monitor.add(same)
        #expect(run.monitor.state(of: "home") == .inside)
        try run.monitor.add(RegionRun.home(200))
        #expect(run.monitor.state(of: "home") == .unknown)
        run.stay(150, seconds: 6...8)
        #expect(run.monitor.state(of: "home") == .inside)
        // The file's region of 100 m comes back, and is unknown, not left.
        try run.monitor.remove(identifier: "home")
        run.stay(150, seconds: 9...60)
        #expect(run.monitor.state(of: "home") == .outside)
        #expect(run.transitions.isEmpty)
    }

    @Test("a region that an added one of the same shape has stood in for stays known when that is removed")
    mutating func standInRemoved() throws {
        run.monitor.replace(files: RegionTable([RegionRun.home()]))
        run.stay(500, seconds: 0...40)
        #expect(run.monitor.state(of: "home") == .outside)
        try run.monitor.add(RegionRun.home(dwell: .seconds(60)))
        try run.monitor.remove(identifier: "home")
        #expect(run.monitor.state(of: "home") == .outside)
        run.stay(0, seconds: 41...42)
        #expect(run.transitions == ["+home"])
        // Inside likewise.
        try run.monitor.add(RegionRun.home(dwell: .seconds(60)))
        try run.monitor.remove(identifier: "home")
        #expect(run.monitor.inside == ["home"])
        // And nothing is known of one before the first fixes.
        run = RegionRun()
        run.monitor.replace(files: RegionTable([RegionRun.home()]))
        try run.monitor.add(RegionRun.home(dwell: .seconds(60)))
        try run.monitor.remove(identifier: "home")
        #expect(run.monitor.state(of: "home") == .unknown)
    }

    @Test("other files bring no event: what stays the same stays known, what is new begins unknown")
    mutating func otherFiles() {
        let office = RegionShapes.circle("office", north(5000, of: RegionRun.home), 100)
        run.monitor.replace(files: RegionTable([RegionRun.home(), office]))
        run.stay(0, seconds: 0...40)
        let cellar = RegionShapes.circle("cellar", RegionRun.home, 60)
        let moon = RegionShapes.circle("far", coordinate(-40, 100), 100)
        run.monitor.replace(files: RegionTable([RegionRun.home(), office, cellar, moon]))
        #expect(
            ["home", "office", "cellar", "far"].map { run.monitor.state(of: $0) } == [
                .inside, .outside, .unknown, .outside,
            ])
        run.stay(0, seconds: 41...80)
        #expect(run.monitor.inside == ["cellar", "home"])
        run.monitor.replace(files: RegionTable([office]))
        #expect(run.monitor.inside.isEmpty && run.monitor.state(of: "home") == nil)
        run.stay(5000, seconds: 100...140)
        #expect(run.transitions == ["+office"])
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
        for number in 1...3 { try run.monitor.add(disc("disc \(number)", corners: quarter)) }
        #expect(throws: RegionChangeError.tooMany) { try run.monitor.add(disc("one more", corners: quarter + 1)) }
        try run.monitor.add(disc("one more", corners: quarter))
        #expect(throws: RegionChangeError.tooMany) { try run.monitor.add(disc("triangle", corners: 3)) }
        // Replacing one gives its corners back.
        try run.monitor.add(disc("disc 1", corners: quarter - 3))
        try run.monitor.add(disc("triangle", corners: 3))
    }

    @Test("regions are added and removed at run time, up to a limit; a file's region is not removed")
    mutating func runTime() throws {
        run.monitor.replace(files: RegionTable([RegionRun.home()]))
        for number in 0..<RegionMonitor.mostAddedRegions {
            try run.monitor.add(
                RegionShapes.circle("added \(number)", north(Double(number) * 500, of: RegionRun.home), 100))
        }
        #expect(throws: RegionChangeError.tooMany) {
            try run.monitor.add(RegionShapes.circle("one more", RegionRun.home, 100))
        }
        // Replacing one is always possible.
        try run.monitor.add(RegionShapes.circle("added 7", RegionRun.home, 200))
        #expect(throws: RegionChangeError.isInFile("home")) { try run.monitor.remove(identifier: "home") }
        #expect(throws: RegionChangeError.noSuchRegion("x")) { try run.monitor.remove(identifier: "x") }
        run.stay(0, seconds: 0...40)
        #expect(run.monitor.inside == ["added 0", "added 7", "home"])
        try run.monitor.remove(identifier: "added 7")
        #expect(run.monitor.inside == ["added 0", "home"])
        // Too late for a way that leads through number 1.
        run.stay(1000, seconds: 141...180)
        #expect(run.transitions == ["+added 2", "-added 0", "-home"])
        #expect(throws: RegionChangeError.self) { try run.monitor.add(RegionRun.home(0.5)) }
    }

    @Test("a list comes in pages, in order, each region once")
    mutating func pages() throws {
        run.monitor.replace(
            files: RegionTable(
                (0..<450).map { RegionShapes.circle("file \($0)", coordinate(10, Double($0) / 10), 100) }))
        for number in 440..<520 {
            try run.monitor.add(RegionShapes.circle("file \(number)", coordinate(11, Double(number) / 10), 100))
        }
        var (identifiers, next): ([String], String?) = ([], nil)
        var origins: [String: RegionReport.Origin] = [:]
        repeat {
            let page = run.monitor.page(after: next)
            #expect(page.count == 520)
            #expect(page.regions.count <= RegionMonitor.longestPage)
            identifiers += page.regions.map(\.identifier)
            for region in page.regions { origins[region.identifier] = region.origin }
            next = page.next
        } while next != nil
        #expect(identifiers == (0..<520).map { "file \($0)" }.sorted())
        #expect(origins["file 439"] == .file && origins["file 440"] == .added)
        #expect(RegionMonitor().page(after: nil) == RegionPage(regions: [], count: 0, next: nil))
        #expect(run.monitor.page(after: "zzz").regions.isEmpty)
    }
}
