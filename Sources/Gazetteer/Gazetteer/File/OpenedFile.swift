/// How much of a gazetteer is checked when it is opened.
public enum FileCheck: Sendable {
    /// The header, its checksum, and the bounds of everything: a few microseconds. Of a detail pack its indexes too.
    case structure
    /// The checksums of all layers too: the file is read once, a few milliseconds when it is cached.
    case full
}

/// A mapped gazetteer whose header has been read and checked; what its layers hold has not.
struct OpenedFile {
    let path: String
    let file: MappedFile
    let header: FileHeader

    /// - Parameters:
    ///   - path: as it is told.
    ///   - systemPath: as the system takes it, where its bytes are no UTF-8.
    init(path: String, systemPath: [CChar]? = nil) throws(GazetteerError) {
        do throws(MappedFile.OpenError) {
            file = try MappedFile(path: systemPath ?? Array(path.utf8CString))
        } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
        guard !file.bytes.isEmpty else { throw .empty(path: path) }
        do throws(FileHeader.Fault) {
            let prefix = UnsafeRawBufferPointer(rebasing: file.bytes.prefix(FileFormat.fixedHeaderByteCount))
            let byteCount = try FileHeader.byteCount(prefix: prefix, fileByteCount: file.bytes.count)
            header = try FileHeader(
                bytes: UnsafeRawBufferPointer(rebasing: file.bytes[..<byteCount]), fileByteCount: file.bytes.count)
        } catch {
            throw GazetteerError(error, path: path, fileByteCount: file.bytes.count)
        }
        self.path = path
    }

    /// The same for files with the same content: the checksum of the header, which holds those of the layers.
    var identity: UInt64 { file.bytes.littleEndian(UInt64.self, at: FileFormat.checksumOffset) }

    /// Throws when a layer's checksum is wrong. Reads the file, not the mapping: that takes no memory.
    func check(_ layer: FileHeader.Layer) throws(GazetteerError) {
        var checksum = XXH64()
        guard file.read(layer.range, { checksum.update($0) }), checksum.value == layer.checksum else {
            throw .damaged(path: path, what: "the checksum of its layer \"\(layer.description.name)\" is wrong")
        }
    }

    /// Ends the opening: throws when the file was cut off meanwhile.
    func finish() throws(GazetteerError) {
        guard !file.isLost else { throw .damaged(path: path, what: "it was cut off while it was opened") }
        // Some kernels map a megabyte or two for the few bytes of the headers.
        file.releaseMemory()
    }
}

extension GazetteerError {
    fileprivate init(_ fault: FileHeader.Fault, path: String, fileByteCount: Int) {
        switch fault {
        case .notAGazetteer: self = .notAGazetteer(path: path)
        case .unsupportedVersion(let version):
            self = .unsupportedVersion(path: path, found: version, supported: FileFormat.version)
        case .wrongLength(let expected):
            self = .wrongLength(path: path, expectedBytes: expected, actualBytes: UInt64(fileByteCount))
        case .damaged(let what): self = .damaged(path: path, what: what)
        }
    }
}
