/// Strings one after the other, each once and after one byte with its length; the empty string is at 0.
struct StringTable {
    private(set) var bytes: [UInt8] = [0]
    private var offsets: [String: UInt32] = [:]

    /// The place of `string` in the table, to which it is added when it is not there yet. Nil is the empty string.
    ///
    /// - Precondition: the string is not longer than `PlacesFormat.longestStringByteCount`.
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
}
