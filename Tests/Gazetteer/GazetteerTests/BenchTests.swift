import ArgumentParser
import PlacemarkModel
import TestSupport
import Testing

@testable import gazetteer_bench

/// What `gazetteer-bench lookups` reads; what it measures differs from run to run.
@Suite("Bench")
struct BenchTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test("memory is read from the kernel's table")
    func memory() throws {
        let table = """
            55f0116d3000-7ffc518f2000 ---p 00000000 00:00 0                          [rollup]
            Rss:                1748 kB
            Pss:                 210 kB
            Pss_Dirty:           112 kB
            Anonymous:           112 kB
            """
        #expect(
            MemoryUse(smapsRollup: table)
                == MemoryUse(resident: 1748 * 1024, proportional: 210 * 1024, anonymous: 112 * 1024))
        #expect(MemoryUse(smapsRollup: "Rss: 1748 kB") == nil)
    }

    @Test("points are found by the names of their columns")
    func columns() throws {
        let path = try written("country,longitude,latitude\nLI,9.521,47.141\nFJ,178.44,-18.14\n")
        #expect(try BenchPoints.read(path).map(\.latitude) == [47.141, -18.14])
        #expect(try BenchPoints.read(path).map(\.longitude) == [9.521, 178.44])
    }

    @Test(
        "a file without points is refused",
        arguments: ["", "latitude,longitude\n", "a,b\n1,2\n", "latitude,longitude\n91,0\n"])
    func refusal(text: String) throws {
        let path = try written(text)
        #expect(throws: ValidationError.self) { try BenchPoints.read(path) }
    }

    @Test("local points are within 50 km of their centre")
    func local() {
        let centre = Coordinate(clampingLatitude: 51.4556, wrappingLongitude: 7.0116)
        let points = BenchPoints.local(count: 1000)
        #expect(points.count == 1000)
        #expect(points.allSatisfy { centre.distance(to: $0) <= 50_000 })
        #expect(points == BenchPoints.local(count: 1000))
    }

    private func written(_ text: String) throws -> String {
        _ = try directory.write(Array(text.utf8), to: "points.csv")
        return directory.file("points.csv")
    }
}
