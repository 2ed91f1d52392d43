package import PlacemarkModel

import Glibc

/// A polygon with its holes as the file has it: straight lines between vertices on the plane of longitude and latitude
/// (RFC 7946, 3.1.1), counted from its west edge, so that the antimeridian is like any other meridian.
///
/// What lies in an odd number of its rings, or on one of them, is inside.
package struct CustomPolygon: Sendable {
    /// Why some rings are not a polygon.
    package enum Fault: Error, Hashable, CustomStringConvertible {
        case noRing
        case tooShort(ring: Int)
        case open(ring: Int)
        case noArea(ring: Int)
        case roundPole(ring: Int)
        case tooWide

        package var description: String {
            switch self {
            case .noRing: "expected at least one ring"
            case .tooShort(let ring): "ring \(ring): expected four positions or more"
            case .open(let ring): "ring \(ring): expected the first position again as the last one"
            case .noArea(let ring): "ring \(ring): expected a ring with an area, which does not cross itself"
            case .roundPole(let ring):
                "ring \(ring): expected a ring that does not go round a pole; cut it at the antimeridian "
                    + "(RFC 7946, 3.1.9)"
            case .tooWide: "expected rings that together are at most 360 degrees wide"
            }
        }
    }

    struct Vertex: Hashable {
        /// Units east of the polygon's west edge.
        var x: UInt32
        /// Units north of the equator.
        var y: Int32
    }

    /// In −halfTurn..<halfTurn.
    let west: Int32
    /// The outer ring and the holes, without the repeated last position.
    let rings: [[Vertex]]
    let boxes: [CustomBox]
    let areaInSquareMeters: Double

    /// Takes the rings of a GeoJSON polygon; their direction does not matter.
    ///
    /// An edge that is more than 180° wide goes the other way, across the antimeridian: many programs write such
    /// rings, though RFC 7946 asks for two polygons. An edge from −180 to 180 stays: it encloses the whole parallel.
    package init(rings positions: [[Coordinate]]) throws(Fault) {
        guard !positions.isEmpty else { throw .noRing }
        var unwrapped: [[(x: Int64, y: Int32)]] = []
        for (number, ring) in zip(1..., positions) { unwrapped.append(try Self.unwrapped(ring, number: number)) }

        // Holes may have been unwrapped on the other side of the world.
        let middle = Self.middle(unwrapped[0])
        for index in unwrapped.indices.dropFirst() {
            let turns = (Double(middle - Self.middle(unwrapped[index])) / Double(CustomPlacesFormat.fullTurn)).rounded()
            for vertex in unwrapped[index].indices {
                unwrapped[index][vertex].x += Int64(turns) * CustomPlacesFormat.fullTurn
            }
        }
        var (low, high) = (Int64.max, Int64.min)
        var (south, north) = (Int32.max, Int32.min)
        for vertex in unwrapped.joined() {
            (low, high) = (min(low, vertex.x), max(high, vertex.x))
            (south, north) = (min(south, vertex.y), max(north, vertex.y))
        }
        guard high - low <= CustomPlacesFormat.fullTurn else { throw .tooWide }
        var west = low
        while west < -CustomPlacesFormat.halfTurn { west += CustomPlacesFormat.fullTurn }
        while west >= CustomPlacesFormat.halfTurn { west -= CustomPlacesFormat.fullTurn }

        self.west = Int32(west)
        rings = unwrapped.map { $0.map { Vertex(x: UInt32($0.x - low), y: $0.y) } }
        boxes = CustomBox.boxes(west: west, east: west + high - low, south: south, north: north)
        let areas = rings.map(Self.areaInSquareMeters)
        areaInSquareMeters = max(0, areas.dropFirst().reduce(areas[0], -))
    }

    private static func middle(_ ring: [(x: Int64, y: Int32)]) -> Int64 {
        ((ring.map(\.x).min() ?? 0) + (ring.map(\.x).max() ?? 0)) / 2
    }

    private static func unwrapped(_ ring: [Coordinate], number: Int) throws(Fault) -> [(x: Int64, y: Int32)] {
        guard ring.count >= 4 else { throw .tooShort(ring: number) }
        guard ring.first == ring.last else { throw .open(ring: number) }
        var vertices: [(x: Int64, y: Int32)] = []
        var (x, last) = (Int64.zero, Int64.zero)
        for position in ring {
            let point = CustomPoint(position)
            var step = Int64(point.longitude) - last
            if !vertices.isEmpty, step.magnitude > CustomPlacesFormat.halfTurn,
                step.magnitude < CustomPlacesFormat.fullTurn
            {
                step -= step.signum() * CustomPlacesFormat.fullTurn
            }
            (x, last) = (x + step, Int64(point.longitude))
            vertices.append((x, point.latitude))
        }
        guard vertices.first?.x == x else { throw .roundPole(ring: number) }
        vertices.removeLast()
        // The shoelace formula; the products of two differences need 64 bits, their sum some more.
        var doubleArea: Int128 = 0
        for (index, vertex) in vertices.enumerated() {
            let next = vertices[(index + 1) % vertices.count]
            doubleArea += Int128(vertex.x) * Int128(next.y) - Int128(next.x) * Int128(vertex.y)
        }
        guard doubleArea != 0 else { throw .noArea(ring: number) }
        return vertices
    }

    /// On the sphere: the sum of Δλ (sin φ₁ + sin φ₂) / 2 along the edges (Chamberlain and Duquette, 2007).
    private static func areaInSquareMeters(_ ring: [Vertex]) -> Double {
        let radians = Double.pi / 180 / CustomPlacesFormat.unitsPerDegree
        func sine(_ vertex: Vertex) -> Double { sin(Double(vertex.y) * radians) }
        var sum = 0.0
        // Measured from the first vertex's parallel: what is left does not cancel.
        let base = sine(ring[0])
        for (index, vertex) in ring.enumerated() {
            let next = ring[(index + 1) % ring.count]
            sum += (Double(next.x) - Double(vertex.x)) * radians * ((sine(vertex) + sine(next)) / 2 - base)
        }
        return abs(sum) * Earth.meanRadiusInMeters * Earth.meanRadiusInMeters
    }

    /// The middle of the widest stretch of the polygon on the parallel half way up.
    var innerPoint: Coordinate {
        let latitudes = rings.joined().map(\.y)
        // Between two units, where no vertex is.
        let y = (Double(latitudes.min() ?? 0) + Double(latitudes.max() ?? 0)) / 2
        let parallel = y.rounded(.down) + 0.5
        var crossings: [Double] = []
        for ring in rings {
            for (index, first) in ring.enumerated() {
                let second = ring[(index + 1) % ring.count]
                guard (Double(first.y) < parallel) != (Double(second.y) < parallel) else { continue }
                let share = (parallel - Double(first.y)) / (Double(second.y) - Double(first.y))
                crossings.append(Double(first.x) + share * (Double(second.x) - Double(first.x)))
            }
        }
        crossings.sort()
        var widest = (width: -1.0, middle: Double(rings[0][0].x))
        for index in stride(from: 0, to: crossings.count - 1, by: 2) {
            let width = crossings[index + 1] - crossings[index]
            if width > widest.width { widest = (width, (crossings[index] + crossings[index + 1]) / 2) }
        }
        return Coordinate(
            clampingLatitude: parallel / CustomPlacesFormat.unitsPerDegree,
            wrappingLongitude: (Double(west) + widest.middle) / CustomPlacesFormat.unitsPerDegree)
    }
}
