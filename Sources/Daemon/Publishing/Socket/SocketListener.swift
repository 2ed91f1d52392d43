public import Glibc

/// A listening Unix socket that this process has made, under a lock, or been given by systemd.
public struct SocketListener: Sendable {
    /// Why there is no socket.
    public enum ListenError: Error, Hashable, Sendable, CustomStringConvertible {
        case pathTooLong(String)
        case alreadyServed(String)
        case notASocket(String)
        case system(String, step: String, errorNumber: Int32)

        public var description: String {
            switch self {
            case .pathTooLong(let path):
                "\(path): a socket's path has at most \(SocketListener.longestPath) bytes; choose a shorter one"
            case .alreadyServed(let path):
                "\(path): another placemarkd serves this socket; stop it first, or choose another with --socket"
            case .notASocket(let path):
                "\(path): there is a file that is not a socket; it is not touched, choose another path with --socket"
            case .system(let path, let step, let number):
                "\(path): \(step): \(String(cString: strerror(number))); --socket chooses another path"
            }
        }
    }

    /// What fits into `sockaddr_un` with its terminator and the suffix of the temporary name.
    static let longestPath = 106

    public let descriptor: Int32
    /// The path to remove at the end; nil for a socket that belongs to systemd.
    private let ownPath: String?
    /// Why the second group cannot connect: an errno, EOPNOTSUPP where the file system has no access lists.
    public private(set) var secondGroupFailure: Int32?
    /// Held open as long as the socket is served: closing it frees the lock.
    private let lock: Int32?

    /// Takes over a socket that is listening already (socket activation).
    public init(inherited descriptor: Int32) {
        self.descriptor = descriptor
        ownPath = nil
        lock = nil
    }

    /// Makes the socket. A socket that a killed process left behind is replaced; one that is served is not.
    ///
    /// The socket is bound under a temporary name with its mode set, and renamed: nobody ever sees it with wrong
    /// permissions or before it listens.
    ///
    /// - Parameters:
    ///   - mode: permission bits; connecting needs write permission.
    ///   - group: the socket's group; nil leaves the process's own.
    ///   - secondGroup: may connect, too, if the file system can keep that.
    public init(path: String, mode: mode_t, group: gid_t?, secondGroup: gid_t? = nil) throws(ListenError) {
        let temporaryPath = path + "~"
        guard path.utf8.count <= Self.longestPath else { throw .pathTooLong(path) }
        func failure(_ step: String) -> ListenError { .system(path, step: step, errorNumber: errno) }

        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw failure("cannot open the lock file") }
        var socket: Int32 = -1
        do throws(ListenError) {
            guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
                throw errno == EWOULDBLOCK ? .alreadyServed(path) : failure("cannot lock")
            }
            try Self.clear(path)
            unlink(temporaryPath)
            socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            guard socket >= 0 else { throw failure("cannot make a socket") }
            // The file takes its mode from the descriptor at bind, less the umask, which chmod then makes good.
            guard fchmod(socket, mode) == 0 else { throw failure("fchmod") }
            guard Self.withAddress(temporaryPath, { bind(socket, $0, $1) }) == 0 else { throw failure("cannot bind") }
            if let group, chown(temporaryPath, uid_t.max, group) != 0 { throw failure("chown") }
            guard chmod(temporaryPath, mode) == 0 else { throw failure("chmod") }
            if let secondGroup {
                let code = AccessList.admit(secondGroup, toSocketAt: temporaryPath)
                if code != 0 { secondGroupFailure = code }
            }
            guard listen(socket, SOMAXCONN) == 0 else { throw failure("cannot listen") }
            guard rename(temporaryPath, path) == 0 else { throw failure("rename") }
        } catch {
            if socket >= 0 { close(socket) }
            close(lock)
            throw error
        }
        descriptor = socket
        ownPath = path
        self.lock = lock
    }

    /// Where the socket is, as the kernel knows it; nil for one without a name in the file system.
    public var path: String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0, address.sun_family == AF_UNIX else { return nil }
        let bytes = withUnsafeBytes(of: address.sun_path) { Array($0.prefix { $0 != 0 }) }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Removes the socket's name and frees the lock. The descriptor belongs to the server.
    public func remove() {
        if let ownPath { unlink(ownPath) }
        if let lock { close(lock) }
    }

    /// Makes sure that nobody serves the path, and that what may lie there is only a left-over socket.
    private static func clear(_ path: String) throws(ListenError) {
        var information = stat()
        guard lstat(path, &information) == 0 else { return }
        // connect() answers "refused" for a plain file too, so look first.
        guard information.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let probe = socket(AF_UNIX, Int32(type), 0)
        guard probe >= 0 else { throw .system(path, step: "cannot make a socket", errorNumber: errno) }
        defer { close(probe) }
        // A full queue is served too, by one that is busy or hangs.
        let isServed = withAddress(path) { connect(probe, $0, $1) } == 0 || errno == EAGAIN
        guard !isServed else { throw .alreadyServed(path) }
        guard errno == ECONNREFUSED || errno == ENOENT else {
            throw .system(path, step: "cannot tell whether it is served", errorNumber: errno)
        }
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { buffer in
            // `longestPath` leaves room for the terminator, which the zeroed struct brings.
            buffer.copyBytes(from: path.utf8.prefix(buffer.count - 1))
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
