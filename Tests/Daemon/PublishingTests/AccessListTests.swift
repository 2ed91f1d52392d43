import Files
import Glibc
import TestConditions
import TestSupport
import Testing

@testable import Publishing

@Suite("The socket of two groups", .timeLimit(.minutes(1)), .tags(.waits))
struct AccessListTests {
    @Test("the second group is let in beside the first, and nobody else")
    func bytes() {
        let entry: (UInt8, UInt8, [UInt8]) -> [UInt8] = { tag, permissions, id in [tag, 0, permissions, 0] + id }
        let nobody: [UInt8] = [255, 255, 255, 255]
        let parts: [[UInt8]] = [
            [2, 0, 0, 0], entry(1, 6, nobody), entry(4, 6, nobody), entry(8, 6, [0x39, 0x30, 0, 0]),
            entry(0x10, 6, nobody), entry(0x20, 0, nobody),
        ]
        #expect(AccessList.bytes(mode: 0o660, admitting: 12345, to: 6) == Array(parts.joined()))
    }

    @Test(
        "a user who is in the second group only can connect, and one who is in neither cannot (fault 50)",
        .enabled("only root can be somebody else") { geteuid() == 0 })
    func connects() async throws {
        let directory = try TemporaryDirectory()
        chmod(directory.path, 0o755)
        let path = directory.file("socket")
        let listener = try SocketListener(path: path, mode: 0o660, group: 47111, secondGroup: 47112)
        defer {
            listener.remove()
            close(listener.descriptor)
        }
        try #require(listener.secondGroupFailure == nil, "no access lists on \(directory.path)")
        #expect(listener.path == path + "~" || listener.path == path)
        for (group, mayConnect) in [(47111, true), (47112, true), (47113, false)] {
            // connect(2) asks for nothing else but the right to write.
            let client = try ChildProcess(
                "setpriv", ["--reuid=65534", "--regid=\(group)", "--clear-groups", "test", "-w", path])
            let status = await client.exitStatus(within: .seconds(20))
            #expect((status == 0) == mayConnect, "\(group): \(client.standardError)")
        }
    }

    @Test(
        "in a directory the second group reads what the directory's own group may, and nothing that is for its owner",
        .enabled("only root can be somebody else") { geteuid() == 0 })
    func reads() async throws {
        let directory = try TemporaryDirectory()
        chmod(directory.path, 0o755)
        let (shared, closed) = (directory.file("shared"), directory.file("closed"))
        for (path, mode) in [(shared, 0o750), (closed, 0o700)] as [(String, mode_t)] {
            mkdir(path, 0o700)
            chown(path, 0, 47111)
            chmod(path, mode)
            try #require(AccessList.admit(47112, toDirectoryAt: path) == 0, "no access lists on \(directory.path)")
            for (name, mode, group) in [
                ("city", 0o640, nil), ("state.json", 0o640, 47112), ("precise.json", 0o600, nil),
            ] as [(String, mode_t, gid_t?)] {
                try AtomicFile(directory: path, name: name, mode: mode, group: group).write([1])
                chown("\(path)/\(name)", 0, group ?? 47111)
                var information = stat()
                #expect(lstat("\(path)/\(name)", &information) == 0 && information.st_mode & 0o777 == mode)
            }
        }
        for (group, readable) in [
            (47111, ["shared/city"]), (47112, ["shared/city", "shared/state.json"]), (47113, []),
        ] {
            for name in ["city", "state.json", "precise.json"].flatMap({ ["shared/\($0)", "closed/\($0)"] }) {
                let client = try ChildProcess(
                    "setpriv",
                    ["--reuid=65534", "--regid=\(group)", "--clear-groups", "test", "-r", directory.file(name)])
                let status = await client.exitStatus(within: .seconds(20))
                #expect((status == 0) == readable.contains(name), "\(group): \(name)")
            }
        }
    }

    @Test("where there is no socket, or a file that is none, nothing is let in")
    func noSocket() throws {
        let directory = try TemporaryDirectory()
        try directory.write("file")
        #expect(AccessList.admit(0, toSocketAt: directory.file("none")) == ENOENT)
        #expect(AccessList.admit(0, toSocketAt: directory.file("file")) == ENOTSOCK)
        #expect(AccessList.admit(0, toDirectoryAt: directory.file("none")) == ENOENT)
        #expect(AccessList.admit(0, toDirectoryAt: directory.file("file")) == ENOTDIR)
    }
}

@Suite("A socket without a daemon", .timeLimit(.minutes(1)), .tags(.waits))
struct RefusingSocketTests {
    @Test("who waits is answered in the right dialect, so that nobody is left in the queue")
    func answers() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("socket")
        let listener = try SocketListener(path: path, mode: 0o600, group: nil)
        defer {
            listener.remove()
            close(listener.descriptor)
        }
        func client(_ request: String) throws -> RawSocket {
            let socket = try RawSocket(path)
            socket.send(Array(request.utf8))
            return socket
        }
        // All have asked before the first is answered: who is slower than 200 ms is answered in the dialect of lines.
        let asking = [
            try client("city\n"), try client("GET /v1/city HTTP/1.1\r\nHost: x\r\n\r\n"), try client(""),
        ]
        let serving = Task.detached {
            RefusingSocket.answer(at: listener.descriptor, because: "the configuration is wrong", for: .seconds(2))
        }
        await serving.value
        var answers: [String] = []
        for client in asking { answers.append(await client.readToEnd()) }
        #expect(answers[0] == "error: failed: the configuration is wrong\n")
        #expect(answers[1].hasPrefix("HTTP/1.1 503 "), "\(answers[1])")
        #expect(answers[1].contains("the configuration is wrong"))
        #expect(answers[2] == "error: failed: the configuration is wrong\n")
        // Nobody waits: no time is lost.
        RefusingSocket.answer(at: listener.descriptor, because: "", for: .seconds(3600))
    }
}
