import PlacemarkModel

/// Makes findings of the bytes of a recording, as they come, in bounded memory. A value: it does no I/O.
protocol RecordingReader {
    /// Takes the next bytes.
    mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout [Finding])
    /// Tells what the last bytes meant, now that there are no more.
    mutating func finish(into findings: inout [Finding])
}

/// Makes findings of the lines of a recording.
protocol RecordingLineReader {
    /// Takes the next line, without its newline and a byte order mark; `number` counts from 1.
    mutating func read(_ line: ArraySlice<UInt8>, number: Int, into findings: inout [Finding])
    /// Tells what the last lines meant, now that there are no more.
    mutating func finish(into findings: inout [Finding])
}

extension RecordingLineReader {
    mutating func finish(into findings: inout [Finding]) {}
}

/// Cuts the bytes into lines for a reader of lines. A line ends with a newline or with both a carriage return and one.
struct LineByLine<Reader: RecordingLineReader>: RecordingReader {
    /// Longer lines are skipped: no format has one.
    static var longestLineInBytes: Int { 65_536 }

    private var reader: Reader
    /// The beginning of a line whose end has not come.
    private var begun: [UInt8] = []
    private var isSkipping = false
    private var number = 0

    init(_ reader: Reader) { self.reader = reader }

    mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout [Finding]) {
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            endLine(with: rest[..<end], into: &findings)
            rest = rest[(end + 1)...]
        }
        guard !isSkipping else { return }
        begun += rest
        // The line number is told when the line ends; what it said is not kept.
        if begun.count > Self.longestLineInBytes { (begun, isSkipping) = ([], true) }
    }

    mutating func finish(into findings: inout [Finding]) {
        if !begun.isEmpty || isSkipping { endLine(with: [], into: &findings) }
        reader.finish(into: &findings)
    }

    private mutating func endLine(with end: ArraySlice<UInt8>, into findings: inout [Finding]) {
        number += 1
        var line = end
        if !begun.isEmpty {
            line = (begun + end)[...]
            begun.removeAll(keepingCapacity: true)
        }
        if isSkipping || line.count > Self.longestLineInBytes {
            isSkipping = false
            findings.append(
                .damage(.init(.line(number), "the line is too long: expected at most \(Self.longestLineInBytes) bytes"))
            )
            return
        }
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        if number == 1 { line = line.withoutByteOrderMark }
        reader.read(line, number: number, into: &findings)
    }
}

/// What a reader has made of a piece of a recording.
enum Finding {
    /// A report of the receiver, and the moment that the recording gives for it. The event is not dated yet: its
    /// `receivedAt` means nothing.
    case report(SourceEvent, time: Timestamp?)
    case damage(RecordingDamage)
}

extension ArraySlice<UInt8> {
    /// Without the mark that some programs put before UTF-8.
    var withoutByteOrderMark: ArraySlice<UInt8> { starts(with: [0xef, 0xbb, 0xbf]) ? dropFirst(3) : self }
}
