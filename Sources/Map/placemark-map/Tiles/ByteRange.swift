/// The part of a file that a request wants (RFC 9110, section 14.1.2).
enum ByteRange: Hashable {
    case whole
    /// Inclusive at both ends, as HTTP has it.
    case part(ClosedRange<Int>)
    /// It begins behind the end of the file.
    case outside

    /// - Parameters:
    ///   - header: the value of `Range`. Whatever is no single range of bytes means the whole file, as the RFC allows.
    ///   - size: of the file, in bytes.
    init(_ header: String?, size: Int) {
        self = .whole
        guard let header, header.hasPrefix("bytes="), !header.contains(",") else { return }
        let ends = header.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]) else { return }
        switch (first, last) {
        case (nil, nil): return
        case (nil, let suffix?):
            self = suffix > 0 && size > 0 ? .part(max(0, size - suffix)...size - 1) : .outside
        case (let first?, let last):
            if let last, last < first { return }
            self = first < size ? .part(first...min(last ?? size - 1, size - 1)) : .outside
        }
    }

    /// Digits alone: nil for something else, and a nil number for nothing.
    private static func number(_ text: Substring) -> Int?? {
        guard !text.isEmpty else { return .some(nil) }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int(text)
        else { return nil }
        return .some(number)
    }
}
