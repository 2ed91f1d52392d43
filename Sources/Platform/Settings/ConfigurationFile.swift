package import Files
internal import Glibc

/// Reading a configuration file and finding its drop-ins.
package enum ConfigurationFile {
    /// Far more than a configuration ever needs.
    package static let usualMaximumBytes = 1 << 20

    /// The file's bytes; nil when there is no file.
    ///
    /// `/dev/null` is an empty file: with a link to it, systemd's users switch a drop-in off. A pipe would make the
    /// caller wait, so nothing else but a regular file is read.
    package static func read(
        _ path: String, maximumBytes: Int = usualMaximumBytes
    ) throws(ConfigurationProblem.Reason) -> [UInt8]? {
        try read(Array(path.utf8CString), maximumBytes: maximumBytes)
    }

    /// - Parameter path: with its NUL. It need not be UTF-8.
    package static func read(_ path: [CChar], maximumBytes: Int) throws(ConfigurationProblem.Reason) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw lastFailure()
        }
        defer { close(descriptor) }
        var (status, null) = (stat(), stat())
        guard fstat(descriptor, &status) == 0 else { throw lastFailure() }
        guard status.st_mode & S_IFMT == S_IFREG else {
            if stat("/dev/null", &null) == 0, status.st_rdev == null.st_rdev, status.st_ino == null.st_ino { return [] }
            throw .notRegularFile
        }

        // One byte more than there is, and never more than one beyond what is allowed, so that a file that grows
        // meanwhile is noticed.
        var bytes = [UInt8](repeating: 0, count: min(max(0, Int(status.st_size)), maximumBytes) + 1)
        var count = 0
        while true {
            let received = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
            }
            if received == 0 { break }
            if received < 0, errno != EINTR { throw lastFailure() }
            count += max(0, received)
            guard count <= maximumBytes else { throw .tooLarge(maximumBytes: maximumBytes) }
            if count == bytes.count {
                bytes += [UInt8](repeating: 0, count: min(bytes.count, maximumBytes + 1 - bytes.count))
            }
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// The paths of the `*.conf` files in `FILE.d`, in the order of their names' bytes; hidden files are left out.
    package static func dropIns(of file: String) throws(ConfigurationProblem.Reason) -> [String] {
        let names = try names(in: file + ".d", withSuffix: ".conf") ?? []
        if let foreign = names.first(where: { !$0.isUTF8 }) { throw .nameNotUTF8(foreign.text) }
        return names.map { "\(file).d/\($0.text)" }
    }

    /// The names in a directory that end in this way, likewise; nil when there is no directory.
    package static func names(
        in directory: String, withSuffix suffix: String
    ) throws(ConfigurationProblem.Reason) -> [DirectoryName]? {
        do throws(AtomicFile.WriteError) {
            return try DirectoryNames.read(directory).filter { $0.hasSuffix(suffix) && !$0.isHidden }
        } catch {
            if error.errorNumber == ENOENT { return nil }
            throw .unreadable(String(cString: strerror(error.errorNumber)))
        }
    }

    /// What is to be said of a file or directory that must be there.
    package static var missing: ConfigurationProblem.Reason { .unreadable(String(cString: strerror(ENOENT))) }

    private static func lastFailure() -> ConfigurationProblem.Reason { .unreadable(String(cString: strerror(errno))) }
}
