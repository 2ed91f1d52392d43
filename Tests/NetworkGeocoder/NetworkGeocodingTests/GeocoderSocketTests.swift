import Foundation
import HTTPAsking
import NIOPosix
import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@testable import NetworkGeocoding

@Suite("The socket of a network geocoder", .serialized, .timeLimit(.minutes(30)), .tags(.waits, .soak))
struct GeocoderSocketTests {
    private static let json = UnrulyGeocoder.answer(#"{"geocoder":"mine"}"#)
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.path + "/geocoder.sock"
    }

    /// - Parameter deadline: a long one where something else than the deadline has to end the request.
    private func socket(deadline: Duration = .seconds(30)) -> GeocoderSocket {
        GeocoderSocket(path: path, on: .singleton, deadline: deadline)
    }

    /// How a request ends.
    private func outcome(_ socket: GeocoderSocket) async -> (ServerFailure?, WholeAnswer?) {
        do throws(ServerFailure) {
            return (nil, try await socket.answer(to: "/v1/reverse?latitude=1&longitude=2"))
        } catch {
            return (error, nil)
        }
    }

    @Test("an answer comes whole, with its status and its type")
    func answer() async throws {
        let geocoder = try UnrulyGeocoder(at: path, .bytes(Self.json))
        defer { geocoder.stop() }
        let (_, response) = await outcome(socket())
        #expect(response?.status == 200 && response?.mediaType == "application/json")
        #expect(response.map { String(decoding: $0.body, as: UTF8.self) } == #"{"geocoder":"mine"}"#)
        geocoder.set(.bytes("HTTP/1.0 200 OK\r\nContent-Type: Application/JSON; charset=utf-8\r\n\r\n{}"))
        #expect(
            await outcome(socket()).1 == WholeAnswer(status: 200, mediaType: "application/json", body: [123, 125]))
        geocoder.set(
            .bytes(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
            ))
        #expect(await outcome(socket()).1?.body == [123, 125])
    }

    @Test(
        "whatever the other side does, the request ends by its deadline, with words (faults 51, 53, 54 and 60)",
        // Without the deadline, a request to one that is silent or drips would go on for longer than this.
        .timeLimit(.minutes(1)),
        arguments: [
            (.close, "broken off"), (.silence, "not answered"), (.bytes("hello\n"), "HTTP/1.1"),
            (.bytes("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"), "broken off"),
            (.bytes("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n{"), "larger"),
            (.bytes("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 100_000)), "larger"),
            (.bytes("SSH-2.0-OpenSSH_9.2\r\n"), "HTTP/1.1"), (.flood(1 << 20), "larger"),
            (.drip("HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n{", everyMilliseconds: 50), "not answered"),
        ] as [(UnrulyGeocoder.Manner, String)])
    func unruly(manner: UnrulyGeocoder.Manner, words: String) async throws {
        let geocoder = try UnrulyGeocoder(at: path, manner)
        defer { geocoder.stop() }
        let deadline = words == "not answered" ? Duration.milliseconds(300) : .seconds(30)
        let (failure, _) = await outcome(socket(deadline: deadline))
        #expect(failure?.description.contains(words) == true, "\(failure?.description ?? "none")")
    }

    @Test("where nobody listens, or is no socket, the request fails at once (faults 51 and 60)")
    func nobody() async throws {
        #expect(await outcome(socket()).0?.description.contains("No such file") == true)
        try "text".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(await outcome(socket()).0?.description.contains("refused") == true)
    }

    @Test("the former path of the helper's socket means the one of today, where there is one; no other path does")
    func formerPath() async throws {
        var socket = self.socket()
        (socket.helper.current, socket.helper.former) = (directory.file("today.sock"), path)
        let other = try UnrulyGeocoder(at: path, .bytes(UnrulyGeocoder.answer("[1]")))
        defer { other.stop() }
        #expect(await outcome(socket).1?.body == Array("[1]".utf8))
        let helper = try UnrulyGeocoder(at: socket.helper.current, .bytes(Self.json))
        defer { helper.stop() }
        #expect(await outcome(socket).1?.body == Array(#"{"geocoder":"mine"}"#.utf8))
        #expect(socket.helper.path(for: "/run/mine.sock") == "/run/mine.sock")
    }

    @Test("a program that takes no more connections costs nothing but the deadline (fault 60)", .timeLimit(.minutes(1)))
    func fullQueue() async throws {
        let listener = try UnixSocket.bound(path)
        listen(listener.number, 1)
        for _ in 0..<6 {
            #expect(await outcome(socket(deadline: .milliseconds(100))).0 != nil)
        }
        let last = await outcome(socket(deadline: .milliseconds(300))).0
        #expect(last?.description.contains("takes no more connections") == true)
    }

    @Test("a client that leaves takes its request along: the connection is closed at once")
    func cancellation() async throws {
        let geocoder = try UnrulyGeocoder(at: path, .silence)
        defer { geocoder.stop() }
        let request = Task { await outcome(socket(deadline: .seconds(60))).0 }
        while geocoder.connections == 0 { await Task.yield() }
        request.cancel()
        #expect(await request.value == .noAnswer(.cancelled))
        while geocoder.left == 0 { await Task.yield() }
    }

    @Test("failed requests of each kind leave no descriptor and no memory behind (faults 51, 53, 54 and 60)")
    func growth() async throws {
        let requests = Soak.isOn ? 100_000 : 3000
        let geocoder = try UnrulyGeocoder(at: path, .close, backlog: 128)
        defer { geocoder.stop() }
        let manners: [UnrulyGeocoder.Manner] = [
            .close, .bytes("nonsense\n"), .bytes(UnrulyGeocoder.answer("<html>", status: "502 Bad Gateway")),
            .bytes("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"), .flood(300 << 10), .silence,
        ]
        let (socket, quick) = (socket(), socket(deadline: .milliseconds(2)))
        var before: (descriptors: Int, kibibytes: Int)?
        for number in 0..<requests {
            let manner = manners[number % manners.count]
            geocoder.set(manner)
            if case .silence = manner { _ = await outcome(quick) } else { _ = await outcome(socket) }
            if number == requests / 3 { before = try Self.use() }
        }
        let (first, last) = (try #require(before), try Self.use())
        #expect(last.descriptors <= first.descriptors + 2)
        #expect(last.kibibytes <= first.kibibytes + 4096, "\(first.kibibytes) KiB became \(last.kibibytes)")
    }

    private static func use() throws -> (descriptors: Int, kibibytes: Int) {
        (
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count,
            try ProcessUse(of: getpid()).anonymousKibibytes
        )
    }
}
