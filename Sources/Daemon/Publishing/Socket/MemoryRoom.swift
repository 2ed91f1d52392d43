import Glibc
import Synchronization

/// Memory that all clients have together for one purpose. Without a common bound, the thousand connections of each user would
/// have a bound each, and all of them together more than the unit.
///
/// One user may hold half of what all may hold, and a reserve is left to root and to the daemon's own user, as
/// `AccessControl` does it with connections: an administrator can look while others hold all that they can.
final class MemoryRoom: Sendable {
    /// The share of the room that is left to root and to the daemon's own user.
    static let reservedShare = 8

    private struct Taken {
        var bytes = 0
        var bytesOfUser: [uid_t: Int] = [:]
    }

    private let sizeInBytes: Int
    private let ownUserID: uid_t
    private let taken = Mutex(Taken())

    /// - Parameter sizeInBytes: for sixteen of the longest bodies, five hundred of the longest heads, or some hundred long answers.
    init(sizeInBytes: Int = 16 << 20, ownUserID: uid_t) {
        (self.sizeInBytes, self.ownUserID) = (sizeInBytes, ownUserID)
    }

    /// What a user may take of it.
    func part(of userID: uid_t) -> Part { Part(room: self, userID: userID) }

    /// A room as one user finds it.
    struct Part: Sendable {
        /// Of a client whose user the kernel has not named yet.
        static let ofNobody = uid_t.max

        let room: MemoryRoom
        let userID: uid_t

        /// Takes a share of this many bytes; nil when there is no room for it now.
        func share(of size: Int) -> MemoryShare? { room.take(size, userID) ? MemoryShare(of: self, size) : nil }

        fileprivate func giveBack(_ size: Int) { room.give(size, userID) }
    }

    private func take(_ size: Int, _ userID: uid_t) -> Bool {
        let isOperator = userID == 0 || userID == ownUserID
        let most = isOperator ? sizeInBytes : sizeInBytes - sizeInBytes / Self.reservedShare
        return taken.withLock { taken in
            let ofUser = taken.bytesOfUser[userID, default: 0]
            guard size <= most - taken.bytes, isOperator || size <= most / 2 - ofUser else { return false }
            taken.bytes += size
            taken.bytesOfUser[userID] = ofUser + size
            return true
        }
    }

    private func give(_ size: Int, _ userID: uid_t) {
        taken.withLock { taken in
            taken.bytes -= size
            let ofUser = taken.bytesOfUser[userID, default: 0] - size
            taken.bytesOfUser[userID] = ofUser > 0 ? ofUser : nil
        }
    }
}

/// A share of a room. It is given back when nobody holds it any more.
final class MemoryShare: Sendable {
    private let part: MemoryRoom.Part
    /// In bytes.
    let size: Int

    fileprivate init(of part: MemoryRoom.Part, _ size: Int) {
        self.part = part
        self.size = size
    }

    deinit { part.giveBack(size) }
}

/// What a client has sent of a line or of a head whose end has not come. A short one is free; a long one takes a share of the
/// room as large as it may become.
struct UnfinishedInput {
    /// In bytes: more than programs send. From all the clients that a daemon may have it is 16 MiB.
    static let free = 1 << 10

    /// Of the user whose bytes these are.
    var room: MemoryRoom.Part
    private let longest: Int
    private var byteCount = 0
    private var share: MemoryShare?

    /// - Parameter longest: what is taken at most, in bytes.
    init(in room: MemoryRoom.Part, longest: Int) {
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
