package import Glibc

/// A Unix socket of this process that listens.
///
/// Its name is taken over from a killed process that has left it behind, never from one that serves it, and no other file is
/// touched. The socket is bound under a temporary name, and renamed when it listens with its mode set: nobody ever sees it
/// with wrong permissions or before it listens.
package enum UnixListener {
    /// Why there is none.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case pathTooLong
        /// Another process listens there.
        case alreadyServed
        case notASocket
        case system(step: String, errorNumber: Int32)

        /// The failure of a system call, of which errno tells why.
        package static func call(_ step: String) -> Failure { .system(step: step, errorNumber: errno) }

        package var description: String {
            switch self {
            case .alreadyServed: "another program listens there; choose another path"
            case .notASocket: "there is a file that is not a socket; choose another path"
            case .pathTooLong: "a socket's path has at most \(UnixListener.longestPath) bytes; choose a shorter one"
            case .system(let step, let number): "\(step): \(String(cString: strerror(number)))"
            }
        }
    }

    /// The most bytes of a path: one less than an address takes, for the `~` of the temporary name.
    package static let longestPath = UnixAddress.longestPath - 1

    /// Makes the socket. Returns its descriptor; the name is the caller's to remove.
    ///
    /// Two processes that begin at the same moment are not kept apart: whoever must know that holds a lock.
    ///
    /// - Parameters:
    ///   - mode: permission bits; connecting needs write permission.
    ///   - prepare: changes the file at this path, which is not to be seen yet, before it listens.
    package static func open(
        _ path: String, mode: mode_t, prepare: (String) throws(Failure) -> Void = { _ throws(Failure) in }
    ) throws(Failure) -> Int32 {
        let temporaryPath = path + "~"
        guard path.utf8.count <= longestPath, let address = UnixAddress(path: temporaryPath) else { throw .pathTooLong }
        guard !path.isEmpty else { throw .system(step: "cannot bind", errorNumber: ENOENT) }
        try clear(path)
        unlink(temporaryPath)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .call("cannot make a socket") }
        do throws(Failure) {
            // The file takes its mode from the descriptor at bind, less the umask, which chmod then makes good.
            guard fchmod(descriptor, mode) == 0 else { throw .call("fchmod") }
            guard address.withSocketAddress({ bind(descriptor, $0, $1) }) == 0 else { throw .call("cannot bind") }
            guard chmod(temporaryPath, mode) == 0 else { throw .call("chmod") }
            try prepare(temporaryPath)
            guard listen(descriptor, SOMAXCONN) == 0 else { throw .call("cannot listen") }
            guard rename(temporaryPath, path) == 0 else { throw .call("rename") }
        } catch {
            close(descriptor)
            unlink(temporaryPath)
            throw error
        }
        return descriptor
    }

    /// Makes sure that nobody serves the path, and that what may lie there is only a socket that was left behind.
    private static func clear(_ path: String) throws(Failure) {
        var information = stat()
        guard lstat(path, &information) == 0 else { return }
        // connect() answers "refused" for a plain file too, so look first.
        guard information.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket }
        let probe = UnixAddress(path: path)?.connected(waits: false) ?? -1
        if probe >= 0 { close(probe) }
        // A full queue is served too, by one that is busy or hangs.
        guard probe < 0, errno != EAGAIN else { throw .alreadyServed }
        guard errno == ECONNREFUSED || errno == ENOENT else { throw .call("cannot tell whether it is served") }
    }
}
