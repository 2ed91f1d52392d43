import Foundation
import TestSupport
import Testing

/// A user who is neither root nor the daemon's own, so that the groups of an `Access` count.
///
/// Where the tests run as root, that is another user; elsewhere it is their own, and the daemon is somebody else's.
enum OtherUser {
    /// The group that he is in.
    static var group: gid_t { geteuid() == 0 ? 65534 : getegid() }
    /// A user that he is not, for `Access.ownUserID`.
    static var daemonUser: uid_t { geteuid() &+ 1 }

    /// The command of a shell, run by him. He may come as far as the socket, so that its own decision counts.
    static func shell(_ command: String, at path: String) -> String {
        chmod((path as NSString).deletingLastPathComponent, 0o755)
        chmod(path, 0o666)
        return (geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : "") + command
    }

    /// What he is answered to a line.
    static func ask(_ request: String, at path: String) async throws -> String {
        let nc = shell("nc -U '\(path)'", at: path)
        let peer = try ChildProcess("/bin/bash", ["-c", "printf '%s\\n' '\(request)' | \(nc)"])
        #expect(await peer.exitStatus(within: .seconds(20)) == 0, "\(peer.standardError)")
        return peer.standardOutput
    }
}
