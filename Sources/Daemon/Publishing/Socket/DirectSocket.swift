import Glibc
import NIOCore

/// The socket below a channel, to write to it past the channel's queue: for one write NIO touches some dozen objects, which
/// for thousands of subscribers are in no cache, and takes longer than the kernel.
///
/// Only on the channel's event loop, only while the channel is active (after `channelInactive` the number may be another
/// file's), and only while the channel has nothing queued, or bytes overtake each other.
struct DirectSocket {
    private let descriptor: NIOBSDSocket.Handle

    /// Nil for a channel without a socket, as in tests.
    init?(of channel: any Channel) {
        let operations = channel.pipeline.syncOperations
        let descriptor = try? operations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { $0 }
        guard let descriptor else { return nil }
        self.descriptor = descriptor
    }

    /// Returns how many bytes the kernel has taken: none when it has no room, or when the connection is broken, which the
    /// channel finds out by itself.
    func write(_ bytes: ByteBuffer) -> Int {
        bytes.withUnsafeReadableBytes {
            max(0, send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)))
        }
    }
}
