import CurlClient
import Files
import FoundationEssentials
import Glibc

/// Downloads an extract into a file, and goes on with what is there of it.
struct ExtractDownload {
    let server: ExtractServer
    let file: ExtractServer.RemoteFile
    /// Where it goes. A part of it is in `.part` beside it, and in `.part.json` what it is a part of.
    let path: String

    /// Without anything new in so many attempts one after the other, it is given up.
    private static let mostAttemptsInVain: UInt32 = 4
    /// How PBF begins: the length of a block's header in 4 bytes, and in it the name of the first block.
    private static let beginning = Array("OSMHeader".utf8)

    private var partPath: String { Self.partPath(of: path) }
    private var notePath: String { Self.notePath(of: path) }

    private static func partPath(of path: String) -> String { path + ".part" }
    private static func notePath(of path: String) -> String { path + ".part.json" }

    /// What a part belongs to.
    private struct Note: Codable, Equatable {
        var validator: String
        var byteCount: Int?
    }

    private var note: Note? { file.validator.map { Note(validator: $0, byteCount: file.byteCount) } }

    /// How many bytes of it are there.
    var presentByteCount: Int {
        guard let note, let data = try? Data(contentsOf: URL(filePath: notePath)),
            (try? JSONDecoder().decode(Note.self, from: data)) == note
        else { return 0 }
        return FileSize.of(partPath) ?? 0
    }

    /// Downloads what is missing. When it throws, what has come stays for the next time.
    ///
    /// - Parameter progress: Told how many bytes are there.
    func run(progress: @escaping (Int) -> Void) throws(InstallFault) {
        let present = presentByteCount
        let descriptor = open(partPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .unwritable(path: partPath, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        if present == 0 { ftruncate(descriptor, 0) }
        if let note, let data = try? JSONEncoder().encode(note) {
            do { try ReplacementFile.write(Array(data), to: notePath) } catch { throw InstallFault(error) }
        }
        let state = State(descriptor, byteCount: present)
        var attemptsInVain: UInt32 = 0
        while !state.isComplete(of: file.byteCount) {
            let before = state.byteCount
            let failure = attempt(state, progress)
            if let fault = state.fault { throw fault }
            attemptsInVain = state.byteCount > before ? 0 : attemptsInVain + 1
            guard attemptsInVain < Self.mostAttemptsInVain else {
                throw .unreachable(
                    address: file.address, reason: failure?.words ?? "the answer is empty", got: state.byteCount)
            }
            if attemptsInVain > 0 { sleep(1 << (attemptsInVain - 1)) }
        }
        do throws(FileExchange.Failure) {
            try FileExchange.put(descriptor, named: partPath, inPlaceOf: path)
            try FileExchange.syncDirectory(of: path)
        } catch {
            throw InstallFault.unwritable(path: path, reason: error.reason)
        }
        unlink(notePath)
    }

    /// Forgets what is there of a download, also of one that another process has left: the file, a part of it, and the note of
    /// what that is a part of.
    static func discard(_ path: String) {
        for path in [path, partPath(of: path), notePath(of: path)] { unlink(path) }
    }

    /// How far the download is.
    private final class State {
        let descriptor: Int32
        var byteCount: Int
        var fault: InstallFault?
        /// Whether an answer of unknown length has come to its end.
        var isAtEnd = false

        init(_ descriptor: Int32, byteCount: Int) { (self.descriptor, self.byteCount) = (descriptor, byteCount) }

        func isComplete(of total: Int?) -> Bool { total.map { byteCount >= $0 } ?? isAtEnd }
    }

    /// Asks once for what is missing. Returns why the answer did not come to its end.
    private func attempt(_ state: State, _ progress: @escaping (Int) -> Void) -> CurlFailure? {
        var headers: [String] = []
        if state.byteCount > 0 {
            headers.append("Range: bytes=\(state.byteCount)-")
            if let validator = file.validator { headers.append("If-Range: \(validator)") }
        }
        do throws(CurlFailure) {
            let head = try server.transfer.get(
                file.address, headers: headers, onHead: { take($0, state) },
                onBytes: { bytes in
                    guard append(bytes, state) else { return false }
                    progress(state.byteCount)
                    return true
                })
            // An answer without a body has not been judged yet.
            if state.fault == nil, head.status != 200, head.status != 206 { _ = take(head, state) }
            state.isAtEnd = state.fault == nil
            return nil
        } catch {
            return error
        }
    }

    /// Judges an answer; false for one whose body is not wanted.
    private func take(_ head: CurlTransfer.Head, _ state: State) -> Bool {
        if head.isWebPage {
            state.fault = .webPage(address: file.address)
        } else if let redirect = head.redirect, (300..<400).contains(head.status) {
            state.fault = .sentElsewhere(address: file.address, to: redirect)
        } else if head.status == 206 {
            // What comes must begin where the rest ends.
            if head.contentRange?.hasPrefix("bytes \(state.byteCount)-") == true { return true }
            state.fault = .unfit(address: file.address, expected: "the part that was asked for")
        } else if head.status == 200 || head.status == 416 {
            // The file has changed, or the server sends whole files alone: from the beginning.
            ftruncate(state.descriptor, 0)
            state.byteCount = 0
            return head.status == 200
        } else {
            state.fault = .refused(address: file.address, status: head.status)
        }
        return false
    }

    private func append(_ bytes: UnsafeRawBufferPointer, _ state: State) -> Bool {
        if state.byteCount == 0, bytes.count >= 16, !bytes.dropFirst(6).starts(with: Self.beginning) {
            state.fault =
                bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<")
                ? .webPage(address: file.address)
                : .unfit(address: file.address, expected: "an OpenStreetMap extract in PBF (.osm.pbf)")
            return false
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            let count = pwrite(state.descriptor, piece.baseAddress, piece.count, state.byteCount)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let missing = (file.byteCount ?? 0) - state.byteCount
                state.fault =
                    errno == ENOSPC
                    ? .noRoom(path: partPath, needed: max(missing, piece.count), free: FreeSpace.inBytes(at: path) ?? 0)
                    : .unwritable(path: partPath, reason: String(cString: strerror(errno)))
                return false
            }
            state.byteCount += count
            rest = rest.dropFirst(count)
        }
        return true
    }
}

/// Sizes of files and file systems.
package enum FileSize {
    /// In bytes; nil where there is no file.
    package static func of(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }
}

enum FreeSpace {
    /// For this user, in the file system of a path's directory; nil when it cannot be told.
    static func inBytes(at path: String) -> Int? {
        var status = statvfs()
        let directory = URL(filePath: path).deletingLastPathComponent().path
        return statvfs(directory, &status) == 0 ? Int(status.f_bavail) * Int(status.f_frsize) : nil
    }
}
