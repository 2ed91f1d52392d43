import Glibc
import Testing

@testable import Systemd

@Suite("The environment of a service")
struct ServiceEnvironmentTests {
    @Test("systemd's variables are taken once, and are gone for child processes")
    func take() {
        setenv("LISTEN_FDNAMES", "placemarkd.socket", 1)
        #expect(ServiceEnvironment.take()["LISTEN_FDNAMES"] == "placemarkd.socket")
        #expect(getenv("LISTEN_FDNAMES") == nil)
        #expect(ServiceEnvironment.take()["LISTEN_FDNAMES"] == nil)
    }

    @Test("only the stream that systemd names is the journal")
    func journal() throws {
        let socket = try TestSocket(SOCK_STREAM)
        var status = stat()
        try #require(fstat(socket.descriptor, &status) == 0)
        let environment = ["JOURNAL_STREAM": "\(status.st_dev):\(status.st_ino)"]
        #expect(isJournal(stream: socket.descriptor, environment: environment))
        let other = try TestSocket(SOCK_STREAM)
        #expect(!isJournal(stream: other.descriptor, environment: environment))
        withExtendedLifetime((socket, other)) {}
        #expect(!isJournal(stream: -1, environment: environment))
    }

    @Test(
        "a variable that is not DEVICE:INODE names no stream", arguments: ["", ":", "8", "8:", "8:1:2", "-8:1", "a:b"])
    func notAStream(text: String) {
        #expect(!isJournal(stream: 0, environment: ["JOURNAL_STREAM": text]))
        #expect(!isJournal(stream: 0, environment: [:]))
    }
}
