import Glibc

/// An open destination. Sending never waits, and never fails.
final class ReceiverOutput: Sendable {
    /// What gpsd opens.
    let device: String
    private let descriptor: Int32
    /// The other end of a pseudo terminal, kept open: without it, a write before gpsd has opened it is an error.
    private let terminal: Int32

    init(_ destination: ReceiverDestination) throws(SimulationError) {
        switch destination {
        case .udp(let host, let port):
            (descriptor, terminal) = (try Self.connectedSocket(host: host, port: port), -1)
            device = destination.description
        case .pty: (descriptor, terminal, device) = try Self.pseudoTerminal()
        }
    }

    deinit {
        close(descriptor)
        if terminal >= 0 { close(terminal) }
    }

    /// Sends the bytes in one piece, or loses them: ECONNREFUSED when there is no gpsd yet, EAGAIN when a terminal is
    /// full because nobody reads it.
    func send(_ bytes: [UInt8]) { _ = write(descriptor, bytes, bytes.count) }

    private static func connectedSocket(host: String, port: UInt16) throws(SimulationError) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0, let first = list else { throw .unknownHost(host) }
        defer { freeaddrinfo(list) }
        let type = first.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(first.pointee.ai_family, type, 0)
        guard descriptor >= 0 else { throw .last("socket") }
        guard connect(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0 else {
            defer { close(descriptor) }
            throw .last("connect")
        }
        return descriptor
    }

    /// TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h: macros with a cast, which Swift does not import.
    private static let setTerminalLock: UInt = 0x4004_5431
    private static let getTerminalNumber: UInt = 0x8004_5430

    private static func pseudoTerminal() throws(SimulationError) -> (Int32, Int32, String) {
        // What posix_openpt(), unlockpt() and ptsname() do on Linux; Swift's Glibc does not have them.
        let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .last("opening /dev/ptmx") }
        var (number, locked): (Int32, Int32) = (0, 0)
        guard ioctl(descriptor, setTerminalLock, &locked) == 0, ioctl(descriptor, getTerminalNumber, &number) == 0
        else {
            defer { close(descriptor) }
            throw .last("opening a pseudo terminal")
        }
        let path = "/dev/pts/\(number)"
        let terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else {
            defer { close(descriptor) }
            throw .last("opening a pseudo terminal")
        }
        // Raw, or the terminal would echo the sentences to this side, and change their line ends.
        var settings = termios()
        tcgetattr(terminal, &settings)
        cfmakeraw(&settings)
        tcsetattr(terminal, TCSANOW, &settings)
        return (descriptor, terminal, path)
    }
}

extension SimulationError {
    /// The error of the last system call.
    fileprivate static func last(_ call: String) -> SimulationError {
        .system(call: call, message: String(cString: strerror(errno)))
    }
}
