extension GazetteerWriter {
    /// Begins with the layers of a file, byte for byte and in their order, but without those with the number `id`.
    package init(copying path: String, without id: UInt32) throws(GazetteerError) {
        let gazetteer = try Gazetteer(path: path, check: .structure)
        let bytes = gazetteer.file.bytes
        let header: FileHeader
        do throws(FileHeader.Fault) {
            let prefix = UnsafeRawBufferPointer(rebasing: bytes.prefix(FileFormat.fixedHeaderByteCount))
            let byteCount = try FileHeader.byteCount(prefix: prefix, fileByteCount: bytes.count)
            header = try FileHeader(
                bytes: UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]), fileByteCount: bytes.count)
        } catch {
            throw .damaged(path: path, what: "its header has changed since it was opened")
        }
        self.init()
        for layer in header.layers where layer.description.id != id {
            // A copy gets a new checksum, so what is copied must have had the right one.
            let payload = withExtendedLifetime(gazetteer) { Array(bytes[layer.range]) }
            guard payload.withUnsafeBytes({ XXH64.hash($0) }) == layer.checksum else {
                throw .damaged(path: path, what: "the checksum of its layer \"\(layer.description.name)\" is wrong")
            }
            add(layer.description.id, payload, description: layer.description)
        }
    }
}
