@testable import GazetteerBuilding

/// The formats of the builder's sources, written.
enum SourceFormat {
    /// An array of integers, as NumPy saves it.
    static func npy(_ type: String, _ shape: [Int], _ values: [UInt8]) -> [UInt8] {
        let header = "{'descr': '\(type)', 'fortran_order': False, 'shape': (\(shape.map { "\($0)," }.joined())), }"
        return [UInt8](
            joining: [0x93], Array("NUMPY".utf8), [1, 0], UInt16(header.utf8.count).bytes, Array(header.utf8), values)
    }

    /// A shapefile with one record for each list of rings.
    static func shapefile(_ records: [[[(Double, Double)]]]) -> [UInt8] {
        var content: [UInt8] = []
        for (index, rings) in records.enumerated() {
            let starts = rings.indices.map { Int32(rings[..<$0].reduce(0) { $0 + $1.count }) }
            let points = rings.joined()
            let record = [UInt8](
                joining: Int32(5).bytes, .zeros(32), Int32(rings.count).bytes, Int32(points.count).bytes,
                starts.flatMap(\.bytes), points.flatMap { $0.bitPattern.bytes + $1.bitPattern.bytes })
            content += Int32(index + 1).bytes.reversed() + Int32(record.count / 2).bytes.reversed() + record
        }
        let length = Int32((100 + content.count) / 2)
        return [UInt8](
            joining: Int32(9994).bytes.reversed(), .zeros(20), length.bytes.reversed(), Int32(1000).bytes,
            Int32(5).bytes, .zeros(64), content)
    }

    /// A dBASE table: the names and lengths of its columns, and the texts of each record.
    static func table(_ fields: [(name: String, length: Int)], _ records: [[[UInt8]]]) -> [UInt8] {
        let descriptors = fields.flatMap { name, length in
            [UInt8](
                joining: Array(name.utf8), .zeros(11 - name.utf8.count), [0x43], .zeros(4), [UInt8(length)], .zeros(15))
        }
        let recordLength = fields.reduce(1) { $0 + $1.length }
        let header = [UInt8](
            joining: [3], .zeros(3), UInt32(records.count).bytes, UInt16(32 + descriptors.count + 1).bytes,
            UInt16(recordLength).bytes, .zeros(20), descriptors, [0x0D])
        var rows: [UInt8] = []
        for texts in records {
            rows.append(0x20)
            for (field, text) in zip(fields, texts) {
                rows += text + [UInt8](repeating: 0x20, count: field.length - text.count)
            }
        }
        return header + rows
    }

    /// A catalogue of translations, as gettext compiles it.
    static func catalogue(_ translations: [(original: String, translation: String)]) -> [UInt8] {
        let sorted = translations.sorted { $0.original < $1.original }
        var (table, texts): ([UInt8], [UInt8]) = ([], [])
        for text in sorted.map(\.original) + sorted.map(\.translation) {
            table += UInt32(text.utf8.count).bytes + UInt32(28 + 16 * sorted.count + texts.count).bytes
            texts += Array(text.utf8) + [0]
        }
        let header = [0x9504_12DE, 0, sorted.count, 28, 28 + 8 * sorted.count, 0, 28 + 16 * sorted.count]
        return header.flatMap { UInt32($0).bytes } + table + texts
    }

    /// A polygon as well-known binary.
    static func polygon(_ rings: [[(Double, Double)]]) -> [UInt8] {
        let points = rings.map { ring in
            UInt32(ring.count).bytes + ring.flatMap { $0.bitPattern.bytes + $1.bitPattern.bytes }
        }
        return [UInt8](joining: [1], UInt32(3).bytes, UInt32(rings.count).bytes, Array(points.joined()))
    }
}

/// The packed rings of the package timezonefinder-data.
extension SourceFormat {
    /// The files of a folder of rings, as the package timezonefinder-data has them.
    static func packed(_ rings: [[SourcePoint]]) -> [(name: String, bytes: [UInt8])] {
        var (payloads, bases, ranges, widths): ([[UInt32]], [UInt8], [UInt8], [UInt8]) = ([], [], [], [])
        var firstBlocks = [UInt32(0)]
        for ring in rings {
            var payload: [UInt32] = []
            let blocks = stride(from: 0, to: ring.count, by: 128)
            for start in blocks {
                let end = min(start + 128, ring.count)
                let vertices = ring[start..<end] + [ring[end % ring.count]]
                let (longitudes, latitudes) = (vertices.map(\.longitude), vertices.map(\.latitude))
                bases += (longitudes.min() ?? 0).bytes
                ranges += (latitudes.min() ?? 0).bytes + (latitudes.max() ?? 0).bytes
                for values in [longitudes, latitudes] {
                    let (packed, width) = pack(values)
                    payload += packed
                    widths.append(UInt8(width))
                }
            }
            payloads.append(payload + [0, 0])
            firstBlocks.append((firstBlocks.last ?? 0) + UInt32(blocks.underestimatedCount))
        }
        let blockCount = widths.count / 2
        return [
            ("nr_vertices.npy", npy("<u4", [rings.count], rings.flatMap { UInt32($0.count).bytes })),
            ("block_offsets.npy", npy("<u4", [rings.count + 1], firstBlocks.flatMap(\.bytes))),
            ("block_bases.npy", npy("<i4", [blockCount], bases)),
            ("block_ranges.npy", npy("<i4", [blockCount, 2], ranges)),
            ("block_widths.npy", npy("|u1", [blockCount, 2], widths)),
            ("coordinates.bin", flatBuffer(payloads)),
        ]
    }

    /// The differences from the least value in steps of ten, in as few bits as the largest needs.
    private static func pack(_ values: [Int32]) -> (words: [UInt32], width: Int) {
        let least = values.min() ?? 0
        let steps = values.map { UInt32(($0 - least) / 10) }
        let width = 32 - (steps.max() ?? 0).leadingZeroBitCount
        var words = [UInt32](repeating: 0, count: (steps.count * width + 31) / 32)
        for (index, step) in steps.enumerated() {
            for bit in 0..<width where step >> UInt32(bit) & 1 == 1 {
                words[(index * width + bit) / 32] |= 1 << UInt32((index * width + bit) % 32)
            }
        }
        return (words, width)
    }

    /// A root table with a list of tables with a vector each, every offset forward, and one list of fields for each of
    /// the two kinds of tables.
    private static func flatBuffer(_ payloads: [[UInt32]]) -> [UInt8] {
        // Root's fields at 8, root at 16, the list at 28.
        var bytes = [UInt8](
            joining: UInt32(16).bytes, Array("TZFP".utf8), UInt16(8).bytes, UInt16(12).bytes, UInt16(4).bytes,
            UInt16(8).bytes, Int32(8).bytes, UInt32(8).bytes, UInt16(3).bytes, .zeros(2), UInt32(payloads.count).bytes)
        // Behind the list the fields of a polygon, then the polygons: table of 8 bytes, length, words.
        let fields = bytes.count + 4 * payloads.count
        var (tables, offset) = ([UInt8](), fields + 8)
        for (index, payload) in payloads.enumerated() {
            bytes += UInt32(offset - (fields - 4 * (payloads.count - index))).bytes
            tables += [UInt8](
                joining: Int32(offset - fields).bytes, UInt32(4).bytes, UInt32(payload.count).bytes,
                payload.flatMap(\.bytes))
            offset += 12 + 4 * payload.count
        }
        return bytes + [UInt8](joining: UInt16(6).bytes, UInt16(8).bytes, UInt16(4).bytes, .zeros(2)) + tables
    }
}

extension FixedWidthInteger {
    /// Little-endian.
    var bytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}

extension [UInt8] {
    init(joining parts: [UInt8]...) { self = Array(parts.joined()) }

    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
