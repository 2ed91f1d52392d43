import DaemonSettings
import Glibc
import PlacemarkModel
import Settings

/// Whether the files for scripts and status bars are there, current, and for the right readers only.
struct StateFilesCheck {
    /// A file or a directory.
    struct Entry: Equatable {
        let path: String
        let mode: UInt32
        let user, group: String
        let age: Duration
        var isLink = false

        /// As ls(1) and chmod(1) have it: the last nine bits.
        var isOpenToOthers: Bool { mode & 0o007 != 0 }
        var permissions: String { String(mode & 0o7777, radix: 8) }
    }

    /// What was found at a path.
    enum Look: Equatable {
        case missing, hidden
        case there(Entry)
    }

    let directoryPath: String
    let directory: Look
    /// state.json, city.
    let files: [(name: String, look: Look)]
    /// A daemon answers.
    let isServed: Bool
    /// It has fixes now: then state.json is written once a minute at least.
    let isLive: Bool
    /// Of the directory's file system; nil when that cannot be told.
    let room: DiskRoom?

    /// state.json may have some kilobytes, and is written beside itself.
    private static let leastBytes: UInt64 = 64 * 1024

    /// Two of the times after which state.json is written at rest, and some more for a slow disk.
    private static let longestAge = Duration.seconds(150)

    var finding: DoctorFinding {
        switch directory {
        case .hidden: return hidden
        case .missing:
            guard isServed else {
                return .notice(.stateFiles, "there is no \(directoryPath); it is made when the daemon starts.")
            }
            return .wrong(
                .stateFiles, "the daemon is running, but there is no \(directoryPath).",
                advice: "Somebody has removed it; the service makes it when it starts:",
                "sudo systemctl restart placemarkd.service")
        case .there(let entry): return finding(in: entry)
        }
    }

    private func finding(in directory: Entry) -> DoctorFinding {
        let entries = files.compactMap { if case .there(let entry) = $0.look { entry } else { nil } }
        if let entry = entries.first(where: \.isLink) {
            return .wrong(
                .stateFiles, "\(entry.path) is a link, which the daemon does not make.",
                advice: "Look where it leads, and remove it:", "ls -l \(entry.path)", "sudo rm \(entry.path)")
        }
        if let entry = entries.first(where: \.isOpenToOthers) {
            return .wrong(
                .stateFiles, "\(entry.path) may be read by everybody (mode \(entry.permissions)).",
                advice: "Take that away:", "sudo chmod o= \(entry.path)")
        }
        if let entry = entries.first(where: { $0.user != directory.user }) {
            return .notice(
                .stateFiles, "\(entry.path) belongs to \(entry.user), and its directory to \(directory.user).",
                advice: "Another user has run the daemon once. The service makes the file again:",
                "sudo rm \(entry.path) && sudo systemctl restart placemarkd.service")
        }
        guard !files.contains(where: { $0.look == .hidden }) else { return hidden }
        if let room, let lack = room.lack(of: Self.leastBytes, for: directoryPath) {
            return .wrong(
                .stateFiles, lack + " What they say stays as it is, and becomes old.",
                advice: "The socket answers all the same. See what fills the file system, and make room:",
                "df \(directoryPath)", "sudo du --one-file-system --human-readable --max-depth 1 \(directoryPath)/..")
        }
        guard let state = entries.first(where: { $0.path.hasSuffix("/state.json") }) else {
            return isServed
                ? unwritten("there is no \(directoryPath)/state.json")
                : .notice(
                    .stateFiles, "nothing in \(directoryPath): the daemon has not run since the start of the machine.")
        }
        let age = Words.age(state.age.inSeconds)
        if isLive, state.age > Self.longestAge { return unwritten("\(state.path) is \(age) old") }
        let names = files.filter { $0.look != .missing }.map(\.name).joined(separator: ", ")
        return .ok(
            .stateFiles,
            "\(names) in \(directoryPath), mode \(state.permissions), of \(state.user):\(state.group);"
                + " written \(age) ago")
    }

    private var hidden: DoctorFinding {
        .notice(
            .stateFiles, "this user may not look into \(directoryPath).",
            advice: "Members of the group \(AccessGroup.reduced) may, and root:", "sudo placemarkctl doctor")
    }

    private func unwritten(_ what: String) -> DoctorFinding {
        .wrong(
            .stateFiles, what + ", and the daemon is running.",
            advice: "It cannot write; its log and the disk say why:",
            "journalctl --unit placemarkd --grep 'state file' --lines 5", "df \(directoryPath)")
    }
}

extension StateFilesCheck {
    static func observe(_ settings: Configuration.Publishing, isServed: Bool, isLive: Bool) -> StateFilesCheck {
        let path = settings.stateDirectory
        let room = DiskRoom(of: path)
        return StateFilesCheck(
            directoryPath: path, directory: Look(at: path, follows: true),
            files: ["state.json", "city"].map { ($0, Look(at: "\(path)/\($0)")) }, isServed: isServed, isLive: isLive,
            room: room)
    }
}

extension StateFilesCheck.Look {
    init(at path: String, follows: Bool = false) {
        var status = stat()
        guard (follows ? stat(path, &status) : lstat(path, &status)) == 0 else {
            self = errno == EACCES ? .hidden : .missing
            return
        }
        let written = Timestamp(secondsSinceEpoch: Int64(status.st_mtim.tv_sec)) ?? .wallClock
        self = .there(
            StateFilesCheck.Entry(
                path: path, mode: status.st_mode & 0o7777,
                user: LocalUser(userID: status.st_uid).name, group: LocalUser.groupName(status.st_gid),
                age: max(.zero, Timestamp.wallClock.duration(since: written)),
                isLink: status.st_mode & S_IFMT == S_IFLNK))
    }
}
