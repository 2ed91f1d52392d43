import Synchronization

/// Memory that all clients have together for one purpose. Without a common bound, the thousand connections of each user would
/// have a bound each, and all of them together more than the unit.
final class MemoryRoom: Sendable {
    private let left: Mutex<Int>

    /// - Parameter sizeInBytes: for sixteen of the longest bodies, or some hundred long answers.
    init(sizeInBytes: Int = 16 << 20) { left = Mutex(sizeInBytes) }

    /// Takes a share of this many bytes; nil when there is no room for it now.
    func share(of size: Int) -> MemoryShare? {
        let isThere = left.withLock { left in
            guard size <= left else { return false }
            left -= size
            return true
        }
        return isThere ? MemoryShare(of: self, size) : nil
    }

    fileprivate func giveBack(_ size: Int) { left.withLock { $0 += size } }
}

/// A share of a room. It is given back when nobody holds it any more.
final class MemoryShare: Sendable {
    private let room: MemoryRoom
    private let size: Int

    fileprivate init(of room: MemoryRoom, _ size: Int) {
        self.room = room
        self.size = size
    }

    deinit { room.giveBack(size) }
}
