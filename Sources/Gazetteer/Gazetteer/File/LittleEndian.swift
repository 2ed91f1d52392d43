extension UnsafeRawBufferPointer {
    /// The number that is stored little-endian at `offset`, aligned or not.
    ///
    /// - Precondition: the number lies inside the buffer. It is not checked in release builds: the caller who takes the offset
    ///   from a file has checked it.
    @inline(__always)
    package func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type, at offset: Int) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}

extension [UInt8] {
    /// Adds a number, little-endian.
    mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// Overwrites the bytes from `offset` on with a number, little-endian.
    mutating func store<Number: FixedWidthInteger>(littleEndian number: Number, at offset: Int) {
        Swift.withUnsafeBytes(of: number.littleEndian) {
            replaceSubrange(offset..<offset + $0.count, with: $0)
        }
    }

    /// Adds zeros up to the next multiple of `alignment`.
    mutating func pad(toMultipleOf alignment: Int) {
        append(contentsOf: repeatElement(0, count: count.roundedUp(toMultipleOf: alignment) - count))
    }
}

extension Int {
    func roundedUp(toMultipleOf alignment: Int) -> Int { (self + alignment - 1) / alignment * alignment }
}

/// Hands out the sections of a layer, which follow each other at multiples of an alignment.
struct LayerSections {
    private let bytes: UnsafeRawBufferPointer
    private let alignment: Int
    private var end: Int

    init(bytes: UnsafeRawBufferPointer, after headerByteCount: Int, alignment: Int) {
        (self.bytes, self.alignment, end) = (bytes, alignment, headerByteCount)
    }

    /// The next section; nil when the layer is too short for it.
    ///
    /// Byte counts that are products of a 32-bit count and a small size do not overflow.
    mutating func next(byteCount: Int) -> UnsafeRawBufferPointer? {
        let start = end.roundedUp(toMultipleOf: alignment)
        guard byteCount >= 0, start <= bytes.count, byteCount <= bytes.count - start else { return nil }
        end = start + byteCount
        return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }
}
