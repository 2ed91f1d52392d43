import Files
import LocationEngine
import PlacemarkModel
@testable import Publishing

/// The writers of all files, one after the other.
struct AllFiles {
    private var stateFiles: StateFileWriter
    private var ownFiles: OwnFileWriter

    init(_ settings: StateFileSettings, access: Access) {
        stateFiles = StateFileWriter(settings, access: access)
        ownFiles = OwnFileWriter(settings, access: access)
    }

    var counters: FileCounters { stateFiles.counters.merging(ownFiles.counters) }

    mutating func takeOver() {
        stateFiles.takeOver()
        ownFiles.takeOver()
    }

    /// Returns the first failure.
    mutating func write(
        _ snapshot: StatusSnapshot, memory: MonitoringMemory? = nil, at now: BootInstant
    ) -> AtomicFile.WriteError? {
        let first = stateFiles.write(snapshot, at: now)
        let second = ownFiles.write(snapshot, memory: memory, at: now)
        return first ?? second
    }
}
