import Foundation
import TestSupport

/// Groups for readers of a daemon, which are none of this machine's: root puts another list of groups before the daemon's eyes.
struct ReaderGroups {
    static let reduced = 47_111
    static let precise = 47_112

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write(
            "group", "root:x:0:\nplacemark:x:\(Self.reduced):\nplacemark-precise:x:\(Self.precise):\n")
    }

    /// What has to be started so that a program that follows knows these groups.
    var launcher: [String] {
        [
            "unshare", "--mount", "sh", "-c",
            #"mount --bind '\#(directory.file("group"))' /etc/group && exec "$@""#, "sh",
        ]
    }

    /// What has to be started so that a program that follows runs as nobody, in one of these groups.
    static func member(of group: Int) -> [String] {
        ["setpriv", "--reuid=65534", "--regid=\(group)", "--clear-groups"]
    }

    /// Lets other users reach a daemon's socket, below a directory that is its owner's.
    static func open(_ daemon: RunningDaemon) {
        chmod(daemon.directory.path, 0o755)
        chmod(daemon.socket, 0o666)
    }
}
