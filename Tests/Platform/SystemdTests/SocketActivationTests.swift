import Glibc
import TestConditions
import Testing

@testable import Systemd

@Suite("SocketActivation", .tags(.waits))
struct SocketActivationTests {
    /// Has duplicates of the descriptors passed in a row, as systemd does from 3 on, while `body` runs. It gets their numbers,
    /// which nobody else had: the process is full of other tests' sockets.
    private static func passing(_ descriptors: [Int32], _ body: ([Int32]) throws -> Void) throws {
        var row: [Int32] = []
        defer { for number in row { close(number) } }
        while row.count < descriptors.count {
            let number = fcntl(descriptors[row.count], F_DUPFD, (row.last ?? 2) + 1)
            try #require(number >= 0)
            // A number in between is taken: the row begins behind it.
            if let last = row.last, number != last + 1 {
                for descriptor in row + [number] { close(descriptor) }
                row = [fcntl(descriptors[0], F_DUPFD, number)]
                try #require(row[0] >= 0)
            } else {
                row.append(number)
            }
        }
        try body(row)
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
        try Self.passing([one.descriptor, other.descriptor]) { row in
            let sockets = try Self.sockets(Self.environment("2", names: "placemarkd.socket:"), first: row[0])
            #expect(
                sockets == [
                    ActivatedSocket(descriptor: row[0], name: "placemarkd.socket"),
                    ActivatedSocket(descriptor: row[1], name: ""),
                ])
            #expect(row.allSatisfy { fcntl($0, F_GETFD) == FD_CLOEXEC })
        }
    }

    @Test("a socket without a name is taken too")
    func nameless() throws {
        let socket = try TestSocket(SOCK_STREAM, listening: true)
        try Self.passing([socket.descriptor]) { row in
            let sockets = try Self.sockets(Self.environment("1"), first: row[0])
            #expect(sockets == [ActivatedSocket(descriptor: row[0], name: nil)])
        }
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
        #expect(throws: SocketActivationError.notOpen(.max)) { try Self.sockets(Self.environment("1"), first: .max) }
    }

    @Test("a file, a datagram socket and a TCP socket are refused")
    func wrongKind() throws {
        let datagram = try TestSocket(SOCK_DGRAM)
        let tcp = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let file = open("/dev/null", O_RDONLY)
        defer { for descriptor in [file, tcp] { close(descriptor) } }
        for descriptor in [file, datagram.descriptor, tcp] {
            #expect(throws: SocketActivationError.notUnixStream(descriptor)) {
                try Self.sockets(Self.environment("1"), first: descriptor)
            }
        }
    }

    @Test("a socket that does not listen is refused")
    func notListening() throws {
        let socket = try TestSocket(SOCK_STREAM)
        #expect(throws: SocketActivationError.notListening(socket.descriptor)) {
            try Self.sockets(Self.environment("1"), first: socket.descriptor)
        }
    }
}
