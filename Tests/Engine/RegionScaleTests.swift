@testable import LocationEngine
@testable import PlacemarkModel
import Testing

@Suite("Very many regions")
struct RegionScaleTests {
    /// The same rules, asked of every region with every fix.
    private struct EveryRegion {
        var tracks: [(region: Region, geometry: RegionGeometry, track: RegionWatch)]

        mutating func accepted(_ fix: RegionFix) -> [String] {
            tracks.indices.compactMap { index in
                let (region, geometry) = (tracks[index].region, tracks[index].geometry)
                let crossing = tracks[index].track.accepted(fix, in: geometry, dwell: region.dwell)
                return crossing.map { ($0 == .entered ? "+" : "-") + region.identifier }
            }
        }
    }

    @Test(
        "a drive through 100,000 regions tells the same as asking each of them, across the antimeridian too (fault 15)")
    func againstEveryRegion() {
        var random = SeededRandom(seed: 77)
        let start = coordinate(-17, 179.5)
        let regions = (0..<100_000).map { number in
            // Most are all over the earth, and 600 are on the way.
            let isNear = number < 600
            let center =
                isNear
                ? RegionShapes.offset(
                    start, north: Double.random(in: -2000...2000, using: &random),
                    east: Double.random(in: 0...120_000, using: &random))
                : RegionShapes.anywhere(upTo: 85, using: &random)
            let radius = Double.random(in: 20...1500, using: &random)
            let dwell = Duration.seconds(number % 7 == 0 ? 30 : 0)
            guard number % (isNear ? 3 : 50) == 0 else {
                return RegionShapes.circle("\(number)", center, radius, dwell: dwell)
            }
            var region = RegionShapes.polygon(
                "\(number)",
                RegionShapes.star(
                    around: center, corners: 8, radiusInDegrees: radius / 200_000...radius / 111_000, using: &random))
            region.dwell = dwell
            return region
        }
        var monitor = RegionMonitor()
        monitor.replace(files: RegionTable(regions))
        // Only those that are near enough can differ, and asking 100,000 of them a thousand times would take hours.
        var every = EveryRegion(
            tracks: regions.filter { RegionGeometry($0.shape).depth(at: start, upTo: 200_000) > -200_000 }.map {
                ($0, RegionGeometry($0.shape), RegionWatch(.unknown))
            })
        #expect(every.tracks.count > 600)
        var last: RegionFix?
        var count = 0
        for step in 0..<1000 {
            let seen = RegionShapes.offset(
                start, north: 300 * Double(step % 40 < 20 ? step % 20 : 20 - step % 20), east: Double(step) * 100)
            let location = fix(seen, at: Double(step) * 4, accuracy: 8)
            let truthFix = RegionFix(location, accuracy: 8, after: last)
            last = truthFix
            let told = monitor.accepted(location).map {
                ($0.crossing == .entered ? "+" : "-") + $0.region.identifier
            }
            let truth = every.accepted(truthFix)
            #expect(Set(told) == Set(truth) && told.count == truth.count, "seed 77, step \(step)")
            count += told.count
        }
        #expect(count > 200)
        #expect(monitor.tracks.count < 100)
    }
}
