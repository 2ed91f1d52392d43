extension VectorTile {
    /// Reads a tile, which may be anybody's: whatever the bytes are, it ends with a tile or with an error.
    ///
    /// Features of unknown kind, and values of unknown type, are left out, as the specification asks.
    public init(decoding bytes: some Sequence<UInt8>) throws(TileError) {
        self.init()
        var reader = ProtobufReader(Array(bytes)[...])
        while let (number, content) = try reader.field() {
            guard number == 3, case .bytes(let layer) = content else { continue }
            layers.append(try TileLayer(decoding: layer))
        }
    }
}

extension TileLayer {
    fileprivate init(decoding bytes: ArraySlice<UInt8>) throws(TileError) {
        var (keys, values): ([String], [TileValue?]) = ([], [])
        var encodedFeatures: [ArraySlice<UInt8>] = []
        self.init(name: "")
        var reader = ProtobufReader(bytes)
        while let (number, content) = try reader.field() {
            switch (number, content) {
            case (1, .bytes(let bytes)): name = String(decoding: bytes, as: UTF8.self)
            case (2, .bytes(let bytes)): encodedFeatures.append(bytes)
            case (3, .bytes(let bytes)): keys.append(String(decoding: bytes, as: UTF8.self))
            case (4, .bytes(let bytes)): values.append(try TileValue(decoding: bytes))
            case (5, .varint(let extent)):
                guard (1...UInt64(1 << 20)).contains(extent) else { throw .damaged("an extent of \(extent)") }
                self.extent = Int(extent)
            default: break
            }
        }
        for feature in encodedFeatures {
            if let feature = try TileFeature(decoding: feature, keys, values) { features.append(feature) }
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
        case (6, .varint(let bits)): self = .integer(Int(ProtobufReader.zigzag(bits)))
        case (7, .varint(let bits)): self = .flag(bits != 0)
        default: return nil
        }
    }
}

extension TileFeature {
    /// Nil for a geometry of unknown kind.
    fileprivate init?(
        decoding bytes: ArraySlice<UInt8>, _ keys: [String], _ values: [TileValue?]
    ) throws(TileError) {
        var (kind, tags, commands): (UInt64, [UInt64], [UInt64]) = (0, [], [])
        var reader = ProtobufReader(bytes)
        while let (number, content) = try reader.field() {
            switch (number, content) {
            case (2, .bytes(let bytes)): tags = try Self.numbers(bytes)
            case (3, .varint(let value)): kind = value
            case (4, .bytes(let bytes)): commands = try Self.numbers(bytes)
            default: break
            }
        }
        var geometry = GeometryReader(commands)
        let runs = try geometry.lines()
        switch kind {
        case 1: self.init(.points(Array(runs.joined())))
        case 2: self.init(.lines(runs))
        case 3: self.init(.polygons(runs))
        default: return nil
        }
        for pair in stride(from: 0, to: tags.count - 1, by: 2) {
            guard let key = Int(exactly: tags[pair]), keys.indices.contains(key),
                let value = Int(exactly: tags[pair + 1]), values.indices.contains(value)
            else { throw .damaged("an attribute that is not in the tables of its layer") }
            attributes[keys[key]] = values[value]
        }
    }

    private static func numbers(_ bytes: ArraySlice<UInt8>) throws(TileError) -> [UInt64] {
        var reader = ProtobufReader(bytes)
        var numbers: [UInt64] = []
        while !reader.isAtEnd { numbers.append(try reader.varint()) }
        return numbers
    }
}

/// Follows the commands of a geometry.
private struct GeometryReader {
    private var rest: ArraySlice<UInt64>
    private var (x, y): (Int32, Int32) = (0, 0)

    init(_ commands: [UInt64]) { rest = commands[...] }

    /// The points between one `MoveTo` and the next; a ring does not repeat its first point.
    mutating func lines() throws(TileError) -> [[TilePoint]] {
        var lines: [[TilePoint]] = []
        while let command = rest.popFirst() {
            let (name, count) = (UInt32(command & 7), command >> 3)
            switch name {
            case GeometryCommand.moveTo, GeometryCommand.lineTo:
                // Two numbers a point: what has no room in the rest is cut off, or a number of somebody's choice.
                guard count <= UInt64(rest.count / 2) else { throw .damaged("a geometry is cut off") }
                for _ in 0..<count {
                    let point = nextPoint()
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

    private mutating func nextPoint() -> TilePoint {
        x &+= Int32(truncatingIfNeeded: ProtobufReader.zigzag(rest.popFirst() ?? 0))
        y &+= Int32(truncatingIfNeeded: ProtobufReader.zigzag(rest.popFirst() ?? 0))
        return TilePoint(x: x, y: y)
    }
}
