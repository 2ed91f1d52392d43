extension ArraySlice<UInt8> {
    /// Without the mark that some programs put before UTF-8.
    var withoutByteOrderMark: ArraySlice<UInt8> { starts(with: [0xef, 0xbb, 0xbf]) ? dropFirst(3) : self }

    /// The next `count` bytes from an offset in this slice; nil when there are not so many.
    func bytes(_ offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= self.count - count else { return nil }
        return self[(startIndex + offset)..<(startIndex + offset + count)]
    }
}
