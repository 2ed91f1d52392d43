/// How often each of the state files was written, and how often it could not be. No number goes down.
struct FileCounters: Hashable, Sendable {
    /// The files of `StateFiles`.
    enum File: String, CaseIterable {
        case state, precise, city
        /// The copy for the next start.
        case placemark
        /// What the monitors know, for the next start.
        case monitoring
    }

    private(set) var written: [File: Int] = [:]
    private(set) var failed: [File: Int] = [:]

    /// The counts of both.
    func merging(_ other: FileCounters) -> FileCounters {
        var sum = self
        sum.written.merge(other.written, uniquingKeysWith: +)
        sum.failed.merge(other.failed, uniquingKeysWith: +)
        return sum
    }

    /// Writes a file, and counts it.
    mutating func count(
        _ file: File, _ write: () throws(AtomicFile.WriteError) -> Void
    ) throws(AtomicFile.WriteError) {
        do throws(AtomicFile.WriteError) {
            try write()
            written[file, default: 0] += 1
        } catch {
            failed[file, default: 0] += 1
            throw error
        }
    }
}
