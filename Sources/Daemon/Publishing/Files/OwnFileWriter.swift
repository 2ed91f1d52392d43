package import Files
package import Logging
public import LocationEngine
public import PlacemarkModel

/// The files that say everything: `precise.json` and what is kept for the next start, for root and the daemon's own user, and
/// how a guard stands.
package struct OwnFileWriter: FileWriter {
    private let preciseFile: AtomicFile
    private var isPreciseFileWanted: Bool
    private var isPreciseFileGone = false
    private var guardFile: GuardFile
    private var savedPlacemark: SavedPlacemark.File
    private var savedMonitoring: SavedMonitoring.Files
    private(set) var counters = FileCounters()
    private var written: (known: StatusSnapshot.KnownPlacemark, currentAt: BootInstant)?

    package init(_ settings: StateFileSettings, access: Access) {
        preciseFile = AtomicFile(directory: settings.directory, name: "precise.json", mode: 0o600)
        isPreciseFileWanted = settings.hasPreciseFile
        guardFile = GuardFile(settings, access: access)
        savedPlacemark = SavedPlacemark.File(directory: settings.persistentDirectory)
        savedMonitoring = SavedMonitoring.Files(
            directory: settings.persistentDirectory, keepsTrips: settings.keepsTrips)
    }

    mutating func configure(_ settings: StateFileSettings) {
        guardFile.isWanted = settings.hasGuardFile
        savedMonitoring.keepsTrips = settings.keepsTrips
        guard settings.hasPreciseFile != isPreciseFileWanted else { return }
        isPreciseFileWanted = settings.hasPreciseFile
        isPreciseFileGone = false
    }

    /// Cleans up after a killed process. What it has saved is cleaned up by `restore`.
    package mutating func takeOver() {
        preciseFile.removeTemporary()
        guardFile.takeOver()
    }

    /// Reads what an earlier run has saved; what cannot be read is left alone from now on.
    package mutating func restore(at now: BootInstant, log: Logger) -> SavedState {
        SavedState(placemark: savedPlacemark.read(now: now, log: log), memory: savedMonitoring.read(log: log))
    }

    /// Reads what was kept of trips, as long as this run does not keep them.
    mutating func restoreTrips(log: Logger) -> TripDetector.Memory? { savedMonitoring.readTrips(log: log) }

    static func batch(of unwritten: inout UnwrittenState) -> UnwrittenState.Batch? { unwritten.takeDue() }

    /// - Parameter memory: nil when the one that was written last is still right.
    package mutating func write(
        _ snapshot: StatusSnapshot, memory: MonitoringMemory? = nil, at now: BootInstant
    ) -> AtomicFile.WriteError? {
        let failures = [
            failure { writer throws(AtomicFile.WriteError) in
                try writer.guardFile.write(snapshot.guarding, counting: &writer.counters)
            },
            failure { writer throws(AtomicFile.WriteError) in try writer.writePrecise(snapshot, at: now) },
            failure { writer throws(AtomicFile.WriteError) in try writer.savePlacemark(snapshot, at: now) },
            failure { writer throws(AtomicFile.WriteError) in try writer.saveMonitoring(memory) },
        ]
        return failures.lazy.compactMap(\.self).first
    }

    private mutating func writePrecise(_ snapshot: StatusSnapshot, at now: BootInstant) throws(AtomicFile.WriteError) {
        if isPreciseFileWanted {
            let bytes = JSONLine.encode(snapshot.status(at: now, precision: .precise))
            try counters.count(.precise) { () throws(AtomicFile.WriteError) in try preciseFile.write(bytes) }
        } else if !isPreciseFileGone {
            try preciseFile.remove()
            isPreciseFileGone = true
            counters.removed(.precise)
        }
    }

    private mutating func savePlacemark(
        _ snapshot: StatusSnapshot, at now: BootInstant
    ) throws(AtomicFile.WriteError) {
        guard let known = snapshot.placemark, known.location != nil else { return }
        let currentAt = snapshot.lastPositionAt ?? known.answeredAt
        // The same one once more only when the positions have ended: a box that rests writes nothing.
        guard
            known.placemark != written?.known.placemark || known.reduced != written?.known.reduced
                || snapshot.lastPositionAt != nil && currentAt != written?.currentAt
        else { return }
        try counters.count(.placemark) { () throws(AtomicFile.WriteError) in
            try savedPlacemark.write(known, currentAt: currentAt, now: now)
        }
        written = (known, currentAt)
    }

    private mutating func saveMonitoring(_ memory: MonitoringMemory?) throws(AtomicFile.WriteError) {
        guard let memory else { return }
        try counters.count(.monitoring) { () throws(AtomicFile.WriteError) in try savedMonitoring.write(memory) }
    }
}

/// What an earlier run has left for this one.
public struct SavedState: Sendable {
    /// The last placemark, what readers with reduced precision were told of it, and when it was current; nil when there is none.
    public let placemark: (placemark: Placemark, reduced: Placemark?, answeredAt: BootInstant)?
    /// What the monitors knew, and the regions that were added; nil when nothing is known.
    public let memory: MonitoringMemory?
}

extension StatusSnapshot {
    /// When the last position came, once it is clear that no others follow; nil before.
    fileprivate var lastPositionAt: BootInstant? {
        switch source.state {
        case .lost, .disconnected: location?.receivedAt
        case .connecting, .waiting, .noFix, .live, .stale: nil
        }
    }
}
