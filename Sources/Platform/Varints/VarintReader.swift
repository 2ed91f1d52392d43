/// Reads numbers of variable length one after another, and never beyond the end: one that is not there reads as 0, and
/// `isExhausted` says so from then on.
@usableFromInline
package struct VarintReader {
    @usableFromInline let bytes: UnsafeRawBufferPointer
    @usableFromInline var position: Int
    @usableFromInline var hasFailed = false

    /// - Precondition: `offset` is not negative.
    @inlinable
    package init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) { (self.bytes, position) = (bytes, offset) }

    /// Where the next number begins.
    @inlinable
    package var offset: Int { position }

    /// Whether a number has been asked for that was not there.
    @inlinable
    package var isExhausted: Bool { hasFailed }

    /// The next number; 0 from the end on.
    @inlinable @inline(__always)
    package mutating func next() -> UInt64 {
        let found = Varint.read {
            guard position < bytes.count else { return nil }
            position += 1
            return bytes[position - 1]
        }
        if case .number(let number) = found { return number }
        hasFailed = true
        return 0
    }

    /// The next number as one of something, at most `most`; nil when it is more, or not there.
    @inlinable @inline(__always)
    package mutating func nextCount(atMost most: Int) -> Int? {
        let number = next()
        return isExhausted || number > UInt64(most) ? nil : Int(number)
    }

    /// The next number on both sides of zero.
    @inlinable @inline(__always)
    package mutating func nextZigzag() -> Int { Int(truncatingIfNeeded: Varint.unzigzag(next())) }

    /// The next bytes as they are; nil when there are fewer.
    @inlinable
    package mutating func nextBytes(count: Int) -> Slice<UnsafeRawBufferPointer>? {
        guard count <= bytes.count - position else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
