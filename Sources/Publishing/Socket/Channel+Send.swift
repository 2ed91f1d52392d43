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

    /// Sends an answer, and goes on when the kernel has taken it. A client that does not take it is cut off.
    func send(_ answer: [UInt8], then next: @escaping () -> Void) {
        let cutOff = eventLoop.assumeIsolated().scheduleTask(in: Self.answerPatience) { self.close(promise: nil) }
        writeAndFlush(NIOAny(ByteBuffer(bytes: answer))).assumeIsolated().whenComplete { _ in
            cutOff.cancel()
            next()
        }
    }

    /// Sends the last answer and closes, without waiting for the client's half of the connection.
    func finish(_ answer: [UInt8]) { send(answer) { self.close(promise: nil) } }
}
