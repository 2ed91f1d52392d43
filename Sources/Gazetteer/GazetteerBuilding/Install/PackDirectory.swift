import Files
import FoundationEssentials
import Gazetteer
import Glibc

/// The directory with the packs that the daemon reads, and what is known of where each comes from.
package struct PackDirectory {
    package let path: String

    package static let usual = "/var/lib/placemarkd/gazetteers.d"

    /// Where a pack comes from: `NAME.source.json` beside it.
    package struct Source: Codable, Hashable {
        /// `europe/liechtenstein`
        package var extract: String
        /// Of the extract.
        package var address: String
        /// Its checksum when it was downloaded; nil for one that had none.
        package var md5: String?
        /// What `install --only` was given.
        var only: String?
        /// Whether `install --no-map` was given; nil for no.
        var noMap: Bool?
        /// What `install --languages` or `update --languages` was given last.
        package var languages: String?

        package init(
            extract: String, address: String, only: String? = nil, noMap: Bool? = nil, languages: String? = nil
        ) {
            (self.extract, self.address) = (extract, address)
            (self.only, self.noMap, self.languages) = (only, noMap, languages)
        }

        /// Whether an earlier version has kept a name or a password in it.
        package var holdsLogin: Bool { ExtractAddress.holdsLogin(address) || ExtractAddress.holdsLogin(extract) }
    }

    package struct Pack: Hashable {
        package var name: String
        /// Of the data, as `2015-07-27`; nil for a file that is no pack.
        package var date: String?
        package var byteCount: Int
        package var source: Source?
    }

    package init(path: String) { self.path = path }

    package func packPath(_ name: String) -> String { "\(path)/\(name).gazetteer" }
    private func sourcePath(_ name: String) -> String { "\(path)/\(name).source.json" }

    /// The packs, by name.
    package var packs: [Pack] {
        names.filter { $0.hasSuffix(".gazetteer") && !$0.hasPrefix(".") }.sorted().map { file in
            let name = String(file.dropLast(".gazetteer".count))
            let pack = try? DetailPack(path: packPath(name), check: .structure)
            return Pack(
                name: name, date: pack?.version, byteCount: FileSize.of(packPath(name)) ?? 0, source: source(of: name))
        }
    }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

    /// Whether this user may look into it; one that is not there is empty.
    package func checkReadable() throws(InstallFault) {
        guard access(path, R_OK | X_OK) != 0, errno != ENOENT else { return }
        throw .unwritable(path: path, reason: "\(String(cString: strerror(errno))); sudo may help")
    }

    package func source(of name: String) -> Source? {
        (try? Data(contentsOf: URL(filePath: sourcePath(name)))).flatMap {
            try? JSONDecoder().decode(Source.self, from: $0)
        }
    }

    /// Notes where a pack comes from. Without the note, the next update downloads it once more: a crash in between costs that.
    func write(_ source: Source, of name: String) throws(InstallFault) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Texts alone, which can always be encoded.
        guard let json = try? encoder.encode(source) else { return }
        do { try ReplacementFile.write(Array(json), to: sourcePath(name)) } catch { throw InstallFault(error) }
    }

    /// Removes a pack and the note of where it comes from.
    package func remove(_ name: String) throws(InstallFault) {
        guard unlink(packPath(name)) == 0 else {
            if errno == ENOENT { throw .notInstalled(name: name, directory: path) }
            throw .unwritable(path: packPath(name), reason: String(cString: strerror(errno)))
        }
        unlink(sourcePath(name))
    }

    /// Holds the directory for one program at a time, until the result is gone, and removes what killed ones have left in it.
    package func locked() throws(InstallFault) -> Lock {
        guard access(path, F_OK) == 0 else {
            throw .unwritable(
                path: path,
                reason: "there is no such directory. Is placemarkd installed? --directory names another one.")
        }
        let lock = try Lock("\(path)/.lock")
        // The directory may be anybody's: what else lies there stays.
        ReplacementFile.removeLeftovers(in: path) { $0.hasSuffix(".gazetteer") || $0.hasSuffix(".source.json") }
        return lock
    }

    /// A lock that ends with the process, however that ends. Two of one process do not keep each other out.
    package final class Lock {
        private let descriptor: Int32

        fileprivate init(_ path: String) throws(InstallFault) {
            descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
            guard descriptor >= 0 else {
                throw .unwritable(
                    path: path, reason: String(cString: strerror(errno)) + (errno == EACCES ? ": sudo may help" : ""))
            }
            // One of flock(2) would be held on by a program that is being started, until it has begun.
            var lock = Glibc.flock()
            lock.l_type = Int16(F_WRLCK)
            lock.l_whence = Int16(SEEK_SET)
            guard fcntl(descriptor, F_SETLK, &lock) == 0 else {
                let code = errno
                close(descriptor)
                guard code == EACCES || code == EAGAIN else {
                    throw .unwritable(path: path, reason: String(cString: strerror(code)))
                }
                throw .busy(path: path)
            }
        }

        deinit { if descriptor >= 0 { close(descriptor) } }
    }
}
