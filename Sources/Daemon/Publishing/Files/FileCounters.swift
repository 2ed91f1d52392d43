import Files

/// How often each of the state files was written, how often it could not be, and which of them cannot be written now. No
/// number goes down.
struct FileCounters: Hashable, Sendable {
    /// The files of `StateFiles`.
    enum File: String, CaseIterable {
        case state, precise, city
        /// How a guard stands.
        case guardState = "guard"
        /// The copy for the next start.
        case placemark
        /// What the monitors know, for the next start.
        case monitoring
    }

    private(set) var written: [File: Int] = [:]
    private(set) var failed: [File: Int] = [:]
    /// Those whose last write has failed.
    private(set) var failing: Set<File> = []

    /// The counts of both.
    func merging(_ other: FileCounters) -> FileCounters {
        var sum = self
        sum.written.merge(other.written, uniquingKeysWith: +)
        sum.failed.merge(other.failed, uniquingKeysWith: +)
        sum.failing.formUnion(other.failing)
        return sum
    }

    /// A file has been switched off, and is gone.
    mutating func removed(_ file: File) { failing.remove(file) }

    /// Writes a file, and counts it.
    mutating func count(
        _ file: File, _ write: () throws(AtomicFile.WriteError) -> Void
    ) throws(AtomicFile.WriteError) {
        do throws(AtomicFile.WriteError) {
            try write()
            written[file, default: 0] += 1
            failing.remove(file)
        } catch {
            failed[file, default: 0] += 1
            failing.insert(file)
            throw error
        }
    }
}
