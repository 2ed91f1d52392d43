import Glibc
import PlacemarkModel

// Streets in space, in metres from the middle of a spherical earth: no scale that changes with the latitude, and nothing
// that ends at the antimeridian. Within a few kilometres the chord is as good as the arc, and the sphere right to 0.4 %.

extension SourcePoint {
    static let metersPerUnit = Earth.meanRadiusInMeters * .pi / 180 / unitsPerDegree

    var inSpace: SIMD3<Double> {
        let (x, y, z) = Coordinate(self).unitVector
        return SIMD3(x, y, z) * Earth.meanRadiusInMeters
    }

    func distanceInMeters(to other: SourcePoint) -> Double { inSpace.distance(to: other.inSpace) }
}

extension Coordinate {
    var cosineOfLatitude: Double { cos(latitude * .pi / 180) }
}

extension SIMD3<Double> {
    func distance(to other: SIMD3<Double>) -> Double { ((self - other) * (self - other)).sum().squareRoot() }
}

/// A short straight segment of a line, or a point.
struct StreetSegment {
    /// The number of what it is a segment of.
    var owner: Int32
    var from, to: SIMD3<Double>

    static let largestLengthInMeters = 100.0

    var middle: SIMD3<Double> { (from + to) / 2 }

    func distance(to point: SIMD3<Double>) -> Double {
        let (way, offset) = (to - from, point - from)
        let length = (way * way).sum()
        let share = length > 0 ? min(1, max(0, (way * offset).sum() / length)) : 0
        return (from + way * share).distance(to: point)
    }

    /// Between the ends of each and the other segment: for segments that do not cross, the distance.
    func distance(to other: StreetSegment) -> Double {
        min(
            min(distance(to: other.from), distance(to: other.to)), min(other.distance(to: from), other.distance(to: to))
        )
    }

    /// The segments of a line.
    static func segments(of line: some Collection<SourcePoint>, owner: Int32) -> [StreetSegment] {
        var segments: [StreetSegment] = []
        let points = line.map(\.inSpace)
        for (from, to) in zip(points, points.dropFirst()) {
            // A chord round half the earth has 127,000 segments.
            let count = max(1, Int((from.distance(to: to) / largestLengthInMeters).rounded(.up)))
            for number in 0..<count {
                let (start, end) = (Double(number) / Double(count), Double(number + 1) / Double(count))
                segments.append(
                    StreetSegment(owner: owner, from: from + (to - from) * start, to: from + (to - from) * end))
            }
        }
        return segments
    }
}

/// Pieces by cubes of space, in each of which those have their middle that are listed.
struct StreetCubes {
    private let side: Double
    private var segments: [SIMD3<Int32>: [Int32]] = [:]
    /// In the order in which they were first met, so that nothing depends on the dictionary's.
    private(set) var cubes: [SIMD3<Int32>] = []

    init(_ all: [StreetSegment], sideInMeters side: Double) {
        self.side = side
        for (number, segment) in all.enumerated() {
            let cube = cube(of: segment.middle)
            if segments[cube] == nil { cubes.append(cube) }
            segments[cube, default: []].append(Int32(number))
        }
    }

    func cube(of point: SIMD3<Double>) -> SIMD3<Int32> { SIMD3<Int32>((point / side).rounded(.down)) }

    subscript(cube: SIMD3<Int32>) -> [Int32] { segments[cube] ?? [] }

    /// Calls `body` with the segments of each cube that is `steps` away, along the axis where it is farthest.
    func forEach(_ steps: Int32, from cube: SIMD3<Int32>, _ body: ([Int32]) -> Void) {
        for x in -steps...steps {
            for y in -steps...steps {
                let isFace = abs(x) == steps || abs(y) == steps
                for z in stride(from: -steps, through: steps, by: isFace || steps == 0 ? 1 : Int(2 * steps)) {
                    if let found = segments[cube &+ SIMD3(x, y, z)] { body(found) }
                }
            }
        }
    }
}
