import Glibc

/// Builds a gazetteer, layer by layer, and puts it on disk in one step.
package struct GazetteerWriter {
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

    /// Writes the file beside its place, flushes it to disk, and renames it: a reader sees the old file or the new one.
    /// The new one has the mode of the old one, or 0644: everybody who could read the world can still read it, whatever
    /// the umask.
    package func write(to path: String) throws(WriteError) {
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        let temporary = "\(directory)/.\(name).\(getpid())"
        func check(_ succeeded: Bool, _ step: String) throws(WriteError) {
            if !succeeded { throw .unwritable(path: path, step: step, reason: String(cString: strerror(errno))) }
        }

        var old = stat()
        let mode = stat(path, &old) == 0 ? old.st_mode & 0o777 : 0o644
        // Left behind by a killed process with the same id, if at all.
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        try check(descriptor >= 0, "create a file beside it")
        do throws(WriteError) {
            defer { close(descriptor) }
            try check(fchmod(descriptor, mode) == 0, "set its mode")
            try check(Self.write(bytes, to: descriptor), "write")
            try check(fsync(descriptor) == 0, "flush to disk")
            try check(rename(temporary, path) == 0, "rename the finished file")
        } catch {
            unlink(temporary)
            throw error
        }
        // The rename is only safe once the directory is on disk, too.
        let parent = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try check(parent >= 0, "open its directory")
        defer { close(parent) }
        try check(fsync(parent) == 0, "flush its directory to disk")
    }

    /// The page cache keeps what is written at once in pieces that are as large, and later kernels (6.18) map a whole
    /// piece, up to 2 MB, for each page of it that a reader touches. In small pieces, a few lookups take 1 MB of memory
    /// rather than the whole file.
    private static let pieceByteCount = 64 * 1024

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(pieceByteCount))
                let count = posixWrite(descriptor, piece.baseAddress, piece.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}

/// The system call: inside a type with a `write` of its own, the name alone would mean that.
private func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
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
