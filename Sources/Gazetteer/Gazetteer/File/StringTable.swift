/// Strings one after the other, each once and after one byte with its length; the empty string is at 0.
struct StringTable {
    /// A string is stored after one byte with its length.
    static let longestStringByteCount = Int(UInt8.max)

    private(set) var bytes: [UInt8] = [0]
    private var offsets: [String: UInt32] = [:]

    /// The place of `string` in the table, to which it is added when it is not there yet. Nil is the empty string.
    ///
    /// - Precondition: the string is not longer than `longestStringByteCount`.
    mutating func offset(of string: String?) -> UInt32 {
        guard let string, !string.isEmpty else { return 0 }
        if let offset = offsets[string] { return offset }
        let offset = UInt32(bytes.count)
        let utf8 = Array(string.utf8)
        bytes.append(UInt8(utf8.count))
        bytes += utf8
        offsets[string] = offset
        return offset
    }

    /// The bytes of the string at `offset` of a stored table: nil when it is empty or does not lie inside the table.
    @inline(__always)
    static func bytes(at offset: Int, in table: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer>? {
        guard offset < table.count else { return nil }
        let start = offset + 1
        let count = Int(table[start - 1])
        guard count > 0, count <= table.count - start else { return nil }
        return table[start..<start + count]
    }

    /// The string at `offset` of a stored table. Bytes that are not UTF-8 come out as U+FFFD.
    static func string(at offset: UInt32, in table: UnsafeRawBufferPointer) -> String? {
        // Rebased, because a slice is read through its collection's own indices.
        bytes(at: Int(offset), in: table).map { String(decoding: UnsafeRawBufferPointer(rebasing: $0), as: UTF8.self) }
    }
}
