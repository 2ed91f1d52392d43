/// A directory on a disk that loses its power: which contents may be there afterwards, whatever the file system.
///
/// Promised is only what fsync(2) promises: data and mode of a file once the file has been synced, names once the
/// directory has been. Of everything since then, any part may have reached the disk, in any order: each change of a name
/// by itself, a file's mode, and its data not at all, in part, as zeros of the right length, or whole. A rename is one
/// change.
struct CrashModel {
    /// A system call that has succeeded. Files are numbered by whoever records.
    enum Call: Hashable {
        case create(name: String, file: Int, mode: UInt32)
        case setMode(file: Int, UInt32)
        case setGroup(file: Int, UInt32)
        case write(file: Int, [UInt8])
        case sync(file: Int)
        case unlink(name: String)
        case rename(from: String, to: String)
        case syncDirectory
    }

    struct Content: Hashable {
        var bytes: [UInt8] = []
        var mode: UInt32
        /// nil for the process's own.
        var group: UInt32?
    }

    private struct File {
        /// What a reader sees as long as there is power.
        var present: Content
        /// What may be on the disk.
        var possible: Set<Content>
    }

    private enum Change {
        case link(name: String, file: Int)
        case unlink(name: String)
        case rename(from: String, to: String, file: Int)
    }

    private var files: [Int: File] = [:]
    private var names: [String: Int] = [:]
    private var durableNames: [String: Int] = [:]
    /// The changes of names since the directory was synced.
    private var changes: [Change] = []

    /// What a reader sees as long as there is power.
    var present: [String: Content] { names.compactMapValues { files[$0]?.present } }

    mutating func apply(_ call: Call) {
        switch call {
        case .create(let name, let file, let mode):
            let content = Content(mode: mode)
            files[file] = File(present: content, possible: [content])
            change(.link(name: name, file: file))
        case .setMode(let file, let mode): alter(file) { $0.mode = mode }
        case .setGroup(let file, let group): alter(file) { $0.group = group }
        case .write(let file, let bytes): write(bytes, to: file)
        case .sync(let file): if let present = files[file]?.present { files[file]?.possible = [present] }
        case .unlink(let name): change(.unlink(name: name))
        case .rename(let from, let to): if let file = names[from] { change(.rename(from: from, to: to, file: file)) }
        case .syncDirectory:
            durableNames = names
            changes = []
        }
    }

    /// Everything that may be found after a power loss at this moment: by name, what the file may hold.
    var outcomes: [[String: Set<Content>]] {
        precondition(changes.count <= 12, "too many changes without a sync of the directory")
        return (0..<1 << changes.count).map { survivors in
            var names = durableNames
            for (index, change) in changes.enumerated() where survivors >> index & 1 == 1 {
                Self.apply(change, to: &names)
            }
            return names.compactMapValues { files[$0]?.possible }
        }
    }

    private mutating func change(_ change: Change) {
        Self.apply(change, to: &names)
        changes.append(change)
    }

    private static func apply(_ change: Change, to names: inout [String: Int]) {
        switch change {
        case .link(let name, let file): names[name] = file
        case .unlink(let name): names[name] = nil
        case .rename(let from, let to, let file):
            if names[from] == file { names[from] = nil }
            names[to] = file
        }
    }

    /// Changes what is not data: on the disk it may have arrived or not, whatever the data.
    private mutating func alter(_ file: Int, _ change: (inout Content) -> Void) {
        guard var entry = files[file] else { return }
        change(&entry.present)
        for content in entry.possible {
            var altered = content
            change(&altered)
            entry.possible.insert(altered)
        }
        files[file] = entry
    }

    private mutating func write(_ bytes: [UInt8], to file: Int) {
        guard var entry = files[file] else { return }
        let before = entry.present.bytes
        entry.present.bytes += bytes
        let zeros = [UInt8](repeating: 0, count: bytes.count)
        for content in entry.possible {
            for end in [Array(bytes.prefix(bytes.count / 2)), zeros, bytes] {
                var written = content
                written.bytes = before + end
                entry.possible.insert(written)
            }
        }
        files[file] = entry
    }
}
