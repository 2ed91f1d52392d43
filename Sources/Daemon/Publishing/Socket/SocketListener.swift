public import Glibc
import Sockets

/// A listening Unix socket that this process has made, under a lock, or been given by systemd.
public struct SocketListener: Sendable {
    /// Why there is no socket.
    public enum ListenError: Error, Hashable, Sendable, CustomStringConvertible {
        case pathTooLong(String)
        case alreadyServed(String)
        case notASocket(String)
        case system(String, step: String, errorNumber: Int32)

        init(_ failure: UnixListener.Failure, at path: String) {
            self =
                switch failure {
                case .pathTooLong: .pathTooLong(path)
                case .alreadyServed: .alreadyServed(path)
                case .notASocket: .notASocket(path)
                case .system(let step, let errorNumber): .system(path, step: step, errorNumber: errorNumber)
                }
        }

        public var description: String {
            switch self {
            case .pathTooLong(let path): "\(path): \(UnixListener.Failure.pathTooLong)"
            case .alreadyServed(let path):
                "\(path): another placemarkd serves this socket; stop it first, or choose another with --socket"
            case .notASocket(let path):
                "\(path): there is a file that is not a socket, which is left alone; choose another path with --socket"
            case .system(let path, let step, let number):
                "\(path): \(UnixListener.Failure.system(step: step, errorNumber: number)); --socket chooses another path"
            }
        }
    }

    public let descriptor: Int32
    /// The path to remove at the end; nil for a socket that belongs to systemd.
    private let ownPath: String?
    /// Why the second group cannot connect: an errno, EOPNOTSUPP where the file system has no access lists.
    public let secondGroupFailure: Int32?
    /// Held open as long as the socket is served: closing it frees the lock.
    private let lock: Int32?

    /// Takes over a socket that is listening already (socket activation).
    public init(inherited descriptor: Int32) {
        self.descriptor = descriptor
        ownPath = nil
        lock = nil
        secondGroupFailure = nil
    }

    /// Makes the socket, as `UnixListener` does, and holds a lock as long as it is served.
    ///
    /// - Parameters:
    ///   - mode: permission bits; connecting needs write permission.
    ///   - group: the socket's group; nil leaves the process's own.
    ///   - secondGroup: may connect, too, if the file system can keep that.
    public init(path: String, mode: mode_t, group: gid_t?, secondGroup: gid_t? = nil) throws(ListenError) {
        guard path.utf8.count <= UnixListener.longestPath else { throw .pathTooLong(path) }
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw ListenError(.call("cannot open the lock file"), at: path) }
        do throws(UnixListener.Failure) {
            guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
                throw errno == EWOULDBLOCK ? .alreadyServed : .call("cannot lock")
            }
            var failure: Int32 = 0
            descriptor = try UnixListener.open(path, mode: mode) { name throws(UnixListener.Failure) in
                if let group, chown(name, uid_t.max, group) != 0 { throw .call("chown") }
                if let secondGroup { failure = AccessList.admit(secondGroup, toSocketAt: name) }
            }
            secondGroupFailure = failure == 0 ? nil : failure
        } catch {
            close(lock)
            throw ListenError(error, at: path)
        }
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
}
