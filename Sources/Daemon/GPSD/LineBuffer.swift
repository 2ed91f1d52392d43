/// Cuts a stream of bytes into lines, in bounded memory.
package struct LineBuffer: Sendable {
    /// libgps's own limit, twice GPS_JSON_RESPONSE_MAX; gpsd writes no longer line.
    static let longestLineInBytes = 20_480

    private var bytes: [UInt8] = []
    /// Where the first line that has not been taken starts.
    private var start = 0
    /// Up to where there is no newline after `start`.
    private var searched = 0

    package init() {}

    /// Bytes that are kept because their line has no end yet.
    var count: Int { bytes.count - start }

    package mutating func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

    /// Takes the next whole line, without its newline. Returns nil when there is none; throws when the line is too
    /// long to be one of gpsd's.
    package mutating func next() throws(LineTooLong) -> ArraySlice<UInt8>? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            if start > 0 {
                // Everything up to here has been taken, so the copy is at most one line.
                bytes.removeFirst(start)
                (start, searched) = (0, bytes.count)
            }
            guard count <= Self.longestLineInBytes else { throw LineTooLong() }
            return nil
        }
        let line = bytes[start..<end]
        (start, searched) = (end + 1, end + 1)
        guard line.count <= Self.longestLineInBytes else { throw LineTooLong() }
        return line
    }

    package struct LineTooLong: Error {}
}
