import Synchronization

/// A body's share of the memory that the bodies of all clients have together. It is given back when nobody holds it any
/// more.
final class BodyShare: Sendable {
    private let room: BodyRoom
    private let size: Int

    fileprivate init(of room: BodyRoom, _ size: Int) {
        self.room = room
        self.size = size
    }

    deinit { room.giveBack(size) }
}

/// The memory for the bodies of requests, from their heads to their answers. Without a common bound, a user's thousand
/// connections would have a gigabyte.
final class BodyRoom: Sendable {
    private let left: Mutex<Int>

    /// - Parameter size: in bytes; for sixteen of the longest bodies.
    init(size: Int = 16 << 20) { left = Mutex(size) }

    /// Takes the share of a body of this many bytes; nil when there is no room for it now.
    func share(of size: Int) -> BodyShare? {
        let isThere = left.withLock { left in
            guard size <= left else { return false }
            left -= size
            return true
        }
        return isThere ? BodyShare(of: self, size) : nil
    }

    fileprivate func giveBack(_ size: Int) { left.withLock { $0 += size } }
}
