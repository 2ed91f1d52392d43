import FoundationEssentials
import PlacemarkModel
import TestSupport

@testable import GazetteerBuilding

/// The polygons of the world, as `Scripts/gazetteer-sources` unpacks them, read once for all tests: that takes long.
enum RealSources {
    static let path = Checkout.file(".build/gazetteer/sources")

    static var areThere: Bool { FileManager.default.fileExists(atPath: path + "/sources.txt") }

    static var zones: SourceOracle { get throws { try readZones.get() } }
    static var states: SourceOracle { get throws { try readStates.get() } }
    static var counties: SourceOracle { get throws { try readCounties.get() } }
    static var lakes: SourceOracle { get throws { try readLakes.get() } }
    static var seas: SourceOracle { get throws { try readSeas.get() } }

    private static let readZones = Result { SourceOracle(try ZoneSource.boundaries(in: path)) }
    private static let readStates = Result { SourceOracle(try StateSource.boundaries(in: path)) }
    private static let readCounties = Result { SourceOracle(try CountySource.boundaries(in: path)) }
    private static let readLakes = Result { SourceOracle(try LakeSource.boundaries(in: path)) }
    private static let readSeas = Result { SourceOracle(try SeaSource.boundaries(in: path)) }
}

/// The boundaries of a source, and the plainest way to find those that hold a point: the even-odd rule, in exact integers.
struct SourceOracle {
    private struct Ring {
        let boundary: Int
        let points: [SourcePoint]
        let west, south, east, north: Int32

        init(_ points: [SourcePoint], of boundary: Int) {
            (self.boundary, self.points) = (boundary, points)
            var (west, south, east, north) = (Int32.max, Int32.max, Int32.min, Int32.min)
            points.withUnsafeBufferPointer { points in
                var index = 0
                while index < points.count {
                    let point = points[index]
                    if point.longitude < west { west = point.longitude }
                    if point.longitude > east { east = point.longitude }
                    if point.latitude < south { south = point.latitude }
                    if point.latitude > north { north = point.latitude }
                    index &+= 1
                }
            }
            (self.west, self.south, self.east, self.north) = (west, south, east, north)
        }

        func isNear(_ point: SourcePoint, units: Int32) -> Bool {
            Int(point.longitude) >= Int(west) - Int(units) && Int(point.longitude) <= Int(east) + Int(units)
                && Int(point.latitude) >= Int(south) - Int(units) && Int(point.latitude) <= Int(north) + Int(units)
        }

        /// Whether a ray to the west crosses the ring an odd number of times.
        func isOdd(at point: SourcePoint) -> Bool {
            guard isNear(point, units: 0) else { return false }
            let (x, y) = (Int(point.longitude), Int(point.latitude))
            return points.withUnsafeBufferPointer { points in
                var (isOdd, index) = (false, 0)
                var previous = points[points.count - 1]
                while index < points.count {
                    let next = points[index]
                    if (Int(previous.latitude) <= y) != (Int(next.latitude) <= y) {
                        let (low, high) = previous.latitude < next.latitude ? (previous, next) : (next, previous)
                        let run = (Int(high.longitude) - Int(low.longitude)) * (y - Int(low.latitude))
                        let rise = Int(high.latitude) - Int(low.latitude)
                        if run <= (x - Int(low.longitude)) * rise { isOdd.toggle() }
                    }
                    previous = next
                    index &+= 1
                }
                return isOdd
            }
        }
    }

    let boundaries: [SourceBoundary]
    private let rings: [Ring]

    init(_ boundaries: [SourceBoundary]) {
        self.boundaries = boundaries
        rings = boundaries.enumerated().flatMap { index, boundary in boundary.rings.map { Ring($0, of: index) } }
    }

    /// The numbers of the boundaries that hold a point, ascending.
    func boundaries(containing point: SourcePoint) -> [Int] {
        var counts: [Int: Int] = [:]
        for ring in rings where ring.isNear(point, units: 0) && ring.isOdd(at: point) {
            counts[ring.boundary, default: 0] += 1
        }
        return counts.filter { $0.value % 2 == 1 }.keys.sorted()
    }

    /// Metres to the nearest border, on a plane; infinity when none is within some ten kilometres. `metersPerUnit` east
    /// is what a unit of longitude is worth at the point.
    func distanceToBorder(from point: SourcePoint, metersPerUnitEast east: Double) -> Double {
        let north = 0.011_132
        var best = Double.infinity
        for ring in rings where ring.isNear(point, units: 1_000_000) {
            var previous = ring.points[ring.points.count - 1]
            for next in ring.points {
                defer { previous = next }
                guard abs(Int(next.latitude) - Int(point.latitude)) < 20_000_000 else { continue }
                let (ax, ay) = (
                    Double(Int(previous.longitude) - Int(point.longitude)) * east,
                    Double(Int(previous.latitude) - Int(point.latitude)) * north
                )
                let (bx, by) = (
                    Double(Int(next.longitude) - Int(point.longitude)) * east,
                    Double(Int(next.latitude) - Int(point.latitude)) * north
                )
                let (runX, runY) = (bx - ax, by - ay)
                let length = runX * runX + runY * runY
                let share = length == 0 ? 0 : min(1, max(0, -(ax * runX + ay * runY) / length))
                let (x, y) = (ax + share * runX, ay + share * runY)
                best = min(best, (x * x + y * y).squareRoot())
            }
        }
        return best
    }

    /// Points all over the earth, and others up to `reach` degrees from a vertex of a border.
    func points(
        _ count: Int, within reach: ClosedRange<Double>, using generator: inout SeededRandom
    ) -> [SourcePoint] {
        func units(_ degrees: Double) -> Int { Int(degrees * SourcePoint.unitsPerDegree) }
        return (0..<count).compactMap { index in
            if index.isMultiple(of: 4) {
                return SourcePoint(
                    longitudeUnits: units(.random(in: -180...180, using: &generator)),
                    latitudeUnits: units(.random(in: -90...90, using: &generator)))
            }
            guard let vertex = rings.randomElement(using: &generator)?.points.randomElement(using: &generator) else {
                return nil
            }
            func offset() -> Int {
                units(.random(in: reach, using: &generator)) * (Bool.random(using: &generator) ? 1 : -1)
            }
            return SourcePoint(
                longitudeUnits: Int(vertex.longitude) + offset(), latitudeUnits: Int(vertex.latitude) + offset())
        }
    }
}
