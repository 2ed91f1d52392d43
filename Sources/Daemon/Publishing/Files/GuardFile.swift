import Files
import PlacemarkModel

/// `guard-state.json`: how a guard stands, for what waits for that on the file system, such as a path unit of systemd.
///
/// It is there while a guard is on, and replaced only when the state is another one, or what is guarded, or when something
/// has been told: who watches it is not woken by each fix, nor by a restart. So it has nothing in it that only a fix changes.
struct GuardFile: Sendable {
    var isWanted: Bool
    private let file: AtomicFile
    /// What is in the file: nil while that is not known, and none when there is no file.
    private var written: [UInt8]??

    init(_ settings: StateFileSettings, access: Access) {
        isWanted = settings.hasGuardFile
        let group = access.preciseFileGroup
        file = AtomicFile(
            directory: settings.directory, name: "guard-state.json", mode: group == nil ? 0o600 : 0o640, group: group)
    }

    /// Cleans up after a killed process, and takes over the file that it has left.
    mutating func takeOver() {
        file.removeTemporary()
        if let bytes = file.contents(below: 1 << 16) {
            written = .some(bytes)
        } else if !file.exists {
            written = .some(nil)
        }
    }

    /// - Parameter report: nil while no guard is on.
    mutating func write(
        _ report: GuardReport?, counting counters: inout FileCounters
    ) throws(AtomicFile.WriteError) {
        let bytes = isWanted ? report.map { JSONLine.encode($0) } : nil
        if let written, written == bytes { return }
        if let bytes {
            try counters.count(.guardState) { () throws(AtomicFile.WriteError) in try file.write(bytes) }
        } else {
            try file.remove()
            counters.removed(.guardState)
        }
        written = .some(bytes)
    }
}
