/// Cuts pieces of a text into lines, whatever the pieces are. Of a line that is too long nothing is kept.
struct BatchLines {
    /// A line of a batch.
    struct Line {
        /// From 1 on.
        let number: Int
        /// Without its end; nil when it is too long. Valid only while it is looked at.
        let text: UnsafeRawBufferPointer?
    }

    /// No position is nearly as long.
    static let longestInBytes = 4096

    private var number = 0
    /// The beginning of a line whose end has not come.
    private var begun: [UInt8] = []
    private var isTooLong = false

    /// Hands out the lines that end in a piece, at most `most` of them. Returns how many bytes it has taken.
    mutating func read(_ piece: UnsafeRawBufferPointer, upTo most: Int, _ body: (Line) -> Void) -> Int {
        var start = 0
        for _ in 0..<most {
            let rest = UnsafeRawBufferPointer(rebasing: piece[start...])
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
                keep(rest)
                return piece.count
            }
            let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
            if begun.isEmpty, !isTooLong {
                hand(line, body)
            } else {
                keep(line)
                endLine(body)
            }
            start += end + 1
        }
        return start
    }

    /// The text has ended: its last line needs no end of its own.
    mutating func end(_ body: (Line) -> Void) {
        if !begun.isEmpty || isTooLong { endLine(body) }
    }

    private mutating func endLine(_ body: (Line) -> Void) {
        if isTooLong {
            number += 1
            body(Line(number: number, text: nil))
        } else {
            let line = begun
            line.withUnsafeBytes { hand($0, body) }
        }
        begun.removeAll(keepingCapacity: true)
        isTooLong = false
    }

    private mutating func hand(_ line: UnsafeRawBufferPointer, _ body: (Line) -> Void) {
        number += 1
        body(Line(number: number, text: line.count <= Self.longestInBytes ? line : nil))
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
        guard !isTooLong else { return }
        if begun.count + bytes.count > Self.longestInBytes {
            isTooLong = true
            begun.removeAll(keepingCapacity: true)
        } else {
            begun.append(contentsOf: bytes)
        }
    }
}
