import Varints

extension VectorTile {
    /// Reads a tile, which may be anybody's: whatever the bytes are, it ends with a tile or with an error.
    ///
    /// Features of unknown kind, and values of unknown type, are left out, as the specification asks.
    ///
    /// - Parameter budget: of this tile and all others that are kept beside it.
    public init(decoding bytes: some Sequence<UInt8>, within budget: inout TileBudget) throws(TileError) {
        self.init()
        var reader = ProtobufReader(Array(bytes)[...])
        while let (number, content) = try reader.field() {
            guard number == 3, case .bytes(let layer) = content else { continue }
            try budget.take(TileBudget.layer)
            layers.append(try TileLayer(decoding: layer, within: &budget))
        }
    }
}

extension TileLayer {
    fileprivate init(decoding bytes: ArraySlice<UInt8>, within budget: inout TileBudget) throws(TileError) {
        var (keys, values): ([String], [TileValue?]) = ([], [])
        var encodedFeatures: [ArraySlice<UInt8>] = []
        self.init(name: "")
        var reader = ProtobufReader(bytes)
        while let (number, content) = try reader.field() {
            switch (number, content) {
            case (1, .bytes(let bytes)): name = String(decoding: bytes, as: UTF8.self)
            case (2, .bytes(let bytes)):
                try budget.take(TileBudget.feature)
                encodedFeatures.append(bytes)
            case (3, .bytes(let bytes)):
                try budget.take(TileBudget.word + bytes.count)
                keys.append(String(decoding: bytes, as: UTF8.self))
            case (4, .bytes(let bytes)):
                try budget.take(TileBudget.word + bytes.count)
                values.append(try TileValue(decoding: bytes))
            case (5, .varint(let extent)):
                guard (1...UInt64(1 << 20)).contains(extent) else { throw .damaged("an extent of \(extent)") }
                self.extent = Int(extent)
            default: break
            }
        }
        for feature in encodedFeatures {
            guard let feature = try TileFeature(decoding: feature, keys, values, within: &budget) else { continue }
            features.append(feature)
        }
    }
}

extension TileValue {
    /// Nil for a type that the specification does not know.
    fileprivate init?(decoding bytes: ArraySlice<UInt8>) throws(TileError) {
        var reader = ProtobufReader(bytes)
        guard let (number, content) = try reader.field() else { return nil }
        switch (number, content) {
        case (1, .bytes(let text)): self = .text(String(decoding: text, as: UTF8.self))
        case (2, .fixed(let bits)): self = .number(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
        case (3, .fixed(let bits)): self = .number(Double(bitPattern: bits))
        case (4, .varint(let bits)): self = .integer(Int(Int64(bitPattern: bits)))
        case (5, .varint(let bits)): self = .integer(Int(clamping: bits))
        case (6, .varint(let bits)): self = .integer(Int(Varint.unzigzag(bits)))
        case (7, .varint(let bits)): self = .flag(bits != 0)
        default: return nil
        }
    }
}

extension TileFeature {
    /// Nil for a geometry of unknown kind.
    fileprivate init?(
        decoding bytes: ArraySlice<UInt8>, _ keys: [String], _ values: [TileValue?], within budget: inout TileBudget
    ) throws(TileError) {
        var (kind, tags, commands): (UInt64, ArraySlice<UInt8>, ArraySlice<UInt8>) = (0, [], [])
        var reader = ProtobufReader(bytes)
        while let (number, content) = try reader.field() {
            switch (number, content) {
            case (2, .bytes(let bytes)): tags = bytes
            case (3, .varint(let value)): kind = value
            case (4, .bytes(let bytes)): commands = bytes
            default: break
            }
        }
        var geometry = GeometryReader(commands)
        let runs = try geometry.lines(within: &budget)
        switch kind {
        case 1: self.init(.points(Array(runs.joined())))
        case 2: self.init(.lines(runs))
        case 3: self.init(.polygons(runs))
        default: return nil
        }
        var pairs = ProtobufReader(tags)
        while !pairs.isAtEnd {
            let first = try pairs.varint()
            // A key without a value says nothing.
            guard !pairs.isAtEnd else { break }
            guard let key = Int(exactly: first), keys.indices.contains(key),
                let value = Int(exactly: try pairs.varint()), values.indices.contains(value)
            else { throw .damaged("an attribute that is not in the tables of its layer") }
            try budget.take(TileBudget.attribute)
            attributes[keys[key]] = values[value]
        }
    }
}

/// How much memory decoded tiles may still take, reckoned generously. In a tile that anybody may have made, packed a thousandfold,
/// every two bytes can become an array.
public struct TileBudget: Hashable, Sendable {
    // What each takes in memory at most, in bytes, its share of an array that grows included.
    fileprivate static let (layer, feature, attribute, word, line, point) = (128, 128, 96, 48, 80, 16)

    private var byteCount: Int

    /// - Parameter byteCount: for all tiles together.
    public init(byteCount: Int) { self.byteCount = byteCount }

    fileprivate mutating func take(_ count: Int) throws(TileError) {
        guard count <= byteCount else { throw .tooLarge }
        byteCount -= count
    }
}

/// Follows the commands of a geometry.
private struct GeometryReader {
    private var rest: ProtobufReader
    private var (x, y): (Int32, Int32) = (0, 0)

    init(_ commands: ArraySlice<UInt8>) { rest = ProtobufReader(commands) }

    /// The points between one `MoveTo` and the next; a ring does not repeat its first point.
    mutating func lines(within budget: inout TileBudget) throws(TileError) -> [[TilePoint]] {
        var lines: [[TilePoint]] = []
        while !rest.isAtEnd {
            let command = try rest.varint()
            let (name, count) = (UInt32(command & 7), command >> 3)
            switch name {
            case GeometryCommand.moveTo, GeometryCommand.lineTo:
                // Two bytes a point at least: what has no room in the rest is cut off, or a number of somebody's choice.
                guard count <= UInt64(rest.remainingByteCount / 2) else { throw .damaged("a geometry is cut off") }
                for _ in 0..<count {
                    let point = try nextPoint()
                    try budget.take(name == GeometryCommand.moveTo ? TileBudget.line : TileBudget.point)
                    if name == GeometryCommand.moveTo || lines.isEmpty {
                        lines.append([point])
                    } else {
                        lines[lines.count - 1].append(point)
                    }
                }
            case GeometryCommand.closePath: break
            default: throw .damaged("a geometry has a command that does not exist")
            }
        }
        return lines
    }

    private mutating func nextPoint() throws(TileError) -> TilePoint {
        x &+= Int32(truncatingIfNeeded: Varint.unzigzag(try rest.varint()))
        y &+= Int32(truncatingIfNeeded: Varint.unzigzag(try rest.varint()))
        return TilePoint(x: x, y: y)
    }
}
