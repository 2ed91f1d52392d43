import Glibc

/// A file that is old or new, never half a picture.
struct PictureFile {
    let path: String

    /// What could not be done, and why.
    struct WriteError: Error, CustomStringConvertible {
        let path, step, reason: String
        var description: String { "\(path): cannot \(step): \(reason)" }
    }

    /// Writes beside the file, and renames. Nobody else can read a new file: it shows where somebody is.
    func write(_ bytes: [UInt8]) throws(WriteError) {
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { path[...$0] } ?? ""
        let temporary = "\(directory).\(slash.map { path[path.index(after: $0)...] } ?? path[...]).\(getpid())"
        func check(_ succeeded: Bool, _ step: String) throws(WriteError) {
            if !succeeded { throw WriteError(path: path, step: step, reason: String(cString: strerror(errno))) }
        }
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        try check(descriptor >= 0, "create a file beside it")
        do throws(WriteError) {
            defer { close(descriptor) }
            var old = stat()
            if stat(path, &old) == 0 { try check(fchmod(descriptor, old.st_mode & 0o777) == 0, "set its mode") }
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                try check(count > 0, "write")
                rest = rest.dropFirst(count)
            }
            try check(rename(temporary, path) == 0, "rename the finished file")
        } catch {
            unlink(temporary)
            throw error
        }
    }
}

/// Where the basemap is that belongs to this program.
enum InstalledBasemap {
    static let path = path(forExecutable: running ?? "/usr/libexec/placemarkd/placemark-picture")

    /// A program in `PREFIX/libexec/placemarkd` has it in `PREFIX/share/placemarkd`; one that was just built, below a directory
    /// `.build`, in `.build/gazetteer`, where the world file is.
    static func path(forExecutable executable: String) -> String {
        let directories = executable.split(separator: "/").dropLast()
        if let build = directories.lastIndex(of: ".build") {
            return "/" + (directories[...build] + ["gazetteer", "world.pmtiles"]).joined(separator: "/")
        }
        return "/" + (directories.dropLast(2) + ["share", "placemarkd", "world.pmtiles"]).joined(separator: "/")
    }

    private static var running: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink("/proc/self/exe", start, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }
}
