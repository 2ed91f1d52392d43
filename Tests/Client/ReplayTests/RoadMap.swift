import Foundation
import PlacemarkModel
@testable import GazetteerBuilding

/// The roads of an extract, for drives that are made up on them: nobody has recorded one where an extract is at hand.
struct RoadMap {
    /// From one node to the next.
    struct Edge {
        var to: Int
        var name: String?
    }

    private(set) var points: [Coordinate] = []
    private(set) var edges: [[Edge]] = []

    private static let kinds: Set<String> = [
        "motorway", "trunk", "primary", "secondary", "tertiary", "unclassified", "residential", "living_street",
    ]

    init(extract path: String) throws {
        var numbers: [Int64: Int] = [:]
        var map = (points: [Coordinate](), edges: [[Edge]]())
        func number(_ id: Int64, _ point: SourcePoint) -> Int {
            if let number = numbers[id] { return number }
            numbers[id] = map.points.count
            map.points.append(
                Coordinate(
                    clampingLatitude: Double(point.latitude) / 1e7, wrappingLongitude: Double(point.longitude) / 1e7))
            map.edges.append([])
            return map.points.count - 1
        }
        var handlers = ExtractFile.Handlers()
        handlers.way = { way in
            guard let kind = way.tags["highway"], Self.kinds.contains(kind) else { return }
            for piece in way.pieces {
                let nodes = zip(piece.nodeIDs, piece.points).map(number)
                for (from, to) in zip(nodes, nodes.dropFirst()) where map.points[from] != map.points[to] {
                    map.edges[from].append(Edge(to: to, name: way.tags["name"]))
                    map.edges[to].append(Edge(to: from, name: way.tags["name"]))
                }
            }
        }
        _ = try ExtractFile(path: path).read(.init(wayKeys: ["highway"]), handlers)
        (points, edges) = map
    }

    /// A second of a drive: the fix, and the street that the car really was in; nil in one without a name.
    struct Moment {
        var fix: Location
        var street: String?
    }

    /// A drive of this many seconds at 36 km/h, and at 14 km/h at corners, a fix each second, 2 m right of the middle of
    /// the road. At a junction it goes on in the same street three times of four.
    ///
    /// The receiver's error is a Gauss-Markov process, as those of real ones nearly are: of `errorInMeters` for each axis,
    /// which is forgotten to a third within 20 s. The accuracy is the 95 % radius of that, 2.45 times as much.
    func drive(seconds: Int, errorInMeters: Double, seed: UInt64) -> [Moment] {
        var random = SeededRandom(seed: seed)
        var noise = Noise(errorInMeters: errorInMeters, random: &random)
        var at = Int.random(in: points.indices, using: &random)
        var next = edges[at].randomElement(using: &random) ?? Edge(to: at, name: nil)
        var way = 0.0
        var moments: [Moment] = []
        for second in 0..<seconds {
            let length = points[at].distance(to: points[next.to])
            let after = following(next, from: at, &random)
            let course = points[at].bearing(to: points[next.to])
            let turn = (points[next.to].bearing(to: points[after.to]) - course).remainder(dividingBy: 360).magnitude
            let speed = turn > 45 && length - way < 20 ? 4.0 : 10
            let place = points[at].interpolated(to: points[next.to], fraction: min(1, way / max(length, 0.1)))
            let radians = course * .pi / 180
            let error = noise.step(&random)
            let courseError = noise.gaussian(&random) * 20 / speed
            moments.append(
                Moment(
                    fix: Location(
                        coordinate: place.moved(
                            north: error.north - 2 * sin(radians), east: error.east + 2 * cos(radians)),
                        horizontalAccuracy: 2.45 * errorInMeters, speed: speed,
                        course: (course + courseError + 720).truncatingRemainder(dividingBy: 360),
                        receivedAt: BootInstant(sinceBoot: .seconds(second + 1))),
                    street: next.name))
            way += speed
            var (edge, following) = (length, after)
            while way >= edge {
                way -= edge
                (at, next) = (next.to, following)
                edge = points[at].distance(to: points[next.to])
                following = self.following(next, from: at, &random)
            }
        }
        return moments
    }

    /// Where the car goes at the end of an edge; back only from a dead end.
    private func following(_ edge: Edge, from: Int, _ random: inout SeededRandom) -> Edge {
        let ways = edges[edge.to].filter { $0.to != from }
        let same = ways.filter { $0.name == edge.name }
        if let on = same.first, Int.random(in: 0..<4, using: &random) > 0 { return on }
        return ways.randomElement(using: &random) ?? Edge(to: from, name: edge.name)
    }
}

/// An error that changes slowly.
private struct Noise {
    private let errorInMeters: Double
    private var (north, east) = (0.0, 0.0)

    init(errorInMeters: Double, random: inout SeededRandom) {
        self.errorInMeters = errorInMeters
        (north, east) = (gaussian(&random) * errorInMeters, gaussian(&random) * errorInMeters)
    }

    mutating func step(_ random: inout SeededRandom) -> (north: Double, east: Double) {
        // exp(-1 s / 20 s)
        let kept = 0.951
        let fresh = (1 - kept * kept).squareRoot() * errorInMeters
        north = kept * north + fresh * gaussian(&random)
        east = kept * east + fresh * gaussian(&random)
        return (north, east)
    }

    /// Twelve equal chances added up come near enough to one.
    func gaussian(_ random: inout SeededRandom) -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
    }
}

extension Coordinate {
    /// The point so many metres away, for short ways far from the poles.
    fileprivate func moved(north: Double, east: Double) -> Coordinate {
        let metersPerDegree = 111_195.0
        return Coordinate(
            clampingLatitude: latitude + north / metersPerDegree,
            wrappingLongitude: longitude + east / metersPerDegree / cos(latitude * .pi / 180))
    }
}
