import Glibc
import TestSupport
import Testing

@testable import Sockets

@Suite("Unix sockets that listen")
struct UnixListenerTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test("the mode is the one asked for, whatever the umask; nothing else lies beside the socket")
    func mode() throws {
        let descriptor = try UnixListener.open(directory.file("socket"), mode: 0o666)
        defer { close(descriptor) }
        #expect(directory.mode("socket") == 0o666)
        #expect(directory.names == ["socket"])
    }

    @Test("one that is served is left alone, with a full queue too; what a killed process has left is replaced")
    func leftOver() throws {
        let path = directory.file("socket")
        let first = try UnixListener.open(path, mode: 0o600)
        #expect(throws: UnixListener.Failure.alreadyServed) { try UnixListener.open(path, mode: 0o600) }
        // The one that has asked waits to be accepted: the queue is full.
        listen(first, 0)
        #expect(throws: UnixListener.Failure.alreadyServed) { try UnixListener.open(path, mode: 0o600) }
        close(first)
        let second = try UnixListener.open(path, mode: 0o640)
        defer { close(second) }
        #expect(directory.mode("socket") == 0o640)
        #expect(directory.names == ["socket"])
    }

    @Test("a file that is no socket is not touched, and what failed leaves nothing behind")
    func foreign() throws {
        try directory.write("notes", "mine")
        #expect(throws: UnixListener.Failure.notASocket) { try UnixListener.open(directory.file("notes"), mode: 0o600) }
        #expect(directory.contents("notes") == "mine")
        #expect(throws: UnixListener.Failure.system(step: "mine", errorNumber: EPERM)) {
            try UnixListener.open(directory.file("socket"), mode: 0o600) { _ throws(UnixListener.Failure) in
                throw .system(step: "mine", errorNumber: EPERM)
            }
        }
        #expect(directory.names == ["notes"])
    }

    @Test("a path has so many bytes that the temporary name fits as well")
    func longest() throws {
        let name = String(repeating: "x", count: UnixListener.longestPath - directory.path.utf8.count - 1)
        close(try UnixListener.open(directory.file(name), mode: 0o600))
        #expect(throws: UnixListener.Failure.pathTooLong) {
            try UnixListener.open(directory.file(name + "x"), mode: 0o600)
        }
        #expect(throws: UnixListener.Failure.system(step: "cannot bind", errorNumber: ENOENT)) {
            try UnixListener.open("", mode: 0o600)
        }
    }

    @Test("an address takes a path of 107 bytes, and none that is longer")
    func longestAddress() {
        #expect(UnixAddress.longestPath == 107)
        let longest = "/" + String(repeating: "x", count: UnixAddress.longestPath - 1)
        #expect(UnixAddress(path: longest) != nil && UnixAddress(longest) != nil)
        #expect(UnixAddress(path: longest + "x") == nil && UnixAddress(longest + "x") == nil)
    }
}
