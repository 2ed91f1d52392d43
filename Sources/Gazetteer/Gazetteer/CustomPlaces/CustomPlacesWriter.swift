import PlacemarkModel

/// Lays the custom places out as `CustomPlacesLayer` reads them.
enum CustomPlacesWriter {
    private struct Item {
        var box: CustomBox
        /// The feature, and which of its polygons.
        var feature: Int
        var polygon: Int
        var order: UInt32
    }

    /// The whole layer, padded. The same features in the same order give the same bytes.
    ///
    /// - Precondition: names and values have 1 to `CustomPlace.longestTextByteCount` bytes.
    static func bytes(of features: [CustomPlace]) -> [UInt8] {
        // The smallest area first; of equal ones, the one that was first.
        let areas = features.map(\.areaInSquareMeters)
        let ranked = features.indices.sorted { (areas[$0], $0) < (areas[$1], $1) }.map { features[$0] }

        var (records, properties, strings) = ([UInt8](), [UInt8](), StringTable())
        var items: [Item] = []
        for (index, feature) in ranked.enumerated() {
            let point = CustomPoint(feature.coordinate)
            // In the order of their numbers: a dictionary has none.
            let keys = CustomPlaceKey.allCases.filter { feature.properties[$0] != nil }
            records.append(littleEndian: point.longitude)
            records.append(littleEndian: point.latitude)
            records.append(littleEndian: strings.offset(of: feature.name))
            records.append(littleEndian: UInt32(properties.count / CustomPlacesFormat.propertyByteCount))
            records.append(littleEndian: UInt32(keys.count))
            for key in keys {
                properties.append(littleEndian: key.rawValue)
                properties.append(littleEndian: strings.offset(of: feature.properties[key]))
            }
            items += self.items(of: feature, index: index)
        }
        items.sort { ($0.order, $0.feature, $0.polygon) < ($1.order, $1.feature, $1.polygon) }

        var shapes = ShapeTable()
        var numbers: [UInt8] = []
        for item in items {
            let number = shapes.number(of: ranked[item.feature].shape, feature: item.feature, polygon: item.polygon)
            numbers.append(littleEndian: number)
        }

        var layer: [UInt8] = []
        for count in [
            features.count, items.count, shapes.parts.count / CustomPlacesFormat.partByteCount,
            shapes.rings.count / CustomPlacesFormat.ringByteCount,
            shapes.vertices.count / CustomPlacesFormat.vertexByteCount,
            properties.count / CustomPlacesFormat.propertyByteCount, strings.bytes.count,
        ] { layer.append(littleEndian: UInt32(count)) }
        layer.pad(toMultipleOf: CustomPlacesFormat.headerByteCount)
        for section in [
            CustomCells.map(of: items.map(\.box)), boxes(of: items), numbers, shapes.parts, shapes.rings,
            shapes.vertices,
            records, properties, strings.bytes,
        ] {
            layer.pad(toMultipleOf: PlacesFormat.sectionAlignment)
            layer += section
        }
        layer.pad(toMultipleOf: FileFormat.alignment)
        return layer
    }

    private static func items(of feature: CustomPlace, index: Int) -> [Item] {
        func items(_ boxes: [CustomBox], polygon: Int) -> [Item] {
            boxes.map { Item(box: $0, feature: index, polygon: polygon, order: HilbertCurve.position(ofMiddleOf: $0)) }
        }
        return switch feature.shape {
        case .circle(let center, let radius):
            items(CustomBox.boxes(center: center, radiusInMeters: radius), polygon: 0)
        case .polygons(let polygons):
            polygons.enumerated().flatMap { items($1.boxes, polygon: $0) }
        }
    }

    /// The boxes of all levels.
    private static func boxes(of items: [Item]) -> [UInt8] {
        let tree = CustomTree(itemCount: items.count)
        var boxes = items.map(\.box)
        for level in 1..<max(1, tree.levelCount) {
            for box in tree.boxes(ofLevel: level) {
                let children = tree.children(of: box, onLevel: level)
                boxes.append(boxes[children].dropFirst().reduce(boxes[children.lowerBound]) { $0.union($1) })
            }
        }
        var bytes: [UInt8] = []
        for box in boxes {
            for number in [box.west, box.south, box.east, box.north] { bytes.append(littleEndian: number) }
        }
        return bytes
    }
}

/// Circles and polygons in the order in which the tree comes to them, each once.
private struct ShapeTable {
    private struct Key: Hashable { let feature, polygon: Int }

    private(set) var parts: [UInt8] = []
    private(set) var rings: [UInt8] = []
    private(set) var vertices: [UInt8] = []
    private var numbers: [Key: UInt32] = [:]

    mutating func number(of shape: CustomPlace.Shape, feature: Int, polygon: Int) -> UInt32 {
        let key = Key(feature: feature, polygon: polygon)
        if let number = numbers[key] { return number }
        let number = UInt32(numbers.count)
        numbers[key] = number
        parts.append(littleEndian: UInt32(feature))
        parts.append(littleEndian: UInt32(rings.count / CustomPlacesFormat.ringByteCount))
        switch shape {
        case .circle(_, let radius):
            parts.append(littleEndian: UInt32(0))
            parts.append(littleEndian: Int32((radius * 1000).rounded()))
        case .polygons(let polygons):
            parts.append(littleEndian: UInt32(polygons[polygon].rings.count))
            parts.append(littleEndian: polygons[polygon].west)
            for ring in polygons[polygon].rings {
                rings.append(littleEndian: UInt32(vertices.count / CustomPlacesFormat.vertexByteCount))
                rings.append(littleEndian: UInt32(ring.count))
                for vertex in ring {
                    vertices.append(littleEndian: vertex.x)
                    vertices.append(littleEndian: vertex.y)
                }
            }
        }
        return number
    }
}

/// Hilbert's curve, along which neighbours in number are neighbours on the map.
private enum HilbertCurve {
    /// The number of the cell, of 2¹⁶ × 2¹⁶, in which the middle of the box lies.
    static func position(ofMiddleOf box: CustomBox) -> UInt32 {
        func cell(_ low: Int32, _ high: Int32, _ extent: Int64) -> UInt32 {
            UInt32((Int64(low) + Int64(high) + 2 * extent) * 65_535 / (4 * extent))
        }
        return position(
            x: cell(box.west, box.east, CustomPlacesFormat.halfTurn),
            y: cell(box.south, box.north, CustomPlacesFormat.halfTurn / 2))
    }

    /// The usual way down the curve's quadrants, turning each into the first one's position.
    private static func position(x: UInt32, y: UInt32) -> UInt32 {
        var (x, y, position) = (x, y, UInt32.zero)
        for bit in (0..<16).reversed() {
            let side: UInt32 = 1 << UInt32(bit)
            let (right, up) = (x & side != 0, y & side != 0)
            position += side * side * (up ? (right ? 2 : 1) : (right ? 3 : 0))
            if !up {
                if right { (x, y) = (65_535 - x, 65_535 - y) }
                (x, y) = (y, x)
            }
        }
        return position
    }
}

extension GazetteerWriter {
    /// Adds the layer of the custom places. The `id` and the `byteCount` of `description` are set here.
    ///
    /// - Precondition: names and values have 1 to `CustomPlace.longestTextByteCount` bytes.
    package mutating func addCustomPlaces(_ features: [CustomPlace], description: LayerDescription) {
        add(LayerID.customPlaces, CustomPlacesWriter.bytes(of: features), description: description)
    }
}
