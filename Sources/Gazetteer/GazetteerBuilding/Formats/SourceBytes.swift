import FoundationEssentials

/// The bytes of a source file. Each read is checked, and says which file and record are too short.
struct SourceBytes {
    let path: String
    private let bytes: [UInt8]

    init(path: String) throws(SourceError) {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { throw .unreadable(path: path) }
        self.init([UInt8](data), path: path)
    }

    /// `path` is for errors only.
    init(_ bytes: [UInt8], path: String) { (self.bytes, self.path) = (bytes, path) }

    var count: Int { bytes.count }

    /// The integer at `offset`, little-endian unless told otherwise. `record` is for the error.
    func integer<Value: FixedWidthInteger>(
        _: Value.Type, at offset: Int, bigEndian: Bool = false, record: @autoclosure () -> String
    ) throws(SourceError) -> Value {
        let size = MemoryLayout<Value>.size
        guard offset >= 0, offset <= bytes.count - size else { throw tooShort(record()) }
        let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Value.self) }
        return bigEndian ? Value(bigEndian: value) : Value(littleEndian: value)
    }

    /// The little-endian IEEE 754 double at `offset`.
    func double(at offset: Int, record: @autoclosure () -> String) throws(SourceError) -> Double {
        Double(bitPattern: try integer(UInt64.self, at: offset, record: record()))
    }

    /// `count` bytes from `offset` on.
    func slice(at offset: Int, count: Int, record: @autoclosure () -> String) throws(SourceError) -> ArraySlice<UInt8> {
        guard offset >= 0, count >= 0, offset <= bytes.count - count else { throw tooShort(record()) }
        return bytes[offset..<offset + count]
    }

    private func tooShort(_ record: String) -> SourceError {
        .badRecord(path: path, record: record, expected: "more than the \(bytes.count) bytes of the file")
    }
}

/// Why the sources of a gazetteer cannot be used.
package enum SourceError: Error, Equatable, CustomStringConvertible {
    case unreadable(path: String)
    /// A file as a whole, or a line of it, is not what it should be.
    case malformed(path: String, reason: String)
    /// One record is not what it should be.
    case badRecord(path: String, record: String, expected: String)

    package var description: String {
        let advice = "get the sources with Scripts/gazetteer-sources"
        return switch self {
        case .unreadable(let path): "\(path): cannot be read; \(advice)"
        case .malformed(let path, let reason): "\(path): \(reason); \(advice)"
        case .badRecord(let path, let record, let expected):
            "\(path): record \(record): expected \(expected); \(advice)"
        }
    }
}

/// A source file of lines.
enum SourceText {
    /// The lines of a UTF-8 file, without their ends.
    static func lines(of path: String) throws(SourceError) -> [Substring] {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { throw .unreadable(path: path) }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw .malformed(path: path, reason: "is not UTF-8")
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
