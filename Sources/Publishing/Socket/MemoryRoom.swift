import Synchronization

/// Memory that all clients have together for one purpose. Without a common bound, the thousand connections of each user would
/// have a bound each, and all of them together more than the unit.
final class MemoryRoom: Sendable {
    private let left: Mutex<Int>

    /// - Parameter sizeInBytes: for sixteen of the longest bodies, five hundred of the longest heads, or some hundred long answers.
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
    /// In bytes.
    let size: Int

    fileprivate init(of room: MemoryRoom, _ size: Int) {
        self.room = room
        self.size = size
    }

    deinit { room.giveBack(size) }
}

/// What a client has sent of a line or of a head whose end has not come. A short one is free; a long one takes a share of the
/// room as large as it may become.
struct UnfinishedInput {
    /// In bytes: more than programs send. From all the clients that a daemon may have it is 16 MiB.
    static let free = 1 << 10

    private let room: MemoryRoom
    private let longest: Int
    private var byteCount = 0
    private var share: MemoryShare?

    /// - Parameter longest: what is taken at most, in bytes.
    init(in room: MemoryRoom, longest: Int) {
        self.room = room
        self.longest = longest
    }

    /// Counts bytes that have come. Returns false when there is no room for them.
    mutating func add(_ count: Int) -> Bool {
        byteCount += count
        guard byteCount > Self.free, share == nil else { return true }
        // A buffer that grows has up to twice what is in it.
        share = room.share(of: 2 * longest)
        return share != nil
    }

    /// The end has come. Returns the share, which belongs to whatever has become of the bytes.
    mutating func end() -> MemoryShare? {
        defer { (byteCount, share) = (0, nil) }
        return share
    }
}
