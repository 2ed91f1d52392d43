import Foundation
import Glibc

/// A file system of a few kilobytes, to be really full or really read-only.
///
/// It is in a mount namespace of its own, which a sleeping process holds, and which this process looks into through
/// /proc: nothing is mounted for anybody else, and nothing stays.
public final class SmallFileSystem: Sendable {
    public enum Kind: CaseIterable, Sendable {
        /// In memory.
        case tmpfs
        /// In a file, by a loop device, which only root of the machine may have.
        case ext4
    }

    /// Where this process finds it.
    public let path: String
    private let mountPoint: String
    private let holder: ChildProcess
    private let directory: TemporaryDirectory

    /// - Throws: `NotPermitted` on a machine that lets nobody mount.
    public init(_ kind: Kind = .tmpfs, kilobytes: Int) async throws {
        directory = try TemporaryDirectory()
        mountPoint = directory.file("small")
        mkdir(mountPoint, 0o700)
        let mount =
            switch kind {
            case .tmpfs: "mount -t tmpfs -o size=\(kilobytes)k,mode=0700 tmpfs '\(mountPoint)'"
            case .ext4:
                """
                truncate --size=\(kilobytes)k '\(directory.file("image"))' &&
                mkfs.ext4 -q '\(directory.file("image"))' && mount -o loop '\(directory.file("image"))' '\(mountPoint)'
                """
            }
        let script = "PATH=$PATH:/usr/sbin:/sbin; \(mount) && echo mounted && exec sleep 600"
        let holder = try ChildProcess("unshare", ["--mount"] + Namespaces.asRoot + ["sh", "-c", script])
        self.holder = holder
        path = "/proc/\(holder.identifier)/root\(mountPoint)"
        _ = await poll(atMost: .seconds(10)) { holder.standardOutput.contains("mounted") || !holder.isRunning }
        guard holder.standardOutput.contains("mounted"), access(path, W_OK) == 0 else {
            throw NotPermitted(reason: holder.standardError)
        }
    }

    /// Writes a file until there is no room for another byte.
    public func fill() throws {
        let filler = open("\(path)/filler", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard filler >= 0 else { throw NotPermitted(reason: "filler: \(String(cString: strerror(errno)))") }
        defer { close(filler) }
        let page = [UInt8](repeating: 0, count: 4096)
        for size in [4096, 1] { while write(filler, page, size) > 0 {} }
    }

    /// Removes what `fill` has written.
    public func makeRoom() { unlink("\(path)/filler") }

    /// Makes it read-only, or writable again.
    public func remount(readOnly: Bool) async throws {
        // With its root too: where this process is in a chroot, the paths are of there.
        let user = geteuid() == 0 ? [] : ["--user", "--preserve-credentials"]
        let mount = try ChildProcess(
            "nsenter",
            ["--target", "\(holder.identifier)", "--mount", "--root"] + user
                + ["mount", "-o", "remount,\(readOnly ? "ro" : "rw")", mountPoint])
        guard await mount.exitStatus(within: .seconds(10)) == 0 else { throw NotPermitted(reason: mount.standardError) }
    }

    public struct NotPermitted: Error, CustomStringConvertible {
        public let reason: String
        public var description: String { "this machine does not let a test mount a file system: \(reason)" }
    }
}
