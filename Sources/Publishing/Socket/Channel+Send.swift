import NIOCore

extension Channel {
    /// How long a client may take for a piece of its answer: somebody pages through them, perhaps.
    static var piecePatience: TimeAmount { .seconds(60) }

    /// Sends a piece, and returns when the kernel has taken it; false when the client is gone, or does not read.
    func send(_ bytes: [UInt8]) async -> Bool {
        let cutOff = eventLoop.scheduleTask(in: Self.piecePatience) { self.close(promise: nil) }
        defer { cutOff.cancel() }
        return (try? await writeAndFlush(ByteBuffer(bytes: bytes))) != nil
    }
}

extension ChannelHandlerContext {
    /// How long a client may take for the whole of an answer that is small.
    static var answerPatience: TimeAmount { .seconds(10) }

    /// Sends the last answer and closes, without waiting for the client's half of the connection. A client that does not
    /// take the answer is cut off.
    func finish(_ answer: [UInt8]) {
        let cutOff = eventLoop.assumeIsolated().scheduleTask(in: Self.answerPatience) { self.close(promise: nil) }
        writeAndFlush(NIOAny(ByteBuffer(bytes: answer))).assumeIsolated().whenComplete { _ in
            cutOff.cancel()
            self.close(promise: nil)
        }
    }
}
