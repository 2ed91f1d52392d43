import FoundationEssentials
import TestSupport
import Testing

@testable import GazetteerBuilding

/// The time zones of a package made by hand: a zone with a hole that another zone fills, and a part of the sea.
@Suite("Zone source")
struct ZoneSourceTests {
    private let directory: TemporaryDirectory

    /// Two blocks, the second with two vertices.
    private static let long = (0..<130).map { index in
        SourcePoint(longitude: Int32(index) * 10, latitude: Int32(index * index) * 10)
    }
    private static let outer = square(0, 1_000), inner = square(200, 300), sea = square(2_000, 3_000)

    private static func square(_ low: Int32, _ high: Int32) -> [SourcePoint] {
        [(low, low), (low, high), (high, high), (high, low)].map { SourcePoint(longitude: $0, latitude: $1) }
    }

    init() throws {
        directory = try TemporaryDirectory()
        try put("zone.tab", "# comment\nAA\t+0000+00000\tA/Outer\tWhat\nBB\t+0000+00000\tB/Inner\n")
        try put("zones/timezone_names.txt", "A/Outer\nB/Inner\nEtc/GMT\n")
        try put("zones/hole_registry.json", #"{"0": [2, 0]}"#)
        try put("zones/zone_positions.npy", SourceFormat.npy("<u2", [4], [0, 1, 2, 4].flatMap { UInt16($0).bytes }))
        try put("zones/holes/poly_ref.npy", SourceFormat.npy("<i4", [2], [1, -1].flatMap { Int32($0).bytes }))
        try put(rings: [Self.outer, Self.inner, Self.sea, Self.long], to: "zones/boundaries")
        try put(rings: [Self.square(500, 600)], to: "zones/holes")
    }

    private func put(_ name: String, _ text: String) throws { try put(name, Array(text.utf8)) }

    private func put(_ name: String, _ bytes: [UInt8]) throws { _ = try directory.write(bytes, to: name) }

    private func put(rings: [[SourcePoint]], to folder: String) throws {
        for (name, bytes) in SourceFormat.packed(rings) { try put("\(folder)/\(name)", bytes) }
    }

    private func boundaries() throws -> [SourceBoundary] {
        try ZoneSource.boundaries(in: directory.path)
    }

    @Test("each zone has its polygons, its holes and its country")
    func zones() throws {
        let zones = try boundaries()
        #expect(zones.map(\.name) == ["A/Outer", "B/Inner", "Etc/GMT"])
        #expect(zones.map(\.isoCountryCode) == ["AA", "BB", nil])
        #expect(zones[0].rings == [Self.outer, Self.inner, Self.square(500, 600)])
        #expect(zones[1].rings == [Self.inner])
        #expect(zones[2].rings == [Self.sea, Self.long])
    }

    @Test("a hole may be filled by the very first polygon")
    func firstPolygonAsHole() throws {
        try put("zones/hole_registry.json", #"{"2": [1, 0]}"#)
        try put("zones/holes/poly_ref.npy", SourceFormat.npy("<i4", [1], Int32(0).bytes))
        #expect(try boundaries()[2].rings == [Self.sea, Self.outer, Self.long])
    }

    @Test("what does not fit together is an error that names the file")
    func mismatches() throws {
        let broken: [(String, [UInt8])] = [
            ("zones/hole_registry.json", Array(#"{"0": [3, 0]}"#.utf8)),
            ("zones/hole_registry.json", Array(#"{"0": [1]}"#.utf8)),
            ("zones/zone_positions.npy", SourceFormat.npy("<u2", [4], [0, 1, 2, 5].flatMap { UInt16($0).bytes })),
            ("zones/zone_positions.npy", SourceFormat.npy("<u2", [4], [0, 2, 1, 4].flatMap { UInt16($0).bytes })),
            ("zones/timezone_names.txt", Array("A/Outer\n".utf8)),
            ("zones/timezone_names.txt", [0xFF]),
            ("zone.tab", Array("AA\t+0000+00000\n".utf8)),
            ("zone.tab", Array("AA\t+0+0\tA/Outer\nBB\t+0+0\tA/Outer\n".utf8)),
            ("zones/holes/poly_ref.npy", SourceFormat.npy("<i4", [2], [9, -1].flatMap { Int32($0).bytes })),
            (
                "zones/boundaries/nr_vertices.npy",
                SourceFormat.npy("<u4", [4], [4, 4, 4, 200].flatMap { UInt32($0).bytes })
            ),
        ]
        for (name, bytes) in broken {
            let whole = Array(try Data(contentsOf: URL(filePath: directory.file(name))))
            try put(name, bytes)
            let error = #expect(throws: SourceError.self, "\(name)") { try boundaries() }
            #expect(error?.description.hasPrefix(directory.path + "/zone") == true, "\(name)")
            try put(name, whole)
        }
        #expect(try boundaries().count == 3)
    }

    @Test("every byte of a packed file, changed or cut off, gives an error or zones, and no crash")
    func damage() throws {
        for name in ["coordinates.bin", "block_widths.npy", "block_offsets.npy", "block_bases.npy"] {
            let path = "zones/boundaries/\(name)"
            let whole = Array(try Data(contentsOf: URL(filePath: directory.file(path))))
            for index in whole.indices {
                var damaged = whole
                damaged[index] ^= 0xFF
                try put(path, damaged)
                _ = try? boundaries()
            }
            try put(path, Array(whole.dropLast(20)))
            #expect(throws: SourceError.self, "\(name)") { try boundaries() }
            try put(path, whole)
        }
    }
}
