import FoundationEssentials
import Testing

@testable import GazetteerBuilding

/// The readers of file formats, with files made by hand, whole and damaged.
@Suite("Source files")
struct SourceFileTests {
    private static let square = [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)]
    private static let unit = Int32(SourcePoint.unitsPerDegree)

    // MARK: .npy

    private static func npy(_ type: String, _ shape: String, _ values: [UInt8], order: String = "False") -> SourceBytes
    {
        let header = Array("{'descr': '\(type)', 'fortran_order': \(order), 'shape': (\(shape)), }\n".utf8)
        let length = UInt16(header.count)
        return SourceBytes(
            [UInt8](joining: [0x93], Array("NUMPY".utf8), [1, 0], length.bytes, header, values), path: "a.npy")
    }

    @Test("a .npy file has its shape and its numbers")
    func arrays() throws {
        let small = try NPYFile(Self.npy("|u1", "2, 3", [1, 2, 3, 4, 5, 255]))
        #expect(small.shape == [2, 3])
        #expect(small.values == [1, 2, 3, 4, 5, 255])
        #expect(try NPYFile(Self.npy("<i4", "2,", Int32(-5).bytes + Int32.max.bytes)).values == [-5, Int(Int32.max)])
        #expect(try NPYFile(Self.npy("<u2", "0,", [])).values == [])
    }

    @Test(
        "a .npy file that is not one, or cut, is an error",
        arguments: [
            npy("<f8", "1,", [0, 0, 0, 0, 0, 0, 0, 0]), npy(">i4", "1,", [0, 0, 0, 1]), npy("<i4", "2,", [0, 0, 0, 1]),
            npy("|u1", "1,", [0], order: "True"), npy("|u1", "-1,", [0]), npy("|u1", "", [0]),
            npy("|u1", "99999999999999999999,", [0]), npy("|u1", "1, 1, 1", [0]), SourceBytes([], path: "a.npy"),
            SourceBytes([0x93] + Array("NUMPY".utf8) + [1, 0, 255, 255], path: "a.npy"),
        ])
    func brokenArray(file: SourceBytes) {
        let error = #expect(throws: SourceError.self) { try NPYFile(file) }
        #expect(error?.description.hasPrefix("a.npy: ") == true)
    }

    // MARK: Shapefile

    @Test("a shapefile has its rings, without vertices that repeat the one before")
    func shapes() throws {
        let closed = Self.square + [Self.square[0]]
        let degenerate = [(5.0, 5.0), (5.0, 5.0), (6.0, 6.0), (5.0, 5.0)]
        let file = SourceFormat.shapefile([[closed, Self.square], [degenerate], [[Self.square[0]] + closed]])
        let ring = Self.square.map { SourcePoint(longitude: Int32($0) * Self.unit, latitude: Int32($1) * Self.unit) }
        #expect(try Shapefile.polygons(SourceBytes(file, path: "a.shp")) == [[ring, ring], [], [ring]])
    }

    @Test("a coordinate off the earth is named with its record", arguments: [180.1, -181, .nan, .infinity])
    func offEarth(longitude: Double) {
        let file = SourceFormat.shapefile([[Self.square], [[(longitude, 0), (1, 1), (2, 0)]]])
        let error = #expect(throws: SourceError.self) { try Shapefile.polygons(SourceBytes(file, path: "a.shp")) }
        #expect(error?.description.hasPrefix("a.shp: record 2: expected coordinates on the earth") == true)
    }

    @Test("every byte of a shapefile, changed, and every cut give an error or polygons, and no crash")
    func damagedShapes() {
        let file = SourceFormat.shapefile([[Self.square, Self.square], [Self.square]])
        for index in file.indices {
            for value: UInt8 in [0, 0x7F, 0x80, 0xFF] {
                var damaged = file
                damaged[index] = value
                _ = try? Shapefile.polygons(SourceBytes(damaged, path: "a.shp"))
            }
            #expect(throws: SourceError.self) {
                try Shapefile.polygons(SourceBytes(Array(file[..<index]), path: "a.shp"))
            }
        }
    }

    // MARK: .dbf

    private static func table(_ names: [[UInt8]]) -> [UInt8] {
        SourceFormat.table([("kind", 3), ("name", 8)], names.map { [Array("abc".utf8), $0] })
    }

    @Test("a .dbf file has its columns, without the blanks")
    func columns() throws {
        let table = try DBFTable(
            SourceBytes(Self.table([Array("Zürich".utf8), Array(" a b".utf8), []]), path: "a.dbf"))
        #expect(try table.column("name") == ["Zürich", "a b", ""])
        #expect(try table.column("kind") == ["abc", "abc", "abc"])
        #expect(throws: SourceError.malformed(path: "a.dbf", reason: "expected a column iso_a2")) {
            try table.column("iso_a2")
        }
    }

    @Test("a name that is not UTF-8 is named with its record")
    func latin1() throws {
        let table = try DBFTable(SourceBytes(Self.table([[0x61], [0x5A, 0xFC]]), path: "a.dbf"))
        #expect(throws: SourceError.badRecord(path: "a.dbf", record: "2", expected: "UTF-8 as name")) {
            try table.column("name")
        }
    }

    @Test("every byte of a .dbf file, changed, and every cut give an error or texts, and no crash")
    func damagedTable() {
        let file = Self.table([Array("Zürich".utf8), Array("Bern".utf8)])
        for index in file.indices {
            for value: UInt8 in [0, 0x0D, 0x80, 0xFF] {
                var damaged = file
                damaged[index] = value
                _ = try? DBFTable(SourceBytes(damaged, path: "a.dbf")).column("name")
            }
            #expect(throws: SourceError.self) { try DBFTable(SourceBytes(Array(file[..<index]), path: "a.dbf")) }
        }
    }

    // MARK: WKB

    private static func rings(_ bytes: [UInt8]) throws(SourceError) -> [[SourcePoint]] {
        try WKBPolygon.rings(in: 0..<bytes.count, of: SourceBytes(bytes, path: "a.wkb"), record: "7")
    }

    @Test("WKB has the rings of a polygon, and of all polygons of a multipolygon")
    func wellKnownBinary() throws {
        let polygon = SourceFormat.polygon([Self.square + [Self.square[0]], Self.square])
        #expect(try Self.rings(polygon).map(\.count) == [4, 4])
        let many = [UInt8](joining: [1], UInt32(6).bytes, UInt32(2).bytes, polygon, SourceFormat.polygon([Self.square]))
        #expect(try Self.rings(many).map(\.count) == [4, 4, 4])
    }

    @Test("damaged WKB is an error that names the record, or polygons, and no crash")
    func damagedWellKnownBinary() {
        let file = [UInt8](joining: [1], UInt32(6).bytes, UInt32(1).bytes, SourceFormat.polygon([Self.square]))
        for index in file.indices {
            for value: UInt8 in [0, 2, 0x80, 0xFF] {
                var damaged = file
                damaged[index] = value
                _ = try? Self.rings(damaged)
            }
            let error = #expect(throws: SourceError.self) { try Self.rings(Array(file[..<index])) }
            #expect(error?.description.hasPrefix("a.wkb: record 7: ") == true)
        }
        #expect(throws: SourceError.self) { try Self.rings(file + [0]) }
    }
}
