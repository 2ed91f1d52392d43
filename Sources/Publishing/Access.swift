public import Glibc
import NIOCore
import PlacemarkCore

/// Who is at the other end of the socket, by the kernel's word.
struct PeerCredentials: Hashable, Sendable {
    var userID: uid_t
    /// The primary group and the supplementary ones.
    var groupIDs: Set<gid_t>
}

/// Who may know how much.
public struct Access: Hashable, Sendable {
    /// Members may know everything; nil when there is no such group on this machine.
    var preciseGroup: gid_t?
    /// Members may know the locality and coarser.
    var reducedGroup: gid_t?
    /// The daemon's own user, who may know everything, as root may.
    var ownUserID: uid_t

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

    /// The precision that a peer is entitled to; nil for nothing at all.
    func precision(for peer: PeerCredentials) -> Precision? {
        if peer.userID == 0 || peer.userID == ownUserID { return .precise }
        if let preciseGroup, peer.groupIDs.contains(preciseGroup) { return .precise }
        if let reducedGroup, peer.groupIDs.contains(reducedGroup) { return .reduced }
        return nil
    }

    private static func groupID(named name: String) -> gid_t? {
        var entry = group()
        var found: UnsafeMutablePointer<group>?
        // Room for the names of some thousand members.
        var buffer = [CChar](repeating: 0, count: 1 << 16)
        guard getgrnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return entry.gr_gid
    }
}

/// The groups to which this process may give its files.
private enum ProcessGroups {
    static func contain(_ group: gid_t) -> Bool {
        var groups = [gid_t](repeating: 0, count: 1024)
        let count = getgroups(Int32(groups.count), &groups)
        return geteuid() == 0 || getegid() == group || groups.prefix(Int(max(0, count))).contains(group)
    }
}

extension PeerCredentials {
    /// Asks the kernel for the peer of a connected Unix socket.
    static func ofPeer(at channel: any Channel) -> EventLoopFuture<PeerCredentials> {
        guard let provider = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        let credentials: EventLoopFuture<PeerProcess> = provider.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        // A peer with more groups than fit is an error of the call: it is known by its primary group alone then.
        let groups: EventLoopFuture<PeerGroups> = provider.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: PeerGroups.option))
        return credentials.flatMap { credentials in
            groups.map(\.groupIDs).recover { _ in [] }.map { groups in
                PeerCredentials(userID: credentials.userID, groupIDs: groups.union([credentials.groupID]))
            }
        }
    }
}

/// The kernel's `struct ucred`, which Glibc does not show to Swift.
private struct PeerProcess: Sendable {
    var processID: pid_t = 0
    // Nobody, should the call ever fill less than it promises.
    var userID = uid_t.max
    var groupID = gid_t.max
}

/// Room for the kernel's list of a peer's supplementary groups.
private struct PeerGroups: Sendable {
    /// SO_PEERGROUPS of <asm-generic/socket.h>, which Glibc does not show to Swift.
    static let option: CInt = 59

    /// The call fills as much as there is and leaves the rest 0. Group 0, root's, thus counts for nothing here.
    private var slots = InlineArray<1024, gid_t>(repeating: 0)

    var groupIDs: Set<gid_t> {
        var groups: Set<gid_t> = []
        for index in slots.indices where slots[index] != 0 { groups.insert(slots[index]) }
        return groups
    }
}
