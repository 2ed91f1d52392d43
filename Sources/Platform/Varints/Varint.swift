/// Whole numbers of one to ten bytes: seven bits in each, the lowest first; the highest bit says that more follow. Protocol
/// Buffers and PMTiles have them, and others call them LEB128.
@usableFromInline
package enum Varint {
    /// What stands where a number should begin.
    @usableFromInline
    package enum Found: Hashable, Sendable {
        case number(UInt64)
        /// The bytes end before the number does, or there are none.
        case cutOff
        /// It goes on after the bits that it may have.
        case tooLong
    }

    /// Reads a number from the bytes that `next` hands out, and takes none that belongs to what follows.
    ///
    /// Bits beyond the 64th, which only the tenth byte can have, are left out. A number need not be as short as it could be.
    ///
    /// - Parameters:
    ///   - mostBits: after as many, rounded up to whole bytes of seven, the number must have ended; at most 64.
    ///   - next: the next byte; nil at the end.
    @inlinable @inline(__always)
    package static func read(mostBits: UInt64 = 64, next: () -> UInt8?) -> Found {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while shift < mostBits {
            guard let byte = next() else { return .cutOff }
            number |= UInt64(byte & 0x7F) &<< shift
            if byte & 0x80 == 0 { return .number(number) }
            shift += 7
        }
        return .tooLong
    }

    /// Numbers on both sides of zero, so that those near to it are short: 0, -1, 1, -2, 2 … become 0, 1, 2, 3, 4 …
    @inlinable @inline(__always)
    package static func zigzag(_ number: Int64) -> UInt64 { UInt64(bitPattern: number << 1 ^ number >> 63) }

    /// What `zigzag` made of it is undone.
    @inlinable @inline(__always)
    package static func unzigzag(_ number: UInt64) -> Int64 {
        Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }
}

extension [UInt8] {
    @inlinable
    package mutating func append(varint number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    @inlinable
    package mutating func append(zigzag number: Int) { append(varint: Varint.zigzag(Int64(number))) }
}

extension ArraySlice<UInt8> {
    /// Takes a number from the front, or as many bytes as belonged to what is none.
    package mutating func popVarint() -> Varint.Found { Varint.read { popFirst() } }
}
