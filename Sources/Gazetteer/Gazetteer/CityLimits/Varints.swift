/// Numbers of one to ten bytes: seven bits each, the lowest first; the highest bit says that more follow (LEB128).
extension [UInt8] {
    mutating func append(varint number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    /// Numbers on both sides of zero: 0, -1, 1, -2, 2 … become 0, 1, 2, 3, 4 …
    mutating func append(zigzag number: Int) {
        append(varint: UInt64(bitPattern: Int64(number << 1 ^ number >> (Int.bitWidth - 1))))
    }
}

/// Reads numbers of variable length, and never beyond the end.
struct VarintReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset: Int

    init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) { (self.bytes, self.offset) = (bytes, offset) }

    /// Whether a number has been asked for that was not there.
    private(set) var isExhausted = false

    /// The next number; 0 from the end on.
    @inline(__always)
    mutating func next() -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while offset < bytes.count, shift < 64 {
            let byte = bytes[offset]
            offset += 1
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
            shift += 7
        }
        isExhausted = true
        return 0
    }

    /// The next number as one of something, at most `most`; nil when it is more, or not there.
    @inline(__always)
    mutating func nextCount(atMost most: Int) -> Int? {
        let number = next()
        return isExhausted || number > UInt64(most) ? nil : Int(number)
    }

    /// The next number on both sides of zero.
    @inline(__always)
    mutating func nextZigzag() -> Int {
        let number = next()
        return Int(truncatingIfNeeded: Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
    }

    /// The next bytes as they are; nil when there are fewer.
    mutating func nextBytes(count: Int) -> Slice<UnsafeRawBufferPointer>? {
        guard count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }
}
