import PlacemarkModel
import Testing

@testable import Gazetteer
@testable import GazetteerBuilding

/// What a layer of boundaries answers, and what `verify` says of it, when its numbers are wrong.
@Suite("Damaged layers of boundaries")
struct BoundariesDamageTests {
    private static let (column, row) = (300, 200)
    private static let cell = row * Grid.columnCount + column

    private static func point(_ x: Int32, _ y: Int32) -> GridPoint {
        GridPoint(x: Int32(column) * Grid.cellSide + x, y: Int32(row) * Grid.cellSide + y)
    }

    /// The layer of one boundary, inside one root cell.
    private static func triangle() throws -> LayerInMemory {
        try DrawnBoundaries(rings: [[[point(100, 100), point(900, 100), point(500, 900)]]]).layer()
    }

    private static func block(of layer: BoundariesLayer) throws -> BoundaryBlock {
        let entry = layer.entry(ofCellInColumn: column, row: row)
        let start = Int(entry & ~BoundariesFormat.detailFlag) * BoundariesFormat.blockAlignment
        return try #require(BoundaryBlock(layer.blocks, at: start, layer.vertices))
    }

    /// Where in memory an offset of the layer's blocks is.
    private static func offset(
        of offset: Int, inBlocksOf layer: BoundariesLayer, _ memory: LayerInMemory
    ) throws -> Int {
        let base = try #require(UnsafeRawPointer(memory.bytes.baseAddress))
        return try #require(layer.blocks.baseAddress) - base + offset
    }

    @Test("Edges that end one vertex behind the last one of their block give no boundary, and are told as a fault")
    func oneVertexTooFar() throws {
        let memory = try Self.triangle()
        defer { withExtendedLifetime(memory) {} }
        let layer = try #require(memory.layer)
        #expect(layer.boundary(at: Self.point(500, 400)) == 0)
        #expect(layer.faults(limit: 1) == [])
        let block = try Self.block(of: layer)
        // The vertex is there still, and belongs to the block no more.
        let count = try Self.offset(of: block.start + 6, inBlocksOf: layer, memory)
        memory.bytes.storeBytes(of: UInt16(block.vertexCount - 1).littleEndian, toByteOffset: count, as: UInt16.self)
        #expect(layer.boundary(at: Self.point(500, 400)) == nil)
        #expect(layer.faults(limit: 1) == ["cell \(Self.cell): a run of edges lies outside the block"])
    }

    @Test("Numbers of boundaries that the layer does not have are told as faults")
    func noSuchBoundary() throws {
        let memory = try Self.triangle()
        defer { withExtendedLifetime(memory) {} }
        let layer = try #require(memory.layer)
        let list = try Self.offset(of: Self.block(of: layer).boundariesStart, inBlocksOf: layer, memory)
        memory.bytes.storeBytes(of: UInt16(7).littleEndian, toByteOffset: list, as: UInt16.self)
        #expect(layer.faults(limit: 1) == ["cell \(Self.cell): boundary 7 is not in the table"])
        // The first field begins with cell 0; the only boundary is 0, which would stand there as 1.
        memory.bytes.storeBytes(
            of: UInt32(2).littleEndian, toByteOffset: BoundariesFormat.headerByteCount, as: UInt32.self)
        #expect(layer.faults(limit: 1) == ["cell 0: there is no such boundary"])
    }

    @Test("No flipped byte and no cut makes a look-up leave the layer")
    func damage() throws {
        var generator = SeededRandom(seed: 11)
        let rings = (0..<40).map { _ in
            [
                DrawnBoundaries.star(
                    at: GridPoint(
                        x: .random(in: 0..<1_000_000, using: &generator),
                        y: .random(in: 0..<1_000_000, using: &generator)),
                    radius: 1_000...100_000, corners: 60, using: &generator)
            ]
        }
        let memory = try DrawnBoundaries(rings: rings).layer()
        let intact = Array(memory.bytes)
        let positions = (0..<300).map { _ in
            GridPoint(
                x: .random(in: 0..<1_100_000, using: &generator), y: .random(in: 0..<1_100_000, using: &generator))
        }
        for _ in 0..<300 {
            // Half of the damage spares the header.
            let start = Bool.random(using: &generator) ? 0 : BoundariesFormat.headerByteCount
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                memory.bytes[Int.random(in: start..<intact.count, using: &generator)] = .random(
                    in: 0...255, using: &generator)
            }
            if let layer = memory.layer {
                for position in positions {
                    if let boundary = layer.boundary(at: position) { _ = layer.text(0, ofBoundary: boundary) }
                }
            }
            memory.bytes.copyBytes(from: intact)
        }
        for _ in 0..<50 {
            let cut = LayerInMemory(Array(intact.prefix(Int.random(in: 0..<intact.count, using: &generator))))
            guard let layer = cut.layer else { continue }
            for position in positions { _ = layer.boundary(at: position) }
        }
    }
}
