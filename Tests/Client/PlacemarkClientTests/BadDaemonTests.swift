import PlacemarkModel
import TestSupport
import TestConditions
import Testing

@testable import PlacemarkClient

@Suite("Whatever the daemon says", .timeLimit(.minutes(1)), .tags(.waits))
struct BadDaemonTests {
    private let daemon: StubDaemon

    init() throws { daemon = try StubDaemon() }

    /// How an error is to be understood.
    enum Kind { case malformed, broken, refused, noAnswerYet, noResult }

    private func kind(_ error: PlacemarkClientError?) -> Kind? {
        switch error {
        case .malformedAnswer: .malformed
        case .notReachable: .broken
        case .refused: .refused
        case .noAnswerYet: .noAnswerYet
        case .noResult: .noResult
        case .timedOut, .malformedRequest, .cancelled, nil: nil
        }
    }

    @Test(
        "an answer that is none is an error of its kind",
        arguments: [
            ("", .broken), ("{\"version\":1", .broken), ("garbage\n", .malformed), ("\u{0}\u{1}\u{1F}\n", .malformed),
            ("{}\n", .malformed), ("\n", .malformed), ("[]\n", .malformed), ("HTTP/1.1 400 Bad Request\n", .malformed),
            (String(repeating: "[", count: 100_000) + "\n", .malformed),
            ("error: \n", .malformed), ("error: no-fix\n", .malformed), ("error: no-fix: none: yet\n", .noAnswerYet),
            ("error: no-place: none\n", .noResult), ("error: some-day: a code of a later version\n", .refused),
        ] as [(String, Kind)])
    func answers(answer: String, expected: Kind) async throws {
        let task = Task { [client = daemon.client] in try await client.status() }
        let (connection, _) = try await daemon.connection()
        await connection.send(answer.utf8)
        connection.close()
        let error = await #expect(throws: PlacemarkClientError.self) { try await task.value }
        #expect(kind(error) == expected, "\(String(describing: error))")
    }

    @Test("an error that ends the lines is thrown behind those that came before it", arguments: ["watch", "track"])
    func lastLine(request: String) async throws {
        let task = Task { [client = daemon.client] in
            var count = 0
            do {
                for try await _ in client.lines(of: request) { count += 1 }
                return (count, nil as PlacemarkClientError?)
            } catch { return (count, error as? PlacemarkClientError) }
        }
        try await daemon.answer(Lines.present(), "error: forbidden: the grant of precise access has ended")
        let (count, error) = await task.value
        #expect(count == 1)
        #expect(error == .refused(code: "forbidden", sentence: "the grant of precise access has ended"))
    }

    @Test("bytes that are not UTF-8 are a malformed answer")
    func notUTF8() async throws {
        let task = Task { [client = daemon.client] in try await client.status() }
        await (try daemon.connection().connection).send([0x22, 0xFF, 0xFE, 0x22, 0x0A])
        let error = await #expect(throws: PlacemarkClientError.self) { try await task.value }
        #expect(kind(error) == .malformed)
    }

    @Test("a line of 10 MB is given up after 1 MB, and the connection closed")
    func longLine() async throws {
        let task = Task { [client = daemon.client] in for try await _ in client.events() {} }
        let (connection, _) = try await daemon.connection()
        #expect(await connection.send(Array(repeating: UInt8(ascii: "x"), count: 10_000_000)) == false)
        let error = await #expect(throws: PlacemarkClientError.self) { try await task.value }
        #expect(error == .malformedAnswer("a line has more than 1048576 bytes"))
        #expect(await poll(atMost: .seconds(10)) { connection.hasHungUp })
    }

    @Test(
        "a daemon that takes the connection and says nothing, or never ends its line, is given up",
        arguments: ["", "x"])
    func silence(beginning: String) async throws {
        let limit = Duration.milliseconds(100)
        let path = daemon.client.socketPath
        let task = Task {
            var lines = AnswerLines(socketPath: path, request: "city", patience: limit).makeAsyncIterator()
            return try await lines.next()
        }
        let (connection, _) = try await daemon.connection()
        await connection.send(beginning.utf8)
        await #expect(throws: PlacemarkClientError.timedOut(path: path, after: limit)) { try await task.value }
        #expect(await poll(atMost: .seconds(10)) { connection.hasHungUp })
    }

    @Test("after its first line a daemon may be silent for as long as it likes")
    func patience() async throws {
        let limit = Duration.seconds(5)
        let path = daemon.client.socketPath
        let task = Task {
            var lines = AnswerLines(socketPath: path, request: "watch", patience: limit).makeAsyncIterator()
            return [try await lines.next(), try await lines.next()]
        }
        let (connection, _) = try await daemon.connection()
        let start = ContinuousClock.now
        await connection.send("first\n".utf8)
        _ = await poll(every: .milliseconds(20), atMost: limit * 2) { ContinuousClock.now - start > limit * 1.5 }
        #expect(!connection.hasHungUp)
        await connection.send("second\n".utf8)
        #expect(try await task.value == [Array("first".utf8), Array("second".utf8)])
    }

    @Test("events and keys of a later version are skipped")
    func laterVersion() async throws {
        let task = Task { [client = daemon.client] in
            var names: [EventReport.Name] = []
            for try await event in client.events() { names.append(event.event) }
            return names
        }
        try await daemon.answer(
            Lines.present(#""gravity":{"g":9.81},"#), #"{"event":"earthquake","magnitude":5}"#,
            #"{"event":"source","source":{"state":"underwater","since":1}}"#,
            #"{"event":"rejected","reason":"tooOld","colour":"red"}"#)
        #expect(try await task.value == [.status, .rejected])
    }

    @Test("what is no event of any version ends the events", arguments: ["garbage", "{}", "7", #"{"event":7}"#])
    func noEvent(line: String) async throws {
        let task = Task { [client = daemon.client] in for try await _ in client.events() {} }
        try await daemon.answer(Lines.present(), line)
        let error = await #expect(throws: PlacemarkClientError.self) { try await task.value }
        #expect(kind(error) == .malformed)
    }

    @Test("an error in the middle of an answer is thrown, with what came before it")
    func brokenOff() async throws {
        let task = Task { [client = daemon.client] () -> (Int, PlacemarkClientError?) in
            var count = 0
            do throws(PlacemarkClientError) {
                for try await _ in client.events() { count += 1 }
                return (count, nil)
            } catch {
                return (count, error)
            }
        }
        try await daemon.answer(Lines.present(), "error: failed: the disk is full")
        let (count, error) = await task.value
        #expect(count == 1 && error == .refused(code: "failed", sentence: "the disk is full"))
    }

    @Test("an answer that breaks off in the middle of a line is no whole one")
    func halfLine() async throws {
        let path = daemon.client.socketPath
        let task = Task {
            var lines = AnswerLines(socketPath: path, request: "track", patience: .seconds(10)).makeAsyncIterator()
            let first = try await lines.next()
            await #expect(throws: PlacemarkClientError.self) { try await lines.next() }
            return first
        }
        let (connection, _) = try await daemon.connection()
        await connection.send("first\nsec".utf8)
        connection.close()
        #expect(try await task.value == Array("first".utf8))
    }

    @Test("a path that no socket can have is an error that says so")
    func longPath() async {
        let path = "/tmp/" + String(repeating: "x", count: 200)
        await #expect(
            throws: PlacemarkClientError.notReachable(path: path, reason: "the path is too long for a socket")
        ) { try await PlacemarkClient(socketPath: path).city() }
    }
}
