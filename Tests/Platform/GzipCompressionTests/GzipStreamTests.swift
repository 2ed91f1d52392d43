import GzipCompression
import Testing

@Suite("Gzip, piece by piece")
struct GzipStreamTests {
    /// Bytes that cannot be packed well, so that pieces come out before the end: a linear congruential generator.
    private static func bytes(_ count: Int) -> [UInt8] {
        var state: UInt64 = 7
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    @Test("Pieces of any length come out as they went in", arguments: [1, 100, 16 << 10, 70_000])
    func pieces(_ pieceLength: Int) {
        let bytes = Self.bytes(100_000)
        let stream = GzipStream()
        var (packed, offset) = ([UInt8](), 0)
        while offset < bytes.count {
            packed += stream.pack(bytes[offset..<min(offset + pieceLength, bytes.count)])
            offset += pieceLength
        }
        #expect(!packed.isEmpty)
        packed += stream.finish()
        #expect(Gzip.unpacked(packed, limit: 1 << 20) == bytes)
    }

    @Test("Nothing is packed as nothing")
    func nothing() {
        let stream = GzipStream()
        #expect(stream.pack([UInt8]()).count <= 10)
        #expect(Gzip.unpacked(GzipStream().finish(), limit: 10) == [])
    }

    @Test("A text becomes shorter, as when it is packed at once")
    func text() {
        let text = Array(String(repeating: "{\"speed\":12.5,\"course\":271.0}\n", count: 1000).utf8)
        let stream = GzipStream()
        let packed = text.withUnsafeBytes { Array(stream.pack($0)) } + stream.finish()
        #expect(packed.count < text.count / 20)
        #expect(packed.count <= Gzip.packed(text).count + 32)
    }
}
