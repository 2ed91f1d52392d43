import Glibc
import NIOCore
import Synchronization

/// An answer of unknown length on its way out. Its head waits for the first piece, so that an error that comes before it
/// can still be told.
final class HTTPPieces: Sendable {
    private let channel: any Channel
    private let userID: uid_t
    private let feed: NIOLoopBound<StatusFeed>
    private let head: [UInt8]
    private let isChunked: Bool
    private let state = Mutex(false)

    init(
        _ response: HTTPResponse, keepsAlive: Bool, to userID: uid_t, on channel: any Channel, of feed: StatusFeed
    ) {
        (self.channel, self.userID) = (channel, userID)
        self.feed = NIOLoopBound(feed, eventLoop: channel.eventLoop)
        head = response.head(keepsAlive: keepsAlive)
        isChunked = response.body == .chunked
    }

    /// Whether anything has been sent.
    var hasBegun: Bool { state.withLock(\.self) }

    /// Sends a piece, and returns when the kernel has taken it; false when the client is gone, or does not read.
    func send(_ piece: [UInt8]) async -> Bool {
        // An empty chunk would be the end.
        piece.isEmpty
            ? true : await channel.send(begin() + (isChunked ? Self.chunk(piece) : piece), to: userID, of: feed)
    }

    /// Sends what tells the client that this was all.
    func end() async -> Bool {
        let last = begin() + (isChunked ? Self.chunk([]) : [])
        return last.isEmpty ? true : await channel.send(last, to: userID, of: feed)
    }

    private func begin() -> [UInt8] {
        state.withLock { hasBegun in
            defer { hasBegun = true }
            return hasBegun ? [] : head
        }
    }

    private static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    }
}
