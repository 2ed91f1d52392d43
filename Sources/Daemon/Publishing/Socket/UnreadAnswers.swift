import Glibc
import NIOCore

/// What the daemon has sent on connections that it has ended, and what their clients have still to read. Lives on one event
/// loop.
///
/// The kernel keeps these bytes until the client reads them or goes, and counts them as the daemon's memory. So they are
/// counted for each user, who may leave as many as he may have connections. For the client the connection is closed.
final class UnreadAnswers {
    /// How often to look. Most clients read within a millisecond.
    static let interval = TimeAmount.milliseconds(250)
    /// How soon to look again when somebody asks for room.
    static let shortestInterval = TimeAmount.milliseconds(10)
    /// How many are looked at then, in turn: well under a millisecond's work.
    static let slice = 1024

    private struct Unread {
        let descriptor: Int32
        let userID: uid_t
    }

    private var unread: [Unread] = []
    private var counts: [uid_t: Int] = [:]
    private var eventLoop: (any EventLoop)?
    /// Where the next look begins.
    private var next = 0
    private var lastLook = NIODeadline.uptimeNanoseconds(0)
    private var isScheduled = false
    /// Called when there are fewer.
    var roomCame: () -> Void = {}

    var count: Int { unread.count }

    func count(of userID: uid_t) -> Int { counts[userID] ?? 0 }

    /// To be called right before a connection is closed.
    func keep(_ channel: any Channel, of userID: uid_t) {
        let operations = channel.pipeline.syncOperations
        let descriptor = try? operations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { $0 }
        guard let descriptor, Self.hasUnread(descriptor) else { return }
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return }
        // The copy would keep the connection open: the client is to find its end behind the last byte.
        shutdown(copy, Int32(SHUT_RDWR))
        unread.append(Unread(descriptor: copy, userID: userID))
        counts[userID, default: 0] += 1
        eventLoop = channel.eventLoop
        schedule()
    }

    /// Forgets those that have been read, or whose clients have gone.
    func look() {
        guard let eventLoop, eventLoop.now >= lastLook + Self.shortestInterval else { return }
        lastLook = eventLoop.now
        let before = unread.count
        for _ in 0..<min(before, Self.slice) {
            // From the end of the list to its start: what takes the place of one that goes has been looked at.
            next = (next > 0 && next <= unread.count ? next : unread.count) - 1
            if !Self.hasUnread(unread[next].descriptor) { forget(next) }
        }
        if unread.count < before { roomCame() }
    }

    private func forget(_ place: Int) {
        let answer = unread[place]
        close(answer.descriptor)
        counts[answer.userID, default: 0] -= 1
        if counts[answer.userID] == 0 { counts[answer.userID] = nil }
        unread.swapAt(place, unread.count - 1)
        unread.removeLast()
    }

    /// Leaves it to the clients to read the rest, when nobody counts any more.
    func closeAll() {
        for answer in unread { close(answer.descriptor) }
        (unread, counts) = ([], [:])
    }

    private func schedule() {
        guard !isScheduled, !unread.isEmpty, let eventLoop else { return }
        isScheduled = true
        eventLoop.assumeIsolated().scheduleTask(in: Self.interval) {
            self.isScheduled = false
            self.look()
            self.schedule()
        }
    }

    /// SIOCOUTQ: what the other side of a Unix socket has not read.
    private static func hasUnread(_ descriptor: Int32) -> Bool {
        var count: Int32 = 0
        return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 && count > 0
    }
}
