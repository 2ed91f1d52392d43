internal import CInih

/// The assignments of one text in the INI format of systemd's daemons, found by libinih.
///
/// libinih gets its lines from here, one at a time. That gives each assignment its line number (Debian's libinih passes
/// none), and keeps from libinih what it would silently make something of: a line beyond its buffer, a NUL, a
/// continuation (an indented line), a comment after a value, a bad section header. A line that was reported, and every
/// line of a section that does not exist, reaches it as an empty one.
struct IniText {
    struct Assignment: Equatable {
        let line: Int
        let section: String
        let key: String
        let value: String
    }

    struct Problem: Equatable {
        let line: Int
        let reason: ConfigurationProblem.Reason
    }

    private(set) var assignments: [Assignment] = []
    private(set) var problems: [Problem] = []

    private var rest: ArraySlice<UInt8>
    private var line = 0
    /// Those that the file may have.
    private let sections: [String]
    private var isInUnknownSection = false

    /// Reads the whole text. A byte order mark and line ends of DOS are accepted.
    init(_ bytes: [UInt8], sections: [String]) {
        self.sections = sections
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        rest = bytes.dropFirst(bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
        let status = withUnsafeMutablePointer(to: &self) { text in
            ini_parse_stream(
                { buffer, size, text in
                    guard let buffer, let text = text?.assumingMemoryBound(to: IniText.self),
                        let line = text.pointee.nextLine(maximumBytes: Int(size) - 2)
                    else { return nil }
                    // The buffer has room for the line, its end and a NUL: that is what `size - 2` is for.
                    for (index, byte) in (line + [10, 0]).enumerated() { buffer[index] = CChar(bitPattern: byte) }
                    return buffer
                }, text,
                { text, section, key, value in
                    guard let section, let key, let value else { return 0 }
                    text?.assumingMemoryBound(to: IniText.self).pointee
                        .assign(String(cString: section), String(cString: key), String(cString: value))
                    return 1
                }, text)
        }
        // What comes through nextLine is understood by every libinih we know.
        if status != 0 { problems.append(Problem(line: max(1, Int(status)), reason: .malformedLine)) }
    }

    /// The next line for libinih, trimmed, or empty when there is nothing in it for libinih; nil at the end.
    private mutating func nextLine(maximumBytes: Int) -> [UInt8]? {
        guard !rest.isEmpty else { return nil }
        let whole = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest.dropFirst(whole.count + 1)
        line += 1

        let content = Array(whole.drop(while: Self.isBlank).reversed().drop(while: Self.isBlank).reversed())
        do {
            return try isForLibinih(content, maximumBytes: maximumBytes) ? content : []
        } catch {
            problems.append(Problem(line: line, reason: error))
            return []
        }
    }

    /// False for what says nothing: comments, and the lines of an unknown section. Keeps track of those.
    ///
    /// - Throws: what is wrong with the line.
    private mutating func isForLibinih(
        _ content: [UInt8], maximumBytes: Int
    ) throws(ConfigurationProblem.Reason) -> Bool {
        guard !content.contains(0) else { throw .containsNUL }
        guard let text = String(validating: content, as: UTF8.self) else { throw .invalidUTF8 }
        guard let first = content.first, first != UInt8(ascii: "#"), first != UInt8(ascii: ";") else { return false }
        if first == UInt8(ascii: "[") {
            isInUnknownSection = true
            guard content.last == UInt8(ascii: "]") else { throw .malformedSection }
            let name = String(text.dropFirst().dropLast())
            guard sections.contains(name) else { throw .unknownSection(name, known: sections) }
            isInUnknownSection = false
            return true
        }
        if isInUnknownSection { return false }
        guard content.count <= maximumBytes else { throw .lineTooLong(maximumBytes: maximumBytes) }
        guard let equals = content.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { throw .malformedLine }
        for (byte, next) in zip(content, content.dropFirst()) where Self.isBlank(byte) {
            guard next != UInt8(ascii: ";"), next != UInt8(ascii: "#") else {
                throw .inlineComment(key: String(decoding: content[..<equals], as: UTF8.self))
            }
        }
        return true
    }

    private mutating func assign(_ section: String, _ key: String, _ value: String) {
        assignments.append(Assignment(line: line, section: section, key: key, value: value))
    }

    /// What C calls a space, apart from the line feed.
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) && byte != 10 }
}
