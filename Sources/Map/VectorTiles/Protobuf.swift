import Varints

/// Writes the wire format of Protocol Buffers, as far as vector tiles use it.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    /// The wire types in the lowest three bits of a key.
    static let (varint, fixed64, lengthDelimited, fixed32): (UInt64, UInt64, UInt64, UInt64) = (0, 1, 2, 5)

    mutating func append(varint value: UInt64) { bytes.append(varint: value) }

    mutating func append(field: UInt64, varint value: UInt64) {
        append(varint: field << 3 | Self.varint)
        append(varint: value)
    }

    mutating func append(field: UInt64, bytes content: some Collection<UInt8>) {
        append(varint: field << 3 | Self.lengthDelimited)
        append(varint: UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    mutating func append(field: UInt64, double value: Double) {
        append(varint: field << 3 | Self.fixed64)
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
}

/// Reads the same, from bytes that may be anything: every length is checked before it is used.
struct ProtobufReader {
    /// What a field holds; the bytes of a fixed one are its number, little-endian.
    enum Content {
        case varint(UInt64)
        case fixed(UInt64)
        case bytes(ArraySlice<UInt8>)
    }

    private var rest: ArraySlice<UInt8>
    var isAtEnd: Bool { rest.isEmpty }
    var remainingByteCount: Int { rest.count }

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// - Throws: `TileError.damaged`, when the number does not end, or has more than 64 bits.
    mutating func varint() throws(TileError) -> UInt64 {
        switch rest.popVarint() {
        case .number(let value): return value
        case .cutOff: throw .damaged("a number is cut off")
        case .tooLong: throw .damaged("a number is too long")
        }
    }

    /// The next field; nil at the end.
    mutating func field() throws(TileError) -> (number: UInt64, content: Content)? {
        guard !rest.isEmpty else { return nil }
        let key = try varint()
        switch key & 7 {
        case ProtobufWriter.varint: return (key >> 3, .varint(try varint()))
        case ProtobufWriter.fixed64: return (key >> 3, .fixed(try fixed(byteCount: 8)))
        case ProtobufWriter.fixed32: return (key >> 3, .fixed(try fixed(byteCount: 4)))
        case ProtobufWriter.lengthDelimited:
            let count = try varint()
            guard count <= UInt64(rest.count) else { throw .damaged("a field is cut off") }
            defer { rest = rest.dropFirst(Int(count)) }
            return (key >> 3, .bytes(rest.prefix(Int(count))))
        default: throw .damaged("a field is of no known kind")
        }
    }

    private mutating func fixed(byteCount: Int) throws(TileError) -> UInt64 {
        guard rest.count >= byteCount else { throw .damaged("a number is cut off") }
        defer { rest = rest.dropFirst(byteCount) }
        return rest.prefix(byteCount).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// Why a tile cannot be read.
public enum TileError: Error, Hashable, CustomStringConvertible {
    case damaged(String)
    /// It would take more memory than it may (`TileBudget`).
    case tooLarge

    public var description: String {
        switch self {
        case .damaged(let what): "not a vector tile, or a damaged one: \(what)"
        case .tooLarge: "the tiles hold more than fits in a picture: too many features, points or names"
        }
    }
}
