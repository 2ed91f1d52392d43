import PlacemarkModel
import Varints

/// Packs the features of a detail pack's map as they come: an extract has most of what lies together one behind the other.
package struct MapFeaturesWriter {
    private var blocks: [UInt8] = []
    private var rows: [UInt8] = []
    private var block: [UInt8] = []
    /// Where the last line of the block began, in units.
    private var last = (x: 0, y: 0)
    package private(set) var count = 0

    package init() {}

    /// Adds a feature; lines too short to be drawn are left out, and a feature without any is not there.
    package mutating func append(_ feature: MapFeature) {
        let least = feature.isArea ? 3 : 2
        let lines = feature.lines.map(Self.units).filter { $0.count >= least }
        guard !lines.isEmpty else { return }
        block.append(feature.kindNumber)
        let text = Array(feature.text.utf8)
        block.append(varint: UInt64(text.count <= MapFeaturesFormat.longestTextByteCount ? text.count : 0))
        if text.count <= MapFeaturesFormat.longestTextByteCount { block += text }
        block.append(varint: UInt64(lines.count))
        for line in lines {
            block.append(varint: UInt64(line.count))
            var point = last
            for vertex in line {
                block.append(zigzag: vertex.x - point.x)
                block.append(zigzag: vertex.y - point.y)
                point = vertex
            }
            last = line[0]
        }
        count += 1
        if block.count >= MapFeaturesFormat.blockByteCount { close() }
    }

    /// Rounded, without points that are the same as the one before.
    private static func units(_ line: [Coordinate]) -> [(x: Int, y: Int)] {
        var units: [(x: Int, y: Int)] = []
        units.reserveCapacity(line.count)
        for coordinate in line {
            let x = Int((coordinate.longitude * MapFeaturesFormat.unitsPerDegree).rounded())
            let y = Int((coordinate.latitude * MapFeaturesFormat.unitsPerDegree).rounded())
            if let before = units.last, before == (x, y) { continue }
            units.append((x, y))
        }
        return units
    }

    private mutating func close() {
        guard !block.isEmpty else { return }
        rows.append(littleEndian: UInt32(block.count))
        rows.append(littleEndian: UInt32(truncatingIfNeeded: block.withUnsafeBytes { XXH64.hash($0) }))
        blocks += block
        (block, last) = ([], (0, 0))
    }

    /// The layer.
    package mutating func finished() -> [UInt8] {
        close()
        var bytes: [UInt8] = []
        bytes.append(littleEndian: MapFeaturesFormat.version)
        bytes.append(littleEndian: UInt32(count))
        bytes.append(littleEndian: UInt32(rows.count / MapFeaturesFormat.blockRowByteCount))
        bytes.pad(toMultipleOf: MapFeaturesFormat.headerByteCount)
        return bytes + rows + blocks
    }
}

extension GazetteerWriter {
    /// Adds the layer of the map, which look-ups do not read.
    package mutating func addMapFeatures(_ features: inout MapFeaturesWriter, description: LayerDescription) {
        add(LayerID.mapFeatures, features.finished(), description: description.named("map"))
    }
}
