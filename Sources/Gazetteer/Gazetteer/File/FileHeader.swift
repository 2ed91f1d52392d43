/// The first page or pages of a gazetteer: its version, its length, and the table of its layers.
struct FileHeader: Equatable {
    /// One row of the layer table.
    struct Layer: Equatable {
        var description: LayerDescription
        /// Where the layer lies in the file; a multiple of `FileFormat.alignment`, padding included.
        var range: Range<Int>
        /// XXH64 of the whole range.
        var checksum: UInt64
    }

    /// Why some bytes are not a header.
    enum Fault: Error, Equatable {
        case notAGazetteer
        case unsupportedVersion(UInt32)
        case wrongLength(expected: UInt64)
        case damaged(String)
    }

    var byteCount: Int
    var layers: [Layer]

    /// The length of the header as `prefix` tells it; enough of the file for `init(bytes:fileByteCount:)`.
    ///
    /// Takes the first `FileFormat.fixedHeaderByteCount` bytes of the file, or all of a shorter one.
    static func byteCount(prefix: UnsafeRawBufferPointer, fileByteCount: Int) throws(Fault) -> Int {
        guard zip(prefix, FileFormat.magic).allSatisfy(==) else { throw .notAGazetteer }
        guard prefix.count >= FileFormat.fixedHeaderByteCount else { throw .damaged("it ends inside its header") }
        let version = prefix.littleEndian(UInt32.self, at: FileFormat.versionOffset)
        guard version == FileFormat.version else { throw .unsupportedVersion(version) }
        let length = prefix.littleEndian(UInt64.self, at: FileFormat.fileLengthOffset)
        guard length == UInt64(fileByteCount) else { throw .wrongLength(expected: length) }
        let headerLength = prefix.littleEndian(UInt64.self, at: FileFormat.headerLengthOffset)
        guard let byteCount = Int(exactly: headerLength),
            byteCount <= min(fileByteCount, FileFormat.largestHeaderByteCount),
            byteCount > 0, byteCount.isMultiple(of: FileFormat.alignment)
        else { throw .damaged("its header says that it is \(headerLength) bytes long") }
        return byteCount
    }

    /// Reads a whole header, and checks everything in it: the checksum, and that the layers fill the file without gaps.
    init(bytes: UnsafeRawBufferPointer, fileByteCount: Int) throws(Fault) {
        byteCount = try Self.byteCount(prefix: bytes, fileByteCount: fileByteCount)
        guard byteCount == bytes.count else { throw .damaged("its header is cut off") }
        guard bytes.littleEndian(UInt64.self, at: FileFormat.checksumOffset) == Self.checksum(of: bytes) else {
            throw .damaged("the checksum of its header is wrong")
        }
        let layerCount = Int(bytes.littleEndian(UInt32.self, at: FileFormat.layerCountOffset))
        let table = FileFormat.fixedHeaderByteCount
        guard layerCount <= (bytes.count - table) / FileFormat.layerRowByteCount else {
            throw .damaged("its layer table does not fit into its header")
        }
        layers = []
        var end = byteCount
        for index in 0..<layerCount {
            let layer = try Self.layer(at: table + index * FileFormat.layerRowByteCount, in: bytes)
            guard layer.range.lowerBound == end, layer.range.upperBound <= fileByteCount else {
                throw .damaged("layer \(layer.description.id) lies outside its place")
            }
            end = layer.range.upperBound
            layers.append(layer)
        }
        guard end == fileByteCount else { throw .damaged("its layers do not fill it") }
    }

    private static func layer(at row: Int, in bytes: UnsafeRawBufferPointer) throws(Fault) -> Layer {
        let id = bytes.littleEndian(UInt32.self, at: row)
        let offset = bytes.littleEndian(UInt64.self, at: row + 8)
        let length = bytes.littleEndian(UInt64.self, at: row + 16)
        let alignment = UInt64(FileFormat.alignment)
        guard offset.isMultiple(of: alignment), length.isMultiple(of: alignment),
            let start = Int(exactly: offset), let count = Int(exactly: length),
            case (let end, false) = start.addingReportingOverflow(count)
        else { throw .damaged("layer \(id) lies outside the file") }

        var texts: [String] = []
        for field in 0..<5 {
            let text = Int(bytes.littleEndian(UInt32.self, at: row + 32 + field * 8))
            let textLength = Int(bytes.littleEndian(UInt32.self, at: row + 36 + field * 8))
            guard text <= bytes.count, textLength <= bytes.count - text else {
                throw .damaged("a text of layer \(id) lies outside the header")
            }
            texts.append(String(decoding: bytes[text..<text + textLength], as: UTF8.self))
        }
        return Layer(
            description: LayerDescription(
                id: id, name: texts[0], source: texts[1], version: texts[2], licence: texts[3], attribution: texts[4],
                byteCount: count),
            range: start..<end,
            checksum: bytes.littleEndian(UInt64.self, at: row + 24))
    }

    /// XXH64 of the header without the eight bytes that hold it.
    static func checksum(of header: UnsafeRawBufferPointer) -> UInt64 {
        var checksum = XXH64()
        checksum.update(UnsafeRawBufferPointer(rebasing: header[..<FileFormat.checksumOffset]))
        checksum.update(UnsafeRawBufferPointer(rebasing: header[(FileFormat.checksumOffset + 8)...]))
        return checksum.value
    }
}

extension FileHeader {
    /// The header of a file with these layers, one after the other. Their `byteCount` is ignored.
    static func bytes(layers: [(description: LayerDescription, payload: [UInt8])]) -> [UInt8] {
        var texts: [UInt8] = []
        let firstText = FileFormat.fixedHeaderByteCount + layers.count * FileFormat.layerRowByteCount
        let rows = layers.map { layer in
            [\LayerDescription.name, \.source, \.version, \.licence, \.attribution].map { field in
                let text = Array(layer.description[keyPath: field].utf8)
                defer { texts += text }
                return (offset: firstText + texts.count, count: text.count)
            }
        }
        let byteCount = (firstText + texts.count).roundedUp(toMultipleOf: FileFormat.alignment)
        precondition(byteCount <= FileFormat.largestHeaderByteCount, "the texts of the layers do not fit into a header")

        var header = FileFormat.magic
        header.append(littleEndian: FileFormat.version)
        header.append(littleEndian: UInt32(layers.count))
        header.append(littleEndian: UInt64(layers.reduce(byteCount) { $0 + $1.payload.count }))
        header.append(littleEndian: UInt64(0))  // the checksum, when all else is known
        header.append(littleEndian: UInt64(byteCount))
        header.pad(toMultipleOf: FileFormat.fixedHeaderByteCount)

        var offset = byteCount
        for (layer, row) in zip(layers, rows) {
            precondition(layer.payload.count.isMultiple(of: FileFormat.alignment), "a layer is not padded")
            header.append(littleEndian: layer.description.id)
            header.append(littleEndian: UInt32(0))
            header.append(littleEndian: UInt64(offset))
            header.append(littleEndian: UInt64(layer.payload.count))
            header.append(littleEndian: layer.payload.withUnsafeBytes { XXH64.hash($0) })
            for text in row {
                header.append(littleEndian: UInt32(text.offset))
                header.append(littleEndian: UInt32(text.count))
            }
            offset += layer.payload.count
        }
        header += texts
        header.pad(toMultipleOf: FileFormat.alignment)
        let checksum = header.withUnsafeBytes { Self.checksum(of: $0) }
        header.store(littleEndian: checksum, at: FileFormat.checksumOffset)
        return header
    }
}
