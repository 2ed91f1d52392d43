import Glibc
import NIOCore
import NIOEmbedded
import NIOHTTP1
import LocationEngine
import PlacemarkModel
@testable import Publishing
import TestConditions
import TestSupport
import Web

/// What is asked on a connection, by whom, and when. The answer is that of the real connection, without a socket.
struct Dialogue {
    var dialect: Dialect
    /// What the client sends.
    var request: String
    var precision: Precision? = .precise
    var snapshot = Snapshots.cupertino
    var points: Int?
    /// Whether root asks; then somebody has a grant already.
    var isRoot = false

    private static let access = Access(preciseGroup: 200, reducedGroup: 100, ownUserID: 0)

    private var peer: PeerCredentials {
        if isRoot { return PeerCredentials(userID: 0, groupIDs: []) }
        let group: gid_t = precision.map { $0 == .precise ? 200 : 100 } ?? 300
        return PeerCredentials(userID: 1000, groupIDs: [group])
    }

    /// All that the connection sends, until the answer is complete.
    func answer() async throws -> String {
        let channel = try await Self.channel()
        let directory = try TemporaryDirectory()
        let retention = TrackRetention(
            storage: points == nil ? .none : .memory, maximumAge: .seconds(1e8), maximumSizeInBytes: 1 << 20)
        let track = TrackStore(retention, directory: directory.path, now: { at(0) }, log: LogRecorder().logger)
        for number in 0..<(points ?? 0) {
            track.offer(TrackTrips.publication(TrackTrips.fix(number, at: Double(number)), at: Double(number)))
        }
        let keeping = Task { await track.run() }
        defer { keeping.cancel() }
        if points != nil { _ = await poll(atMost: .seconds(10)) { (try? await track.reading(.all)) != nil } }

        try await begin(on: channel, track)
        var answer = ""
        repeat {
            let next = try await channel.waitForOutboundWrite(as: ByteBuffer.self)
            answer += String(buffer: next)
        } while !isComplete(answer)
        _ = try? await channel.finish(acceptAlreadyClosed: true)
        return answer
    }

    /// What the connection sends at once; empty when that is nothing.
    func firstAnswer() async throws -> String {
        let channel = try await Self.channel()
        try? await begin(on: channel, nil)
        let answer = try await channel.readOutbound(as: ByteBuffer.self)
        _ = try? await channel.finish(acceptAlreadyClosed: true)
        return answer.map { String(buffer: $0) } ?? ""
    }

    private static func channel() async throws -> NIOAsyncTestingChannel {
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).get()
        return channel
    }

    private func begin(on channel: NIOAsyncTestingChannel, _ track: TrackStore?) async throws {
        try await channel.testingEventLoop.executeInContext {
            let feed = StatusFeed(snapshot, track: track, run: 0xC0FFEE, now: { at(3) })
            var requests = StubRooms.requests()
            // As a daemon has them that keeps none: `TripStoreTests` and `ShipsLogTests` ask one that does.
            requests.trips = TripStore(
                TripStoreSettings(storage: .no, maximumAge: .seconds(1)), directory: "/nowhere", now: { at(3) },
                log: LogRecorder().logger)
            let router = Router(feed: feed, access: Self.access, requests: requests)
            if isRoot {
                let grant = GrantsRequest.grant(userID: 1001, duration: .seconds(600), purpose: "finding the van")
                _ = try router.reply(to: .grants(grant), precision: .precise, from: peer)
            }
            switch dialect {
            case .lines:
                let connection = LineConnection(Array(request.utf8), from: peer, router)
                try channel.pipeline.syncOperations.addHandler(connection)
            case .http:
                let connection = HTTPConnection(from: peer, router, firstHeadBy: .distantFuture)
                try connection.add(to: channel.pipeline)
            }
        }
        if dialect == .http { try await channel.writeInbound(ByteBuffer(string: request)) }
    }

    /// Whether nothing more will come: most answers come in one piece.
    private func isComplete(_ answer: String) -> Bool {
        if request.hasPrefix("HEAD") { return true }
        if answer.hasPrefix("HTTP/1.1 100") { return answer.contains("\r\n\r\nHTTP/1.1 2") }
        let head = answer.prefix(400).split(separator: "\r\n\r\n").first ?? ""
        if head.contains("chunked") { return answer.hasSuffix("\r\n0\r\n\r\n") }
        if head.contains("text/event-stream") { return answer.hasSuffix("\n\n") }
        return true
    }
}

extension Dialogue {
    /// A request of HTTP/1.1 with these headers.
    static func http(
        _ line: String, _ headers: String..., body: String? = nil, precision: Precision? = .precise,
        snapshot: StatusSnapshot = Snapshots.cupertino, points: Int? = nil, isRoot: Bool = false
    ) -> Dialogue {
        let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
        let hasType = line.hasPrefix("POST") || body != nil
        let type = hasType ? ["Content-Type: application/json"] : []
        let head = ["\(line) HTTP/1.1", "Host: localhost"] + headers + type + length
        return Dialogue(
            dialect: .http, request: head.map { $0 + "\r\n" }.joined() + "\r\n" + (body ?? ""), precision: precision,
            snapshot: snapshot, points: points, isRoot: isRoot)
    }
}

extension HTTPRoute {
    /// All that can be asked over HTTP, such as `GET /v1/regions/{identifier}`.
    static var questions: Set<String> {
        Set(allCases.flatMap { route in route.methods.map { "\($0.rawValue) \(route.rawValue)" } })
    }

    /// Which of them a message is that begins like `GET /v1/regions/home?…`; nil where there is no such route.
    static func question(of message: String) -> String? {
        let words = message.split(separator: " ", maxSplits: 2)
        guard words.count > 1, let path = try? RequestTarget(checking: String(words[1])).segments,
            let route = find(path)?.route
        else { return nil }
        return "\(words[0]) \(route.rawValue)"
    }
}
