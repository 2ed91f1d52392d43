public import Glibc

/// Unix sockets.
public enum UnixSocket {
    /// A new stream or datagram socket, bound to a name where there is no file yet.
    public static func bound(_ path: String, _ type: __socket_type = SOCK_STREAM) throws -> Descriptor {
        try bound(Array(path.utf8), type)
    }

    /// The same with the bytes of a name, which is abstract when the first one is 0.
    public static func bound(_ name: [UInt8], _ type: __socket_type) throws -> Descriptor {
        let descriptor = Descriptor(socket(AF_UNIX, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
        guard descriptor.number >= 0 else { throw SocketError("socket") }
        guard withAddress(name, { bind(descriptor.number, $0, $1) }) == 0 else { throw SocketError("bind") }
        return descriptor
    }

    /// What a server says to one line until it closes, for where nothing can be awaited; nil when nobody is there, or when
    /// it says nothing for half a second.
    public static func answer(to line: String, at path: String) -> String? {
        let descriptor = Descriptor(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
        var patience = timeval(tv_sec: 0, tv_usec: 500_000)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor.number, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        let request = Array("\(line)\n".utf8)
        guard withAddress(Array(path.utf8), { connect(descriptor.number, $0, $1) }) == 0,
            send(descriptor.number, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
        else { return nil }
        var (answer, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65536))
        while true {
            let count = recv(descriptor.number, &buffer, buffer.count, 0)
            guard count > 0 else { return count == 0 ? String(decoding: answer, as: UTF8.self) : nil }
            answer += buffer[..<count]
        }
    }

    /// The address of a name, for bind(2) and connect(2).
    public static func withAddress<Result>(
        _ name: [UInt8], _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        precondition(name.count <= MemoryLayout.size(ofValue: address.sun_path), "too long a name for a socket")
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = MemoryLayout<sa_family_t>.size + name.count
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
        }
    }
}

extension Descriptor {
    /// The datagrams that have come by now, as text.
    public func datagrams() -> [String] {
        var (texts, buffer) = ([String](), [UInt8](repeating: 0, count: 8192))
        while true {
            let count = recv(number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count >= 0 else { return texts }
            texts.append(String(decoding: buffer[..<count], as: UTF8.self))
        }
    }
}
