package import PlacemarkCore

/// What has been written, so that a file is touched only when its content changes.
package struct StateFileWriter: Sendable {
    private let precision: Precision
    private let stateFile: AtomicFile
    private let preciseFile: AtomicFile
    private let cityFile: AtomicFile
    private let savedPlacemark: SavedPlacemark.File
    private let savedMonitoring: SavedMonitoring.File
    private let isPreciseFileWanted: Bool
    private(set) var counters: FileCounters
    private var isPreciseFileGone = false
    private var writtenState: (news: Status, at: BootInstant)?
    private var writtenCity: [UInt8]?
    private var writtenPlacemark: Placemark?

    package init(_ settings: StateFileSettings, access: Access) {
        self.init(settings, access: access, counters: FileCounters())
    }

    /// - Parameter counters: of the writer before this one.
    init(_ settings: StateFileSettings, access: Access, counters: FileCounters) {
        self.counters = counters
        precision = settings.precision
        switch settings.precision {
        case .reduced:
            stateFile = AtomicFile(directory: settings.directory, name: "state.json", mode: 0o640)
        case .precise:
            // For the group that may know, where there is one and this process may give files to it.
            let group = access.preciseFileGroup
            stateFile = AtomicFile(
                directory: settings.directory, name: "state.json", mode: group == nil ? 0o600 : 0o640, group: group)
        }
        preciseFile = AtomicFile(directory: settings.directory, name: "precise.json", mode: 0o600)
        isPreciseFileWanted = settings.hasPreciseFile
        cityFile = AtomicFile(directory: settings.directory, name: "city", mode: 0o640)
        savedPlacemark = SavedPlacemark.File(directory: settings.persistentDirectory)
        savedMonitoring = SavedMonitoring.File(directory: settings.persistentDirectory)
    }

    /// Cleans up after a killed process, and takes over the city that it has left: one that is still right is not written
    /// again, and wakes nobody who watches it.
    package mutating func takeOver() {
        for file in [stateFile, preciseFile, cityFile] { file.removeTemporary() }
        writtenCity = cityFile.contents(below: 4096)
    }

    /// Writes what has changed. One file that cannot be written does not keep the others from it.
    ///
    /// - Parameter memory: nil when the one that was written last is still right.
    /// - Returns: the first failure. The same call again then tries all that is missing.
    package mutating func write(
        _ snapshot: StatusSnapshot, memory: MonitoringMemory? = nil, at now: BootInstant
    ) -> AtomicFile.WriteError? {
        let failures = [
            failure { writer throws(AtomicFile.WriteError) in try writer.writeState(snapshot, at: now) },
            failure { writer throws(AtomicFile.WriteError) in try writer.writePrecise(snapshot, at: now) },
            failure { writer throws(AtomicFile.WriteError) in try writer.writeCity(snapshot) },
            failure { writer throws(AtomicFile.WriteError) in try writer.savePlacemark(snapshot, at: now) },
            failure { writer throws(AtomicFile.WriteError) in try writer.saveMonitoring(memory) },
        ]
        return failures.lazy.compactMap(\.self).first
    }

    /// A reduced one is written when it says something else, and in each minute once: written with each fix, it would tell by
    /// its time whether the box moves.
    private mutating func writeState(_ snapshot: StatusSnapshot, at now: BootInstant) throws(AtomicFile.WriteError) {
        let status = snapshot.status(at: now, precision: precision)
        let news = status.news
        if precision == .reduced, let writtenState, writtenState.news == news, writtenState.at.minute == now.minute {
            return
        }
        try counters.count(.state) { () throws(AtomicFile.WriteError) in
            try stateFile.write(JSONLine.encode(status))
        }
        writtenState = (news, now)
    }

    private mutating func writePrecise(_ snapshot: StatusSnapshot, at now: BootInstant) throws(AtomicFile.WriteError) {
        if isPreciseFileWanted {
            let bytes = JSONLine.encode(snapshot.status(at: now, precision: .precise))
            try counters.count(.precise) { () throws(AtomicFile.WriteError) in try preciseFile.write(bytes) }
        } else if !isPreciseFileGone {
            try preciseFile.remove()
            isPreciseFileGone = true
        }
    }

    /// The same for everybody, whatever `state.json` tells.
    private mutating func writeCity(_ snapshot: StatusSnapshot) throws(AtomicFile.WriteError) {
        guard let city = snapshot.placemark?.placemark.limited(to: .reduced).city else { return }
        let line = Array((city + "\n").utf8)
        guard line != writtenCity else { return }
        try counters.count(.city) { () throws(AtomicFile.WriteError) in try cityFile.write(line) }
        writtenCity = line
    }

    private mutating func savePlacemark(
        _ snapshot: StatusSnapshot, at now: BootInstant
    ) throws(AtomicFile.WriteError) {
        guard let known = snapshot.placemark, known.location != nil, known.placemark != writtenPlacemark else { return }
        try counters.count(.placemark) { () throws(AtomicFile.WriteError) in try savedPlacemark.write(known, now: now) }
        writtenPlacemark = known.placemark
    }

    private mutating func saveMonitoring(_ memory: MonitoringMemory?) throws(AtomicFile.WriteError) {
        guard let memory else { return }
        try counters.count(.monitoring) { () throws(AtomicFile.WriteError) in try savedMonitoring.write(memory) }
    }

    private mutating func failure(
        _ write: (inout StateFileWriter) throws(AtomicFile.WriteError) -> Void
    ) -> AtomicFile.WriteError? {
        do throws(AtomicFile.WriteError) {
            try write(&self)
            return nil
        } catch {
            return error
        }
    }
}
