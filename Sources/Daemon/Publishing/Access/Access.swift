public import Glibc
import NIOCore
import PlacemarkModel

/// Who is at the other end of the socket, by the kernel's word.
struct PeerCredentials: Hashable, Sendable {
    var userID: uid_t
    /// The primary group and the supplementary ones.
    var groupIDs: Set<gid_t>
}

/// Who may know how much.
public struct Access: Hashable, Sendable {
    /// Members may know everything; nil when there is no such group on this machine.
    public let preciseGroup: gid_t?
    /// Members may know the locality and coarser.
    var reducedGroup: gid_t?
    /// The daemon's own user, who may know everything, as root may.
    var ownUserID: uid_t

    package init(preciseGroup: gid_t?, reducedGroup: gid_t?, ownUserID: uid_t) {
        self.preciseGroup = preciseGroup
        self.reducedGroup = reducedGroup
        self.ownUserID = ownUserID
    }

    /// The group that the socket is for; nil when it does not exist, or this process may not give it away.
    public var socketGroup: gid_t? { reducedGroup.flatMap { ProcessGroups.contain($0) ? $0 : nil } }

    /// The group that precise state files are for, likewise.
    var preciseFileGroup: gid_t? { preciseGroup.flatMap { ProcessGroups.contain($0) ? $0 : nil } }

    /// The groups `placemark` and `placemark-precise` of this machine, and the user of this process.
    public static func ofThisMachine() -> Access {
        Access(
            preciseGroup: groupID(named: "placemark-precise"), reducedGroup: groupID(named: "placemark"),
            ownUserID: geteuid())
    }

    /// Whether a user has the machine in hand anyway: a reserve of whatever is bounded is left to them.
    func isOperator(_ userID: uid_t) -> Bool { userID == 0 || userID == ownUserID }

    /// The precision that a peer is entitled to; nil for nothing at all.
    func precision(for peer: PeerCredentials) -> Precision? {
        if isOperator(peer.userID) { return .precise }
        if let preciseGroup, peer.groupIDs.contains(preciseGroup) { return .precise }
        if let reducedGroup, peer.groupIDs.contains(reducedGroup) { return .reduced }
        return nil
    }

    /// - Parameter roomInBytes: what is tried first for the names of all members; the database asks for more by an error.
    static func groupID(named name: String, roomInBytes: Int = 1 << 16) -> gid_t? {
        var buffer = [CChar](repeating: 0, count: roomInBytes)
        while true {
            var entry = group()
            var found: UnsafeMutablePointer<group>?
            switch getgrnam_r(name, &entry, &buffer, buffer.count, &found) {
            case EINTR: continue
            // 256 MiB: more than all users that a machine can have.
            case ERANGE where buffer.count < 1 << 28: buffer = [CChar](repeating: 0, count: buffer.count * 2)
            default: return found == nil ? nil : entry.gr_gid
            }
        }
    }
}

/// The groups to which this process may give its files.
private enum ProcessGroups {
    /// NGROUPS_MAX of <linux/limits.h>: no process has more of them.
    static let most = 65_536

    static func contain(_ group: gid_t) -> Bool {
        var groups = [gid_t](repeating: 0, count: Self.most)
        let count = getgroups(Int32(groups.count), &groups)
        return geteuid() == 0 || getegid() == group || groups.prefix(Int(max(0, count))).contains(group)
    }
}

extension PeerCredentials {
    /// The peer of a connected Unix socket; fails for any other channel.
    static func ofPeer(at channel: any Channel) -> EventLoopFuture<PeerCredentials> {
        let operations = channel.pipeline.syncOperations
        let peer = try? operations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            PeerCredentials(ofPeerAt: $0)
        }
        guard let peer, let peer else { return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported) }
        return channel.eventLoop.makeSucceededFuture(peer)
    }

    /// Asks the kernel. Nil when there is no such peer.
    private init?(ofPeerAt descriptor: Int32) {
        var process = PeerProcess()
        var length = socklen_t(MemoryLayout<PeerProcess>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &process, &length) == 0 else { return nil }
        userID = process.userID
        groupIDs = Self.supplementaryGroups(ofPeerAt: descriptor).union([process.groupID])
    }

    /// - Parameter most: how many there is room for at first; few users have more.
    private static func supplementaryGroups(ofPeerAt descriptor: Int32, most: Int = 256) -> Set<gid_t> {
        let groups: Set<gid_t>? = withUnsafeTemporaryAllocation(of: gid_t.self, capacity: most) { groups in
            var length = socklen_t(groups.count * MemoryLayout<gid_t>.size)
            guard getsockopt(descriptor, SOL_SOCKET, peerGroups, groups.baseAddress, &length) == 0 else {
                return errno == ERANGE && most < ProcessGroups.most ? nil : []
            }
            return Set(groups.prefix(Int(length) / MemoryLayout<gid_t>.size))
        }
        return groups ?? supplementaryGroups(ofPeerAt: descriptor, most: ProcessGroups.most)
    }

    /// SO_PEERGROUPS of <asm-generic/socket.h>, which Glibc does not show to Swift.
    private static let peerGroups: CInt = 59
}

/// The kernel's `struct ucred`, which Glibc does not show to Swift.
private struct PeerProcess {
    var processID: pid_t = 0
    // Nobody, should the call ever fill less than it promises.
    var userID = uid_t.max
    var groupID = gid_t.max
}
