import Glibc

/// Whether there is room for what is kept over a reboot.
struct DiskCheck {
    let directory: String
    let freeBytes: UInt64
    /// False on a file system that counts none.
    let hasFreeFiles: Bool
    let isReadOnly: Bool
    /// What the track may still grow to; 0 when none is kept there.
    let trackSizeInBytes: Int

    /// The saved placemark and what the monitors know take some kilobytes, and twice that while they are written.
    private static let leastBytes: UInt64 = 1 << 20

    var finding: Finding {
        let room = "\(Words.number(Double(freeBytes) / 1e6, decimals: 0)) MB free for \(directory)"
        if isReadOnly {
            return .wrong(
                .disk, "\(directory) is on a file system that is read-only.",
                advice: "Nothing is kept over a reboot. See why the kernel made it so, and mount it writable:",
                "sudo dmesg | grep --ignore-case remount", "sudo mount --options remount,rw \(mountPoint)")
        }
        guard freeBytes >= Self.leastBytes, hasFreeFiles else {
            return .wrong(
                .disk,
                hasFreeFiles
                    ? "only \(freeBytes / 1024) KB free for \(directory)." : "no file is left for \(directory).",
                advice: "Nothing can be kept over a reboot. Make room:", "df \(directory)",
                "sudo journalctl --vacuum-size=50M")
        }
        guard freeBytes >= UInt64(max(0, trackSizeInBytes)) else {
            return .notice(
                .disk, "\(room): less than MaximumSize= in [Track] allows the track to take.",
                advice: "Lower MaximumSize=, or make room:", "df \(directory)")
        }
        return .ok(.disk, room)
    }

    private var mountPoint: String { "\"$(findmnt --noheadings --output TARGET --target \(directory))\"" }

    /// Nil when there is no such directory: that is another check's news.
    static func observe(_ directory: String, trackSizeInBytes: Int) -> DiskCheck? {
        var system = statvfs()
        guard statvfs(directory, &system) == 0 else { return nil }
        return DiskCheck(
            directory: directory,
            freeBytes: UInt64(system.f_bavail).multipliedReportingOverflow(by: UInt64(system.f_frsize)).partialValue,
            hasFreeFiles: system.f_files == 0 || system.f_favail > 0,
            isReadOnly: system.f_flag & UInt(ST_RDONLY) != 0, trackSizeInBytes: trackSizeInBytes)
    }
}
