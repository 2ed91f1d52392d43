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
