import Glibc
import PlacemarkModel

@testable import Gazetteer
@testable import GazetteerBuilding

/// Boundaries as rings of grid points, and the plainest way to find the one that holds a position.
struct DrawnBoundaries {
    var rings: [[[GridPoint]]]

    /// Star-shaped, so that edges have every direction.
    static func star(
        at centre: GridPoint, radius: ClosedRange<Double>, corners: Int, using generator: inout SeededRandom
    ) -> [GridPoint] {
        (0..<corners).map { corner in
            let angle = Double(corner) / Double(corners) * 2 * .pi
            let distance = Double.random(in: radius, using: &generator)
            return GridPoint(
                x: min(Grid.width, max(0, centre.x + Int32(distance * cos(angle)))),
                y: min(Grid.height, max(0, centre.y + Int32(distance * sin(angle)))))
        }
    }

    /// Even-odd rule, one ray to the west just north of the position; a position on an edge lies east of it.
    func boundary(at position: GridPoint) -> Int? {
        rings.firstIndex { rings in
            var isInside = false
            for ring in rings {
                for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1))
                where (a.y <= position.y) != (b.y <= position.y) {
                    let (low, high) = a.y < b.y ? (a, b) : (b, a)
                    let run = Int(high.x - low.x) * Int(position.y - low.y)
                    if run <= Int(position.x - low.x) * Int(high.y - low.y) { isInside.toggle() }
                }
            }
            return isInside
        }
    }

    /// Whether an edge that the writer cuts, and thereby moves by half a step, passes within two steps.
    func isNearEdge(_ position: GridPoint) -> Bool {
        rings.joined().contains { ring in
            zip(ring, ring.dropFirst() + ring.prefix(1)).contains { a, b in
                let (runX, runY) = (Double(b.x - a.x), Double(b.y - a.y))
                let (x, y) = (Double(position.x - a.x), Double(position.y - a.y))
                let length = runX * runX + runY * runY
                let share = length == 0 ? 0 : min(1, max(0, (x * runX + y * runY) / length))
                return abs(x - share * runX) <= 2 && abs(y - share * runY) <= 2
            }
        }
    }

    func layer() throws -> LayerInMemory {
        let records = rings.indices.map { BoundaryRecord(country: CountryCode.none, texts: ["boundary \($0)"]) }
        return LayerInMemory(
            try BoundaryShapes(borders: Topology.borders(ofRings: rings)).layer(records))
    }
}

/// A layer and the bytes that it reads.
final class LayerInMemory {
    let bytes: UnsafeMutableRawBufferPointer

    init(_ bytes: [UInt8]) {
        self.bytes = .allocate(byteCount: bytes.count, alignment: 64)
        self.bytes.copyBytes(from: bytes)
    }

    deinit { bytes.deallocate() }

    var layer: BoundariesLayer? { BoundariesLayer(bytes: UnsafeRawBufferPointer(bytes)) }
}
