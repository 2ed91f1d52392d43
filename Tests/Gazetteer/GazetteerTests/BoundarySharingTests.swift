import Testing

@testable import Gazetteer

@Suite("A layer of boundaries")
struct BoundarySharingTests {
    @Test("stores blocks of the same borders once, boards of the same cells, and vertices where borders meet")
    func sharing() throws {
        // Two boundaries that part at a meridian inside the cells of a column.
        let meridian = 100 * Grid.cellSide + 5000
        func ring(_ west: Int32, _ east: Int32) -> [[GridPoint]] {
            [
                [
                    GridPoint(x: west, y: 0), GridPoint(x: east, y: 0), GridPoint(x: east, y: Grid.height),
                    GridPoint(x: west, y: Grid.height),
                ]
            ]
        }
        let halves = try DrawnBoundaries(rings: [ring(0, meridian), ring(meridian, Grid.width)]).layer()
        let both = try #require(halves.layer)
        let entries = Set((0..<Grid.rowCount).map { both.entry(ofCellInColumn: 100, row: $0) })
        #expect(entries.count == 1)
        #expect(both.boards.count == BoundariesFormat.fieldCellCount * 4)
        for y in [0, 1, Grid.height / 2, Grid.height - 1] {
            #expect(both.boundary(at: GridPoint(x: meridian - 1, y: y)) == 0)
            #expect(both.boundary(at: GridPoint(x: meridian, y: y)) == 1)
        }

        // Three rectangles have six borders with 16 vertices, which meet in four points, three in each.
        func point(_ x: Int32, _ y: Int32) -> GridPoint {
            GridPoint(x: 300 * Grid.cellSide + x, y: 200 * Grid.cellSide + y)
        }
        let rectangles = try DrawnBoundaries(rings: [
            [[point(100, 100), point(500, 100), point(500, 500), point(500, 900), point(100, 900)]],
            [[point(500, 100), point(900, 100), point(900, 500), point(500, 500)]],
            [[point(500, 500), point(900, 500), point(900, 900), point(500, 900)]],
        ]).layer()
        let three = try #require(rectangles.layer)
        let entry = three.entry(ofCellInColumn: 300, row: 200)
        let start = Int(entry & ~BoundariesFormat.detailFlag) * BoundariesFormat.blockAlignment
        let block = try #require(BoundaryBlock(three.blocks, at: start, three.vertices))
        #expect(block.vertexCount == 12)
        let positions = [point(300, 500), point(700, 300), point(700, 700), point(950, 500)]
        #expect(positions.map { three.boundary(at: $0) } == [0, 1, 2, nil])
        #expect(three.faults(limit: 1) == [])
        #expect(three.borderPieces.reduce(0) { $0 + $1.points.count } == 16)
    }
}
