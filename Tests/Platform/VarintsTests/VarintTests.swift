import Testing
import Varints

@Suite("Varints")
struct VarintTests {
    static let numbers: [(number: UInt64, bytes: [UInt8])] = [
        (0, [0]), (1, [1]), (127, [0x7F]), (128, [0x80, 1]), (300, [0xAC, 2]), (16_383, [0xFF, 0x7F]),
        (16_384, [0x80, 0x80, 1]), (1 << 35, [0x80, 0x80, 0x80, 0x80, 0x80, 1]),
        (.max, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]),
    ]

    @Test("a number is written in as few bytes as it needs, and read again", arguments: numbers)
    func roundTrip(number: UInt64, bytes: [UInt8]) {
        var written: [UInt8] = [42]
        written.append(varint: number)
        #expect(written == [42] + bytes)
        var slice = bytes[...] + [42]
        #expect(slice.popVarint() == .number(number))
        #expect(slice == [42])
    }

    @Test("numbers on both sides of zero become those from zero on")
    func zigzag() {
        for (number, code) in [(0, 0), (-1, 1), (1, 2), (-2, 3), (2, 4)] as [(Int64, UInt64)] {
            #expect(Varint.zigzag(number) == code)
        }
        for number in [.min, .min + 1, -1_000, 0, 77, .max] as [Int64] {
            #expect(Varint.unzigzag(Varint.zigzag(number)) == number)
        }
    }

    @Test("a number that does not end is cut off, and one with too many bytes too long")
    func damaged() {
        var rest = [0x80, 0xFF] as ArraySlice<UInt8>
        #expect(rest.popVarint() == .cutOff)
        #expect(rest.isEmpty)
        #expect(rest.popVarint() == .cutOff)
        var long = [UInt8](repeating: 0x80, count: 10)[...] + [7]
        #expect(long.popVarint() == .tooLong)
        #expect(long == [7])
    }

    @Test("fewer bits can be asked for")
    func mostBits() {
        var bytes = [0x80, 0x80, 0x01, 0x80, 0x80, 0x80, 0x01] as ArraySlice<UInt8>
        #expect(Varint.read(mostBits: 21) { bytes.popFirst() } == .number(1 << 14))
        #expect(Varint.read(mostBits: 21) { bytes.popFirst() } == .tooLong)
        #expect(bytes == [1])
    }

    @Test("a reader reads one number after another, and says that one was not there")
    func reader() {
        var bytes: [UInt8] = []
        bytes.append(varint: 1_000)
        bytes.append(zigzag: -1_000)
        bytes += [2, 65, 66, 0x80]
        bytes.withUnsafeBytes { buffer in
            var reader = VarintReader(buffer)
            #expect(reader.next() == 1_000)
            #expect(reader.offset == 2)
            #expect(reader.nextZigzag() == -1_000)
            #expect(reader.nextCount(atMost: 2) == 2)
            #expect(reader.nextBytes(count: 2).map(Array.init) == [65, 66])
            #expect(!reader.isExhausted)
            #expect(reader.nextBytes(count: 2) == nil)
            #expect(reader.next() == 0)
            #expect(reader.isExhausted)
            #expect(reader.nextCount(atMost: 9) == nil)
            var more = VarintReader(buffer, at: 4)
            #expect(more.nextCount(atMost: 1) == nil)
            #expect(!more.isExhausted)
        }
    }
}
