package import Files
package import LocationEngine
package import PlacemarkModel

/// Writes the files for others, `state.json` and `city`, and remembers what they say, so that a file is touched only when its
/// content changes.
package struct StateFileWriter: FileWriter {
    private let access: Access
    private let directory: String
    private var precision: Precision
    private var stateFile: AtomicFile
    private let cityFile: AtomicFile
    private(set) var counters = FileCounters()
    private var writtenState: (news: Status, at: BootInstant)?
    private var writtenCity: [UInt8]?

    package init(_ settings: StateFileSettings, access: Access) {
        self.access = access
        directory = settings.directory
        precision = settings.precision
        stateFile = Self.stateFile(settings, access)
        cityFile = AtomicFile(directory: settings.directory, name: "city", mode: 0o640)
    }

    private static func stateFile(_ settings: StateFileSettings, _ access: Access) -> AtomicFile {
        // A precise one is for the group that may know, where there is one and this process may give files to it.
        let group = settings.precision == .precise ? access.preciseFileGroup : nil
        let isForOwner = settings.precision == .precise && group == nil
        return AtomicFile(
            directory: settings.directory, name: "state.json", mode: isForOwner ? 0o600 : 0o640, group: group)
    }

    mutating func configure(_ settings: StateFileSettings) {
        guard settings.precision != precision else { return }
        precision = settings.precision
        stateFile = Self.stateFile(settings, access)
        writtenState = nil
    }

    /// Cleans up after a killed process, and takes over the city that it has left: one that is still right is not written
    /// again, and wakes nobody who watches it.
    package mutating func takeOver() {
        for file in [stateFile, cityFile] { file.removeTemporary() }
        writtenCity = cityFile.contents(below: 4096)
    }

    /// A reduced state is looked at each second, whether something has come or not: when it is written must not say whether
    /// the box moves.
    static func batch(of unwritten: inout UnwrittenState) -> UnwrittenState.Batch? {
        unwritten.settings.precision == .reduced ? unwritten.take() : unwritten.takeDue()
    }

    package mutating func write(
        _ snapshot: StatusSnapshot, memory: MonitoringMemory? = nil, at now: BootInstant
    ) -> AtomicFile.WriteError? {
        let failures = [
            failure { writer throws(AtomicFile.WriteError) in try writer.writeState(snapshot, at: now) },
            failure { writer throws(AtomicFile.WriteError) in try writer.writeCity(snapshot) },
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

    /// The same for everybody, whatever `state.json` tells.
    private mutating func writeCity(_ snapshot: StatusSnapshot) throws(AtomicFile.WriteError) {
        guard let city = snapshot.placemark?.reduced.city else { return }
        let line = Array((city + "\n").utf8)
        guard line != writtenCity else { return }
        try counters.count(.city) { () throws(AtomicFile.WriteError) in try cityFile.write(line) }
        writtenCity = line
    }
}
