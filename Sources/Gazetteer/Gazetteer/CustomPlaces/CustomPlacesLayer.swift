import PlacemarkModel

/// The user's custom places, read where they lie in the mapping: a map of the cells that have any, a packed R-tree of
/// boxes, and behind it the circles and rings that are tested exactly.
///
/// Features are numbered from the smallest area to the largest, so of two that contain a point the lower number is the
/// more specific. Only the sections' bounds have been checked: the reader reads each number from the file once, checks it,
/// and then uses it; a wrong one means "not here".
struct CustomPlacesLayer: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: these are read-only, and live as long as the MappedFile.
    let cells: UnsafeRawBufferPointer
    let boxes: UnsafeRawBufferPointer
    private let items: UnsafeRawBufferPointer
    private let parts: UnsafeRawBufferPointer
    private let rings: UnsafeRawBufferPointer
    let vertices: UnsafeRawBufferPointer
    private let features: UnsafeRawBufferPointer
    private let properties: UnsafeRawBufferPointer
    private let strings: UnsafeRawBufferPointer

    let featureCount: Int
    let tree: CustomTree

    /// Returns nil when the layer is too short for what its header announces.
    init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= CustomPlacesFormat.headerByteCount else { return nil }
        // Counts of 32 bits, times a few bytes, do not overflow the 63 bits of an Int.
        func count(_ field: Int) -> Int { Int(bytes.littleEndian(UInt32.self, at: field * 4)) }
        featureCount = count(0)
        tree = CustomTree(itemCount: count(1))

        var sections = LayerSections(
            bytes: bytes, after: CustomPlacesFormat.headerByteCount, alignment: PlacesFormat.sectionAlignment)
        guard let cells = sections.next(byteCount: CustomCells.byteCount),
            let boxes = sections.next(byteCount: tree.nodeCount * CustomPlacesFormat.boxByteCount),
            let items = sections.next(byteCount: tree.itemCount * CustomPlacesFormat.itemByteCount),
            let parts = sections.next(byteCount: count(2) * CustomPlacesFormat.partByteCount),
            let rings = sections.next(byteCount: count(3) * CustomPlacesFormat.ringByteCount),
            let vertices = sections.next(byteCount: count(4) * CustomPlacesFormat.vertexByteCount),
            let features = sections.next(byteCount: featureCount * CustomPlacesFormat.featureByteCount),
            let properties = sections.next(byteCount: count(5) * CustomPlacesFormat.propertyByteCount),
            let strings = sections.next(byteCount: count(6))
        else { return nil }
        (self.cells, self.boxes, self.items) = (cells, boxes, items)
        (self.parts, self.rings) = (parts, rings)
        (self.vertices, self.features, self.properties, self.strings) = (vertices, features, properties, strings)
    }

    /// A circle, or a polygon with its holes.
    struct Part {
        var feature: UInt32
        var firstRing: UInt32
        /// 0 for a circle.
        var ringCount: UInt32
        /// Of a polygon the west edge, in units; of a circle the radius in millimetres.
        var westOrRadius: Int32
    }

    /// What the file says about one feature itself.
    struct Record {
        var longitude: Int32
        var latitude: Int32
        var name: UInt32
        var firstProperty: UInt32
        var propertyCount: UInt32

        /// Nil when the numbers are not those of a coordinate.
        var coordinate: Coordinate? {
            Coordinate(
                latitude: Double(latitude) / CustomPlacesFormat.unitsPerDegree,
                longitude: Double(longitude) / CustomPlacesFormat.unitsPerDegree)
        }
    }

    var partCount: Int { parts.count / CustomPlacesFormat.partByteCount }
    var ringCount: Int { rings.count / CustomPlacesFormat.ringByteCount }
    var vertexCount: Int { vertices.count / CustomPlacesFormat.vertexByteCount }
    var propertyCount: Int { properties.count / CustomPlacesFormat.propertyByteCount }

    /// The number of the part behind an item of the tree.
    ///
    /// - Precondition: `item` is in 0..<tree.itemCount. The part need not exist.
    func indexOfPart(ofItem item: Int) -> UInt32 {
        items.littleEndian(UInt32.self, at: item * CustomPlacesFormat.itemByteCount)
    }

    func part(at index: UInt32) -> Part? {
        guard index < partCount else { return nil }
        let offset = Int(index) * CustomPlacesFormat.partByteCount
        return Part(
            feature: parts.littleEndian(UInt32.self, at: offset),
            firstRing: parts.littleEndian(UInt32.self, at: offset + 4),
            ringCount: parts.littleEndian(UInt32.self, at: offset + 8),
            westOrRadius: parts.littleEndian(Int32.self, at: offset + 12))
    }

    /// The numbers of a ring's vertices; all of them exist.
    func vertices(ofRing index: Int) -> Range<Int>? {
        guard index >= 0, index < ringCount else { return nil }
        let offset = index * CustomPlacesFormat.ringByteCount
        let first = Int(rings.littleEndian(UInt32.self, at: offset))
        let count = Int(rings.littleEndian(UInt32.self, at: offset + 4))
        guard first <= vertexCount, count <= vertexCount - first else { return nil }
        return first..<first + count
    }

    func record(at index: UInt32) -> Record? {
        guard index < featureCount else { return nil }
        let offset = Int(index) * CustomPlacesFormat.featureByteCount
        return Record(
            longitude: features.littleEndian(Int32.self, at: offset),
            latitude: features.littleEndian(Int32.self, at: offset + 4),
            name: features.littleEndian(UInt32.self, at: offset + 8),
            firstProperty: features.littleEndian(UInt32.self, at: offset + 12),
            propertyCount: features.littleEndian(UInt32.self, at: offset + 16))
    }

    /// One property of the table: key and value, each nil when it cannot be read.
    ///
    /// - Precondition: `index` is in 0..<propertyCount.
    func property(at index: Int) -> (key: CustomPlaceKey?, value: String?) {
        let offset = index * CustomPlacesFormat.propertyByteCount
        return (
            CustomPlaceKey(rawValue: properties.littleEndian(UInt32.self, at: offset)),
            string(at: properties.littleEndian(UInt32.self, at: offset + 4))
        )
    }

    /// The numbers of a feature's properties; all of them exist, and there are no more than keys.
    func properties(of record: Record) -> Range<Int>? {
        let (first, count) = (Int(record.firstProperty), Int(record.propertyCount))
        guard count <= CustomPlaceKey.allCases.count, first <= propertyCount, count <= propertyCount - first else {
            return nil
        }
        return first..<first + count
    }

    /// The bytes of a string: nil when it is empty or does not lie inside the table.
    func stringBytes(at offset: UInt32) -> Slice<UnsafeRawBufferPointer>? {
        guard offset < strings.count else { return nil }
        let start = Int(offset) + 1
        let count = Int(strings[start - 1])
        guard count > 0, count <= strings.count - start else { return nil }
        return strings[start..<start + count]
    }

    /// Bytes that are not UTF-8 come out as U+FFFD.
    func string(at offset: UInt32) -> String? {
        stringBytes(at: offset).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension CustomPlacesLayer {
    /// A custom place as others may list it.
    struct Feature: Hashable {
        var name: String
        /// A circle's centre, or a point inside the largest polygon.
        var coordinate: Coordinate
    }

    /// All features that can be read, the smallest area first.
    var allFeatures: some Sequence<Feature> { (0..<featureCount).lazy.compactMap { self.feature(at: $0) } }

    /// Nil for an unknown number, and for a feature without a usable name or coordinate (a damaged file).
    func feature(at index: Int) -> Feature? {
        guard let number = UInt32(exactly: index), let record = record(at: number), let coordinate = record.coordinate,
            let name = string(at: record.name)
        else { return nil }
        return Feature(name: name, coordinate: coordinate)
    }
}
