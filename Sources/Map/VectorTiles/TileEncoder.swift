import Varints

extension VectorTile {
    /// The tile in the encoding of the Mapbox Vector Tile specification 2.1. The same tile gives the same bytes.
    public var encoded: [UInt8] {
        var writer = ProtobufWriter()
        for layer in layers where !layer.features.isEmpty { writer.append(field: 3, bytes: layer.encoded) }
        return writer.bytes
    }
}

extension TileLayer {
    fileprivate var encoded: [UInt8] {
        var writer = ProtobufWriter()
        writer.append(field: 1, bytes: name.utf8)
        var (keys, values) = (NumberedTable<String>(), NumberedTable<TileValue>())
        for feature in features {
            var tags = ProtobufWriter()
            for (key, value) in feature.attributes.sorted(by: { $0.key < $1.key }) {
                tags.append(varint: keys.number(of: key))
                tags.append(varint: values.number(of: value))
            }
            let commands = feature.geometry.commands
            guard !commands.bytes.isEmpty else { continue }
            var encoded = ProtobufWriter()
            if !tags.bytes.isEmpty { encoded.append(field: 2, bytes: tags.bytes) }
            encoded.append(field: 3, varint: feature.geometry.kind)
            encoded.append(field: 4, bytes: commands.bytes)
            writer.append(field: 2, bytes: encoded.bytes)
        }
        for key in keys.entries { writer.append(field: 3, bytes: key.utf8) }
        for value in values.entries { writer.append(field: 4, bytes: value.encoded) }
        writer.append(field: 5, varint: UInt64(extent))
        writer.append(field: 15, varint: 2)
        return writer.bytes
    }
}

/// Keys or values of a layer, each once.
private struct NumberedTable<Entry: Hashable> {
    private(set) var entries: [Entry] = []
    private var numbers: [Entry: UInt64] = [:]

    mutating func number(of entry: Entry) -> UInt64 {
        if let number = numbers[entry] { return number }
        let number = UInt64(entries.count)
        numbers[entry] = number
        entries.append(entry)
        return number
    }
}

extension TileValue {
    fileprivate var encoded: [UInt8] {
        var writer = ProtobufWriter()
        switch self {
        case .text(let text): writer.append(field: 1, bytes: text.utf8)
        case .number(let number): writer.append(field: 3, double: number)
        case .integer(let number) where number >= 0: writer.append(field: 5, varint: UInt64(number))
        case .integer(let number): writer.append(field: 6, varint: Varint.zigzag(Int64(number)))
        case .flag(let flag): writer.append(field: 7, varint: flag ? 1 : 0)
        }
        return writer.bytes
    }
}

/// The commands that draw a geometry: how often in the upper bits, which in the lowest three.
enum GeometryCommand {
    static let (moveTo, lineTo, closePath): (UInt32, UInt32, UInt32) = (1, 2, 7)
}

extension TileGeometry {
    fileprivate var kind: UInt64 {
        switch self {
        case .points: 1
        case .lines: 2
        case .polygons: 3
        }
    }

    fileprivate var commands: ProtobufWriter {
        var pen = Pen()
        switch self {
        case .points(let points): if !points.isEmpty { pen.run(GeometryCommand.moveTo, points[...]) }
        case .lines(let lines):
            for line in lines where line.count > 1 {
                pen.run(GeometryCommand.moveTo, line.prefix(1))
                pen.run(GeometryCommand.lineTo, line.dropFirst())
            }
        case .polygons(let rings):
            for ring in rings where ring.count > 2 {
                pen.run(GeometryCommand.moveTo, ring.prefix(1))
                pen.run(GeometryCommand.lineTo, ring.dropFirst())
                pen.writer.append(varint: UInt64(1 << 3 | GeometryCommand.closePath))
            }
        }
        return pen.writer
    }

    /// Remembers where it is, because each point is told by its distance from the one before.
    private struct Pen {
        var writer = ProtobufWriter()
        private var last = TilePoint(x: 0, y: 0)

        mutating func run(_ command: UInt32, _ points: ArraySlice<TilePoint>) {
            writer.append(varint: UInt64(points.count) << 3 | UInt64(command))
            for point in points {
                writer.append(varint: Varint.zigzag(Int64(point.x &- last.x)))
                writer.append(varint: Varint.zigzag(Int64(point.y &- last.y)))
                last = point
            }
        }
    }
}
