import NIOCore
import PlacemarkCore

extension LineConnection {
    /// How long a client may take for a batch of lines: somebody pages through them, perhaps.
    static let trackPatience = TimeAmount.seconds(60)

    /// Answers a request for the track: batch by batch, each when the client has taken the one before, so that neither
    /// the size of the track nor a slow client costs memory.
    func answer(
        _ query: TrackQuery, of track: TrackStore, _ precision: Precision, _ context: ChannelHandlerContext
    ) throws(LineError) {
        guard precision == .precise else { throw .preciseOnly("track") }
        let channel = context.channel
        answerLater(context) { () throws(LineError) in
            if query == .clear {
                guard let count = try await track.clear() else { throw .noTrack }
                return JSONLine.encode(["cleared": count])
            }
            guard var reading = try await track.reading(query) else { throw .noTrack }
            while true {
                let lines: [UInt8]
                (lines, reading) = try await track.lines(of: reading)
                guard !lines.isEmpty, await Self.send(lines, to: channel) else { return [] }
            }
        }
    }

    /// Sends a batch, and returns when the kernel has taken it; false when the client is gone, or does not read.
    private static func send(_ lines: [UInt8], to channel: any Channel) async -> Bool {
        let cutOff = channel.eventLoop.scheduleTask(in: trackPatience) { channel.close(promise: nil) }
        defer { cutOff.cancel() }
        return (try? await channel.writeAndFlush(ByteBuffer(bytes: lines))) != nil
    }
}
