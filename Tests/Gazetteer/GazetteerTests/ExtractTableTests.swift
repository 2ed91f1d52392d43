import Foundation
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@testable import GazetteerBuilding

/// The tables that an import keeps its streets in.
@Suite("Tables of an import")
struct ExtractTableTests {
    @Test("a table in memory and one in a file hold what an array would", arguments: [false, true])
    func asAnArray(isInFile: Bool) throws {
        let directory = try TemporaryDirectory()
        var random = SeededRandom(seed: 3)
        let table = ExtractTable<SIMD2<Int32>>(fileIn: isInFile ? directory.path : nil)
        var array: [SIMD2<Int32>] = []
        // Some megabytes: it grows several times.
        for index in 0..<150_000 as Range<Int32> {
            let value = SIMD2(index, .random(in: 0..<1000, using: &random))
            table.append(value)
            array.append(value)
            if index % 7 == 0 {
                table.removeLast(1)
                array.removeLast()
            }
        }
        #expect(table.count == array.count && table.last == array.last)
        #expect(table[0..<table.count].elementsEqual(array))
        table.keep { $0.y % 3 != 0 }
        array.removeAll { $0.y % 3 == 0 }
        table.sort { ($0.y, $0.x) < ($1.y, $1.x) }
        array.sort { ($0.y, $0.x) < ($1.y, $1.x) }
        table[5] = SIMD2(-1, -1)
        array[5] = SIMD2(-1, -1)
        #expect(table[0..<table.count].elementsEqual(array))
        #expect(table[70..<90].elementsEqual(array[70..<90]))
        #expect(table.fault == nil)
        // A nameless file leaves nothing behind.
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }

    @Test("where the disk is full, the table says so and keeps what it has")
    func fullDisk() async throws {
        let small = try await SmallFileSystem.orCancel(kilobytes: 1024)
        let table = ExtractTable<UInt64>(fileIn: small.path)
        for number in 0..<1_000_000 as Range<UInt64> { table.append(number) }
        #expect(table.fault == "No space left on device")
        #expect(table.count > 10_000 && table.count <= 131_072)
        #expect(table[0..<table.count].elementsEqual(0..<UInt64(table.count)))
    }

    @Test("an import that has no room for its tables ends, names the directory, and says what to do")
    func noRoom() async throws {
        let directory = try TemporaryDirectory()
        var extract = SmallExtract()
        _ = extract.node(47.14, 9.53, ["addr:street": "Street", "addr:housenumber": "1"])
        let path = try await extract.write(to: directory.file("one.osm.pbf"))
        let fault = #expect(throws: TableFault.self) {
            let extracted = ExtractedStreets(fileIn: directory.file("none"))
            _ = try ExtractFile(path: path).read(
                ExtractedStreets.selection, ExtractFile.Handlers(node: extracted.add))
            _ = try StreetsSource(extracted)
        }
        #expect(fault?.description.hasPrefix("\(directory.file("none")): No such file or directory") == true)
        #expect(fault?.description.contains("--memory") == true)
    }
}
