import Glibc
import NIOCore

extension Channel {
    /// How long a client may take for a piece of its answer: somebody pages through them, perhaps.
    static var piecePatience: TimeAmount { .seconds(60) }

    /// Sends a piece, and returns when the kernel has taken it; false when the client is gone, does not read, or may not
    /// have it any more.
    ///
    /// - Parameter userID: whose share of the memory it takes.
    func send(_ bytes: [UInt8], to userID: uid_t, of feed: NIOLoopBound<StatusFeed>) async -> Bool {
        let cutOff = eventLoop.scheduleTask(in: Self.piecePatience) { self.close(promise: nil) }
        defer { cutOff.cancel() }
        let sending = eventLoop.flatSubmit { () -> EventLoopFuture<Void> in
            // May close this channel.
            feed.value.beforeTelling()
            guard self.isActive else { return self.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel) }
            do {
                let share = try feed.value.share(ofAnswer: bytes.count, to: userID)
                return self.writeAndFlush(ByteBuffer(bytes: bytes)).always { _ in withExtendedLifetime(share) {} }
            } catch {
                // In the middle of an answer there is no other way to say it.
                self.close(promise: nil)
                return self.eventLoop.makeFailedFuture(error)
            }
        }
        return (try? await sending.get()) != nil
    }
}

extension ChannelHandlerContext {
    /// How long a client may take for the whole of an answer that is small.
    static var answerPatience: TimeAmount { .seconds(10) }

    /// Sends an answer, and goes on when the kernel has taken it. A client that does not take it is cut off.
    ///
    /// - Parameter share: of its memory, given back then.
    func send(_ answer: [UInt8], holding share: MemoryShare? = nil, then next: @escaping () -> Void) {
        let cutOff = eventLoop.assumeIsolated().scheduleTask(in: Self.answerPatience) { self.close(promise: nil) }
        writeAndFlush(NIOAny(ByteBuffer(bytes: answer))).assumeIsolated().whenComplete { _ in
            cutOff.cancel()
            withExtendedLifetime(share) {}
            next()
        }
    }

    /// Sends the last answer and closes, without waiting for the client's half of the connection.
    func finish(_ answer: [UInt8], holding share: MemoryShare? = nil) {
        send(answer, holding: share) { self.close(promise: nil) }
    }
}
