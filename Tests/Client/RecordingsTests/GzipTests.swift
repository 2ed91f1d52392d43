import CZlib
import Foundation
import PlacemarkModel
import TestSupport
import Testing

@testable import Recordings

@Suite("Recordings in gzip") struct GzipTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// What a recording says: latitudes, damage, how much of how many bytes was read.
    private struct Told {
        var format: RecordingFormat
        var latitudes: [Double] = []
        var damages: [String] = []
        var bytesRead = 0
    }

    private func read(_ bytes: [UInt8]) throws -> Told {
        let path = directory.file("trip.gz")
        try Data(bytes).write(to: URL(filePath: path))
        let recording = try Recording(path: path)
        var told = Told(format: recording.format)
        while let entries = try recording.next() {
            for entry in entries {
                switch entry {
                case .event(.fix(let fix), _): told.latitudes.append(fix.coordinate.latitude)
                case .event: break
                case .damage(let damage): told.damages.append(damage.description)
                }
            }
        }
        told.bytesRead = recording.bytesRead
        #expect(recording.byteCount == bytes.count)
        return told
    }

    private static let header = "time,latitude,longitude\n"

    private static func lines(_ numbers: Range<Int>) -> String {
        numbers.map { "\(1_700_000_000 + $0),\(Double($0) / 1000),2\n" }.joined()
    }

    @Test("a recording in gzip is read as it is without, in one member or in several, with zeros behind them")
    func whole() throws {
        let text = Self.header + Self.lines(0..<40_000)
        let expected = (0..<40_000).map { Double($0) / 1000 }
        let parts = [Array(text.utf8.prefix(500_000)), Array(text.utf8.dropFirst(500_000))].map { gzip($0) }
        for packed in [gzip(Array(text.utf8)), parts[0] + parts[1], parts[0] + parts[1] + [0, 0, 0]] {
            let told = try read(packed)
            #expect(told.format == .csv && told.damages == [] && told.bytesRead == packed.count)
            #expect(told.latitudes == expected)
        }
    }

    @Test("one that is cut off is read up to there, and called so", arguments: [1, 8, 9, 1000])
    func cutOff(missing: Int) throws {
        let packed = gzip(Array((Self.header + Self.lines(0..<40_000)).utf8))
        let told = try read(packed.dropLast(missing))
        #expect(told.damages.last == " the file is cut off: expected gzip to its end")
        #expect(told.latitudes.count > 30_000)
    }

    @Test("one that is damaged is read up to there, and called so")
    func damaged() throws {
        var packed = gzip(Array((Self.header + Self.lines(0..<40_000)).utf8))
        packed[packed.count - 6] ^= 1
        let told = try read(packed)
        #expect(told.damages == [" the gzip is damaged (incorrect data check); nothing after that can be read"])
        #expect(told.latitudes.count == 40_000)
        let behind = try read(gzip(Array((Self.header + Self.lines(0..<3)).utf8)) + Array("more".utf8))
        #expect(behind.damages == [" the gzip is damaged (incorrect header check); nothing after that can be read"])
        #expect(behind.latitudes.count == 3)
    }

    @Test("what has nothing inside, or nothing that can be unpacked, is refused with the reason")
    func refused() throws {
        for (bytes, reason) in [
            (gzip([]), "is empty"), ([0x1f, 0x8b], "the file is cut off"), ([0x1f, 0x8b, 8, 0], "the file is cut off"),
            ([0x1f, 0x8b, 7] + [UInt8](repeating: 0, count: 20), "the gzip is damaged (unknown compression method)"),
            (gzip(Array("hello".utf8)), "is in no format"), (gzip(Array("BZh91AY".utf8)), "is compressed (bzip2)"),
        ] {
            let error = #expect(throws: RecordingError.self) { _ = try read(bytes) }
            #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        }
    }

    @Test("what unpacks to a thousand times its size comes in pieces of bounded size")
    func bomb() throws {
        let packed = gzip([UInt8](repeating: 0x20, count: 64 << 20))
        #expect(packed.count < 100_000)
        try Data(packed).write(to: URL(filePath: directory.file("bomb")))
        let input = try RecordingInput(path: directory.file("bomb"))
        let unpacked = try #require(GzipInput(input, beginning: []))
        var total = 0
        while true {
            let piece = try unpacked.read()
            if piece.isEmpty { break }
            #expect(piece.count <= RecordingInput.chunkInBytes)
            total += piece.count
        }
        #expect(total == 64 << 20 && unpacked.fault == nil)
    }
}

/// One member of gzip, by zlib itself.
private func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let version = ZLIB_VERSION
    // 16 asks for gzip's header and checksum, 15 for the largest window, 8 for the usual memory.
    deflateInit2_(&stream, 6, Z_DEFLATED, 16 + 15, 8, Z_DEFAULT_STRATEGY, version, Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var (input, output) = (bytes, [UInt8](repeating: 0, count: bytes.count + 1000))
    let count = input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
            (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
            (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
            _ = deflate(&stream, Z_FINISH)
            return output.count - Int(stream.avail_out)
        }
    }
    return Array(output.prefix(count))
}
