import Foundation
import PlacemarkClient
import LocationEngine
import PlacemarkModel
@testable import Publishing
import TestSupport
import TestConditions
import Testing

@Suite("Socket", .timeLimit(.minutes(2)), .tags(.waits))
struct SocketServerTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func serving(
        _ snapshot: StatusSnapshot = Snapshots.cupertino, access: Access = .ownUser,
        _ body: (SocketServer, String) async throws -> Void
    ) async throws { try await serve(snapshot, access: access, in: directory, body) }

    @Test("a client gets its answer, and events as they happen")
    func client() async throws {
        try await serving { server, path in
            let client = PlacemarkClient(socketPath: path)
            #expect(try await client.city() == "Cupertino")
            #expect(try await client.status() == Snapshots.cupertino.status(at: at(3), precision: .precise))
            var names: [EventReport.Name] = []
            for try await event in client.events() {
                names.append(event.event)
                if names == [.status] {
                    for publication in Snapshots.publications([
                        (.source(.connected), 1), (.source(.fix(Snapshots.fix)), 2),
                    ]) {
                        server.offer(publication)
                    }
                }
                if names.count == 5 { break }
            }
            #expect(names == [.status, .source, .source, .location, .geocode])
        }
    }

    @Test("without a fix a client gets the error that says so")
    func noFix() async throws {
        try await serving(Snapshots.empty) { _, path in
            await #expect(throws: PlacemarkClientError.noAnswerYet("no position yet: connecting to gpsd")) {
                try await PlacemarkClient(socketPath: path).city()
            }
        }
    }

    @Test("nobody there is an error that says where")
    func notReachable() async throws {
        let path = directory.file("nobody")
        await #expect(throws: PlacemarkClientError.notReachable(path: path, reason: "No such file or directory")) {
            try await PlacemarkClient(socketPath: path).city()
        }
    }

    @Test("whatever a client sends, the next one is served (faults 47 and 49)")
    func garbage() async throws {
        try await serving { _, path in
            var random = SeededRandom(seed: 5)
            for round in 0..<50 {
                let socket = try RawSocket(path)
                var bytes = (0..<Int.random(in: 0...6000, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                if round.isMultiple(of: 3) { bytes.removeAll { $0 == UInt8(ascii: "\n") } }
                socket.send(bytes)
                if round.isMultiple(of: 2) { socket.close() }
            }
            #expect(try await PlacemarkClient(socketPath: path).city() == "Cupertino")
        }
    }

    @Test("a line of more than 4 KiB is cut off with an error (fault 47)")
    func longLine() async throws {
        try await serving { _, path in
            let longest = String(repeating: "x", count: 4096)
            let patient = try RawSocket(path)
            patient.send(line: longest)
            #expect(await patient.readToEnd().hasPrefix("error: unknown-request: "))
            let socket = try RawSocket(path)
            // Without waiting for the end of the line.
            socket.send(Array((longest + "x").utf8))
            #expect(await socket.readToEnd() == "error: too-long: a request has at most 4096 bytes\n")
        }
    }

    @Test("a client that closes its half without a word gets the status; one without a newline its answer")
    func halfClosed() async throws {
        try await serving { _, path in
            let silent = try RawSocket(path)
            silent.endInput()
            #expect(await silent.readToEnd().hasPrefix(#"{"daemonVersion":"#))
            let hasty = try RawSocket(path)
            hasty.send(Array("city".utf8))
            hasty.endInput()
            #expect(await hasty.readToEnd() == "Cupertino\n")
            let windows = try RawSocket(path)
            windows.send(Array("city\r\n".utf8))
            #expect(await windows.readToEnd() == "Cupertino\n")
        }
    }

    @Test("a location is waited for longer than the request's deadline, others are served meanwhile")
    func locationInTime() async throws {
        try await serving(Snapshots.empty) { server, path in
            let waiting = try RawSocket(path)
            waiting.send(Array("location wait 300s accuracy 10m\n".utf8))
            // A shell client that has nothing more to say.
            waiting.endInput()
            let hopeless = Task {
                try await PlacemarkClient(socketPath: path).requestLocation(within: .seconds(6))
            }
            await #expect(throws: PlacemarkClientError.self) { try await PlacemarkClient(socketPath: path).city() }
            let error = await #expect(throws: PlacemarkClientError.self) { try await hopeless.value }
            if case .noAnswerYet(let sentence) = error {
                #expect(sentence.hasPrefix("no position has come within 6 s"))
            } else {
                Issue.record("\(String(describing: error))")
            }
            for publication in Snapshots.publications([(.source(.connected), 1), (.source(.fix(Snapshots.fix)), 2)]) {
                server.offer(publication)
            }
            let answer = await waiting.readToEnd()
            #expect(answer.contains(#""horizontalAccuracy":4.1,"#), "\(answer)")
            let report = try await PlacemarkClient(socketPath: path)
                .requestLocation(within: .seconds(300), desiredAccuracyInMeters: 5)
            #expect(report.coordinate == Snapshots.fix.coordinate)
        }
    }

    @Test("a wait for a location that nobody understands is refused at once")
    func badWait() async throws {
        try await serving { _, path in
            let socket = try RawSocket(path)
            socket.send(Array("location wait for it\n".utf8))
            #expect(await socket.readToEnd().hasPrefix("error: bad-request: 'wait' takes a time"))
        }
    }

    @Test("a subscriber of significant changes gets those locations, and nothing else")
    func significant() async throws {
        try await serving { server, path in
            var names: [EventReport.Name] = []
            for try await event in PlacemarkClient(socketPath: path).events(.significant) {
                names.append(event.event)
                if event.event == .location { break }
                // What is not for this reader, and then what is.
                let publications = Snapshots.publications([
                    (.source(.connected), 1), (.source(.fix(Snapshots.fix)), 2), (.geocoded(Snapshots.placemark), 2),
                ])
                publications.forEach(server.offer)
                let change = Event(.significantLocation(Snapshots.fix), at: at(2), elapsed: .zero)
                server.offer(Publication(snapshot: Snapshots.cupertino, events: [change]))
            }
            #expect(names == [.status, .location])
            let unknown = try RawSocket(path)
            unknown.send(Array("watch everything\n".utf8))
            #expect(await unknown.readToEnd().hasPrefix("error: bad-request: "))
        }
    }

    @Test("a client that says nothing is cut off after 5 s (fault 48)")
    func slowloris() async throws {
        try await serving { _, path in
            // Before the server can have begun to count.
            let start = ContinuousClock.now
            let socket = try RawSocket(path)
            socket.send([UInt8(ascii: "c")])
            #expect(await socket.readToEnd() == "error: timeout: no complete request line came\n")
            #expect(ContinuousClock.now - start > .seconds(4))
        }
    }

    @Test("a peer in none of the groups is refused (fault 50)")
    func forbidden() async throws {
        let access = Access(preciseGroup: nil, reducedGroup: nil, ownUserID: OtherUser.daemonUser)
        try await serving(access: access) { _, path in
            let answer = try await OtherUser.ask("city", at: path)
            #expect(answer.hasPrefix("error: forbidden: "), "\(answer)")
        }
    }

    @Test("a socket that is served, and a file that is none, are left alone; a left-over one is replaced (fault 43)")
    func staleSocket() throws {
        let path = directory.file("socket")
        let first = try SocketListener(path: path, mode: 0o660, group: nil)
        #expect(throws: SocketListener.ListenError.alreadyServed(path)) {
            try SocketListener(path: path, mode: 0o660, group: nil)
        }
        #expect(directory.mode("socket") == 0o660)
        first.remove()
        close(first.descriptor)

        // Killed: the name is there, nobody listens, nobody holds the lock.
        let killed = try SocketListener(path: path, mode: 0o660, group: nil)
        close(killed.descriptor)
        rename(path, path + ".kept")
        killed.remove()
        rename(path + ".kept", path)
        let next = try SocketListener(path: path, mode: 0o600, group: nil)
        #expect(directory.mode("socket") == 0o600)
        next.remove()
        close(next.descriptor)

        try directory.write("socket", "precious")
        #expect(throws: SocketListener.ListenError.notASocket(path)) {
            try SocketListener(path: path, mode: 0o660, group: nil)
        }
        #expect(directory.contents("socket") == "precious")
    }

    @Test("a server that accepts nobody, with its queue full, serves the socket all the same (fault 43)")
    func fullQueue() throws {
        let path = directory.file("socket")
        let hanging = try SocketListener(path: path, mode: 0o660, group: nil)
        listen(hanging.descriptor, 0)
        let waiting = try RawSocket(path)
        // Without its lock, as one that was given its socket by systemd.
        unlink(path + ".lock")
        #expect(throws: SocketListener.ListenError.alreadyServed(path)) {
            try SocketListener(path: path, mode: 0o660, group: nil)
        }
        waiting.close()
        hanging.remove()
        close(hanging.descriptor)
    }

    @Test("a path that is too long is refused with the limit")
    func longPath() {
        let path = "/tmp/" + String(repeating: "x", count: 102)
        #expect(throws: SocketListener.ListenError.pathTooLong(path)) {
            try SocketListener(path: path, mode: 0o660, group: nil)
        }
    }
}
