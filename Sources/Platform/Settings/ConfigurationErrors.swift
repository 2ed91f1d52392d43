import PlacemarkModel

/// Everything that is wrong with a configuration.
public struct ConfigurationErrors: Error, Equatable, CustomStringConvertible {
    /// In the order of the files and their lines; never empty.
    public let problems: [ConfigurationProblem]

    public init(problems: [ConfigurationProblem]) { self.problems = problems }

    /// One line for each problem. After a hundred, only how many more there are: a file that is something else altogether
    /// shall not fill the log.
    public var description: String {
        let shown = problems.prefix(100).map(\.description)
        let more = problems.count > 100 ? ["and \(problems.count - 100) more problems"] : []
        return (shown + more).joined(separator: "\n")
    }
}

/// One thing that is wrong, and where.
public struct ConfigurationProblem: Equatable, Sendable, CustomStringConvertible {
    public let file: String
    /// Counted from 1; nil when the file as a whole is meant.
    public let line: Int?
    public let reason: Reason

    package init(file: String, line: Int?, reason: Reason) {
        (self.file, self.line, self.reason) = (file, line, reason)
    }

    public enum Reason: Error, Equatable {
        /// The file or directory could not be read; the system's own words.
        case unreadable(String)
        case notRegularFile
        /// The directory has a file whose name is not UTF-8: as much of it as can be shown.
        case nameNotUTF8(String)
        case tooLarge(maximumBytes: Int)
        case lineTooLong(maximumBytes: Int)
        case containsNUL
        case invalidUTF8
        /// What is wrong with a line that is not understood. It is not repeated: it may be a password, or a part of one.
        case malformedSection
        case malformedLine
        case inlineComment(key: String?)
        case unknownSection(String, known: [String])
        /// `meant` is the key of this name with its section. The key is nil where it may be a secret.
        case keyOutsideSection(String?, meant: String?)
        /// `known` are the keys of the section, `elsewhere` is the key of this name in another one. The key is nil where it may
        /// be a secret: a token in base64 ends as a key does, in `=`.
        case unknownKey(section: String, key: String?, known: [String], elsewhere: String?)
        /// Values that are right one by one, and not together; in words, with what was expected.
        case contradiction(String)
        /// - Parameter value: nil where it may be a secret, or have one in it.
        case badValue(section: String, key: String, value: String?, allowed: String)
        /// What a program says of its own files, in words, with what was expected.
        case stated(String)
    }

    /// `FILE:LINE: what was found: what is allowed`, on one line.
    public var description: String {
        let place = Self.visible(file) + (line.map { ":\($0)" } ?? "")
        return "\(place): \(reason.description)"
    }

    /// A text from a file, fit for a line of a terminal or a log: cut after 80 characters, and without what would move the
    /// cursor or turn the line round.
    package static func visible(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(80) { line.append(scalar.isLineDisturbing ? "\u{FFFD}" : scalar) }
        return String(line) + (text.unicodeScalars.count > 80 ? "…" : "")
    }
}

extension ConfigurationProblem.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .nameNotUTF8(let name): "\(visible(name)): expected a file name in UTF-8: rename the file"
        case .notRegularFile: "is a directory or something else that is not a file: expected a text file"
        case .tooLarge(let maximum): "is too large: expected a text file of at most \(maximum) bytes"
        case .lineTooLong(let maximum): "the line is too long: expected at most \(maximum) bytes"
        case .containsNUL: "a NUL byte: expected text"
        case .invalidUTF8: "not UTF-8: expected text in this encoding"
        case .malformedSection: "a section without its end: expected a name in brackets, such as [GPSD]"
        case .malformedLine: "a line without a key: expected Key=value, [Section], or a comment after # or ;"
        case .inlineComment(let key):
            "\(key.map { isName($0) ? "\($0)=: " : "" } ?? "")a # or ; after a blank: expected a comment to have a line of its own"
        case .unknownSection(let name, let known):
            "[\(visible(name))]: no such section"
                + suggestion(nearestName(to: name, in: known).map { "[\($0)]" })
                + "; expected one of " + known.map { "[\($0)]" }.joined(separator: ", ")
        case .keyOutsideSection(let key, let meant):
            (key.map { "\(visible($0))=: comes" } ?? "a key comes") + " before the first section" + suggestion(meant)
        case .unknownKey(let section, let key, let known, let elsewhere):
            (key.map { "[\(section)] \(visible($0))=: no such key" } ?? "[\(section)]: an unknown key")
                + suggestion(elsewhere ?? key.flatMap { nearestName(to: $0, in: known) }.map { $0 + "=" })
                + "; expected one of " + known.map { $0 + "=" }.joined(separator: ", ")
        case .contradiction(let what), .stated(let what): what
        case .badValue(let section, let key, let value, let allowed):
            "[\(section)] \(key)=\(value.map(visible) ?? ""): expected \(allowed)"
        }
    }
}

/// Whether a text looks like the name of a key, and not like a part of a value.
private func isName(_ text: String) -> Bool {
    text.utf8.count <= 32 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
}

private func visible(_ text: String) -> String { ConfigurationProblem.visible(text) }

private func suggestion(_ name: String?) -> String { name.map { ", did you mean \($0)?" } ?? "" }
