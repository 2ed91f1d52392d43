import Foundation
import NIOCore
import NIOPosix
import LocationEngine
import PlacemarkModel
@testable import Publishing
import TestSupport
import Testing

extension Access {
    /// Only the user of the tests, and root.
    static var ownUser: Access { Access(preciseGroup: nil, reducedGroup: nil, ownUserID: geteuid()) }
}

extension Router {
    /// For tests that are not about the limit of connections.
    convenience init(feed: StatusFeed, access: Access, requests: LiveQueries?) {
        self.init(feed: feed, access: access, requests: requests, connectionsPerUser: 1000)
    }
}

/// Serves a snapshot at a socket in the directory while `body` runs, which gets the socket's path.
func serve(
    _ snapshot: StatusSnapshot = Snapshots.cupertino, access: Access = .ownUser, answering requests: LiveQueries? = nil,
    track: TrackStore? = nil, connectionsPerUser: Int = 1000, observers: String? = nil,
    now: @escaping @Sendable () -> BootInstant = { at(3) }, in directory: TemporaryDirectory,
    _ body: (SocketServer, String) async throws -> Void
) async throws {
    let path = directory.file("socket")
    let listener = try SocketListener(path: path, mode: 0o660, group: nil)
    let server = SocketServer(
        listener, access: access, on: MultiThreadedEventLoopGroup.singleton.next(), snapshot: snapshot, track: track,
        connectionsPerUser: connectionsPerUser, observers: observers, now: now)
    let (ready, isReady) = AsyncStream<Void>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
        if let track { group.addTask { await track.run() } }
        group.addTask { try await server.run(answering: requests) { isReady.finish() } }
        for await _ in ready {}
        // One that asks for the track before its thread has begun is told to come again.
        if let track { while !(await isRunning(track)) { await Task.yield() } }
        try await body(server, path)
        group.cancelAll()
    }
    #expect(!FileManager.default.fileExists(atPath: path))
}

private func isRunning(_ track: TrackStore) async -> Bool {
    do {
        _ = try await track.reading(.all)
        return true
    } catch {
        return false
    }
}
