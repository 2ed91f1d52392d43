import Files

/// Builds a gazetteer, layer by layer, and puts it on disk in one step.
package struct GazetteerWriter: Sendable {
    /// Why a gazetteer cannot be written.
    package enum WriteError: Error, Hashable, CustomStringConvertible {
        /// A place has something that the format cannot hold.
        case unfitPlace(name: String, expected: String)
        /// The file cannot be written.
        case unwritable(path: String, step: String, reason: String)

        package var description: String {
            switch self {
            case .unfitPlace(let name, let expected): "place \"\(name)\": expected \(expected)"
            case .unwritable(let path, let step, let reason): "\(path): cannot \(step): \(reason)"
            }
        }
    }

    private(set) var layers: [(description: LayerDescription, payload: [UInt8])] = []

    /// Of a detail pack, as far as its layers are written.
    var detailPackNames = DetailPackNamesWriter()

    package init() {}

    /// Adds a layer as it is, padded with zeros.
    package mutating func add(_ id: UInt32, _ payload: [UInt8], description: LayerDescription) {
        var payload = payload
        payload.pad(toMultipleOf: FileFormat.alignment)
        let description = LayerDescription(
            id: id, name: description.name, source: description.source, version: description.version,
            licence: description.licence, attribution: description.attribution, byteCount: payload.count)
        layers.append((description, payload))
    }

    /// Adds the layer of all names in other languages that came with the streets, limits and areas before. Without one there is
    /// no such layer.
    package mutating func addDetailPackNames(description: LayerDescription) {
        guard let bytes = detailPackNames.bytes else { return }
        add(LayerID.detailPackNames, bytes, description: description.named("names in other languages"))
    }

    /// Gives a layer that is there other content, and leaves it at its place.
    package mutating func replace(_ id: UInt32, _ payload: [UInt8]) {
        guard let index = layers.firstIndex(where: { $0.description.id == id }) else { return }
        let others = layers[(index + 1)...]
        let description = layers[index].description
        layers.removeSubrange(index...)
        add(id, payload, description: description)
        layers += others
    }

    /// How many bytes all layers have together, without the zeros that fill their last pages.
    package var contentByteCount: Int {
        layers.reduce(0) { $0 + ($1.payload.lastIndex { $0 != 0 } ?? -1) + 1 }
    }

    /// The whole file.
    package var bytes: [UInt8] { layers.reduce(into: FileHeader.bytes(layers: layers)) { $0 += $1.payload } }

    /// Puts the file in its place in one step. The new one has the mode of the old one, or 0644: everybody who could read
    /// the world can still read it, whatever the umask.
    package func write(to path: String) throws(WriteError) {
        do {
            try ReplacementFile.write(bytes, to: path)
        } catch {
            throw .unwritable(path: error.path, step: error.step, reason: error.reason)
        }
    }
}

extension GazetteerWriter {
    /// Begins with the layers of a file, byte for byte and in their order, but without those with the number `id`.
    package init(copying path: String, without id: UInt32) throws(GazetteerError) {
        let opened = try OpenedFile(path: path)
        guard opened.header.layers.contains(where: { $0.description.id == LayerID.places }) else {
            throw .noPlaces(path: path)
        }
        self.init()
        for layer in opened.header.layers where layer.description.id != id {
            // A copy gets a new checksum, so what is copied must have had the right one.
            let payload = withExtendedLifetime(opened.file) { Array(opened.file.bytes[layer.range]) }
            guard payload.withUnsafeBytes({ XXH64.hash($0) }) == layer.checksum else {
                throw .damaged(path: path, what: "the checksum of its layer \"\(layer.description.name)\" is wrong")
            }
            add(layer.description.id, payload, description: layer.description)
        }
    }
}
