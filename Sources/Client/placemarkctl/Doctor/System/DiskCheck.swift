import Glibc

/// What a file system can still take from those who are not root.
struct DiskRoom: Equatable {
    let freeBytes: UInt64
    /// True on a file system that does not count its files.
    let hasFreeFiles: Bool
    let isReadOnly: Bool

    /// What is missing for so many bytes, in a sentence; nil when there is room.
    func lack(of leastBytes: UInt64, for directory: String) -> String? {
        guard hasFreeFiles else { return "no more files can be made in \(directory)." }
        return freeBytes < leastBytes ? "only \(freeBytes / 1024) KB free for \(directory)." : nil
    }
}

extension DiskRoom {
    /// Nil when there is no such directory: that is another check's news.
    init?(of directory: String) {
        var system = statvfs()
        guard statvfs(directory, &system) == 0 else { return nil }
        self.init(
            freeBytes: UInt64(system.f_bavail).multipliedReportingOverflow(by: UInt64(system.f_frsize)).partialValue,
            hasFreeFiles: system.f_files == 0 || system.f_favail > 0,
            isReadOnly: system.f_flag & UInt(ST_RDONLY) != 0)
    }
}

/// Whether there is room for what is kept over a reboot.
struct DiskCheck {
    let directory: String
    let room: DiskRoom
    /// What the track may still grow to; 0 when none is kept there.
    let trackSizeInBytes: Int

    /// The saved placemark and what the monitors know take some kilobytes, and twice that while they are written.
    private static let leastBytes: UInt64 = 1 << 20

    var finding: DoctorFinding {
        let found = "\(Words.number(Double(room.freeBytes) / 1e6, decimals: 0)) MB free for \(directory)"
        if room.isReadOnly {
            return .wrong(
                .disk, "\(directory) is on a file system that is read-only.",
                advice: "Nothing is kept across a reboot. See why the kernel made it so, and mount it writable:",
                "sudo dmesg | grep --ignore-case remount", "sudo mount --options remount,rw \(mountPoint)")
        }
        if let lack = room.lack(of: Self.leastBytes, for: directory) {
            return .wrong(
                .disk, lack, advice: "Nothing can be kept across a reboot. Make room:", "df \(directory)",
                "sudo journalctl --vacuum-size=50M")
        }
        guard room.freeBytes >= UInt64(max(0, trackSizeInBytes)) else {
            return .notice(
                .disk, "\(found): less than MaximumSize= in [Track] allows the track to take.",
                advice: "Lower MaximumSize=, or make room:", "df \(directory)")
        }
        return .ok(.disk, found)
    }

    private var mountPoint: String { "\"$(findmnt --noheadings --output TARGET --target \(directory))\"" }

    /// Nil when there is no such directory.
    static func observe(_ directory: String, trackSizeInBytes: Int) -> DiskCheck? {
        DiskRoom(of: directory).map { DiskCheck(directory: directory, room: $0, trackSizeInBytes: trackSizeInBytes) }
    }
}
