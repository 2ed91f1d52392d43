import Glibc
import Testing

@testable import Systemd

@Suite("SocketActivation")
struct SocketActivationTests {
    /// Passes duplicates of the descriptors in a row, as systemd does from 3 on; returns the first number of the row.
    private static func pass(_ descriptors: [Int32], at first: Int32) throws {
        for (number, descriptor) in zip(first..., descriptors) { try #require(dup2(descriptor, number) == number) }
    }

    private static func environment(_ count: String, names: String? = nil, owner: String = "\(getpid())") -> [String:
        String]
    {
        var environment = ["LISTEN_PID": owner, "LISTEN_FDS": count]
        environment["LISTEN_FDNAMES"] = names
        return environment
    }

    private static func sockets(_ environment: [String: String], first: Int32) throws -> [ActivatedSocket] {
        try SocketActivation.sockets(environment: environment, processIdentifier: getpid(), firstDescriptor: first)
    }

    @Test("two listening sockets are taken in order, with their names, close-on-exec")
    func two() throws {
        let (one, other) = (try TestSocket(SOCK_STREAM, listening: true), try TestSocket(SOCK_STREAM, listening: true))
        try Self.pass([one.descriptor, other.descriptor], at: 500)
        defer { for descriptor: Int32 in 500...501 { close(descriptor) } }
        let sockets = try Self.sockets(Self.environment("2", names: "placemarkd.socket:"), first: 500)
        #expect(
            sockets == [
                ActivatedSocket(descriptor: 500, name: "placemarkd.socket"), ActivatedSocket(descriptor: 501, name: ""),
            ])
        #expect(fcntl(500, F_GETFD) == FD_CLOEXEC)
    }

    @Test("a socket without a name is taken too")
    func nameless() throws {
        let socket = try TestSocket(SOCK_STREAM, listening: true)
        try Self.pass([socket.descriptor], at: 510)
        defer { close(510) }
        let sockets = try Self.sockets(Self.environment("1"), first: 510)
        #expect(sockets == [ActivatedSocket(descriptor: 510, name: nil)])
    }

    @Test("started without a socket, or with another process's variables, there is none")
    func none() throws {
        #expect(try Self.sockets([:], first: 3).isEmpty)
        #expect(try Self.sockets(Self.environment("0"), first: 3).isEmpty)
        #expect(try Self.sockets(Self.environment("1", owner: "1"), first: 3).isEmpty)
    }

    @Test("a count that is no small number is refused", arguments: ["", "-1", "17", "x", "1x", "99999999999999999999"])
    func badCount(count: String) {
        #expect(throws: SocketActivationError.badVariable("LISTEN_FDS", count)) {
            try Self.sockets(Self.environment(count), first: 3)
        }
    }

    @Test("a process number that is none is refused")
    func badOwner() {
        #expect(throws: SocketActivationError.badVariable("LISTEN_PID", "x")) {
            try Self.sockets(Self.environment("1", owner: "x"), first: 3)
        }
    }

    @Test("as many names as sockets, or none")
    func badNames() {
        #expect(throws: SocketActivationError.badVariable("LISTEN_FDNAMES", "a:b")) {
            try Self.sockets(Self.environment("1", names: "a:b"), first: 3)
        }
    }

    @Test("a descriptor that is not open is refused")
    func notOpen() {
        #expect(throws: SocketActivationError.notOpen(520)) { try Self.sockets(Self.environment("1"), first: 520) }
    }

    @Test("a file, a datagram socket and a TCP socket are refused")
    func wrongKind() throws {
        let datagram = try TestSocket(SOCK_DGRAM)
        let tcp = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let file = open("/dev/null", O_RDONLY)
        try Self.pass([file, datagram.descriptor, tcp], at: 530)
        for descriptor: Int32 in 530...532 {
            #expect(throws: SocketActivationError.notUnixStream(descriptor)) {
                try Self.sockets(Self.environment("1"), first: descriptor)
            }
        }
        for descriptor in [file, tcp, 530, 531, 532] { close(descriptor) }
    }

    @Test("a socket that does not listen is refused")
    func notListening() throws {
        let socket = try TestSocket(SOCK_STREAM)
        try Self.pass([socket.descriptor], at: 540)
        defer { close(540) }
        #expect(throws: SocketActivationError.notListening(540)) { try Self.sockets(Self.environment("1"), first: 540) }
    }
}
