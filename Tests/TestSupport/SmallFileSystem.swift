import Foundation
import Glibc

/// A file system of a few kilobytes, to be really full or really read-only.
///
/// It is a tmpfs in a mount namespace of its own, which a sleeping process holds, and which this process looks into
/// through /proc: nothing is mounted for anybody else, and nothing stays.
public final class SmallFileSystem: Sendable {
    /// Where this process finds it.
    public let path: String
    private let mountPoint: String
    private let holder: ChildProcess
    private let directory: TemporaryDirectory

    /// - Throws: `NotPermitted` on a machine that lets nobody mount.
    public init(kilobytes: Int) async throws {
        directory = try TemporaryDirectory()
        mountPoint = directory.file("small")
        mkdir(mountPoint, 0o700)
        let script =
            "mount -t tmpfs -o size=\(kilobytes)k,mode=0700 tmpfs '\(mountPoint)' && echo mounted && exec sleep 600"
        let options = geteuid() == 0 ? [] : ["--map-root-user"]
        let holder = try ChildProcess("unshare", ["--mount"] + options + ["sh", "-c", script])
        self.holder = holder
        path = "/proc/\(holder.identifier)/root\(mountPoint)"
        _ = await poll(atMost: .seconds(10)) { holder.standardOutput.contains("mounted") || !holder.isRunning }
        guard holder.standardOutput.contains("mounted"), access(path, W_OK) == 0 else {
            throw NotPermitted(reason: holder.standardError)
        }
    }

    /// Makes it read-only, or writable again.
    public func remount(readOnly: Bool) async throws {
        let user = geteuid() == 0 ? [] : ["--user", "--preserve-credentials"]
        let mount = try ChildProcess(
            "nsenter",
            ["--target", "\(holder.identifier)", "--mount"] + user
                + ["mount", "-o", "remount,\(readOnly ? "ro" : "rw")", mountPoint])
        guard await mount.exitStatus(within: .seconds(10)) == 0 else { throw NotPermitted(reason: mount.standardError) }
    }

    public struct NotPermitted: Error, CustomStringConvertible {
        public let reason: String
        public var description: String { "this machine does not let a test mount a file system: \(reason)" }
    }
}
