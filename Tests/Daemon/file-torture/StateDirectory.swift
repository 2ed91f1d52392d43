import Files
import Foundation
import Logging
import LocationEngine
import PlacemarkModel
import Publishing

/// A directory of state files as a reader and as the next start find it.
struct StateDirectory {
    let path: String
    /// The group that `state.json` is for, if it has one of its own.
    var group: gid_t?

    static let modes: [String: mode_t] = [
        "state.json": 0o640, "city": 0o640, "precise.json": 0o600, "placemark.json": 0o600, "monitoring.json": 0o600,
        "regions.json": 0o600, "guard.json": 0o600, "trips.json": 0o600,
    ]

    /// What is not as it must be.
    struct Damage: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    private var settings: StateFileSettings {
        .init(
            directory: path, persistentDirectory: path, precision: .precise, hasPreciseFile: true, keepsTrips: true)
    }

    /// The writers of all files.
    struct Writer {
        fileprivate var stateFiles: StateFileWriter
        fileprivate var ownFiles: OwnFileWriter

        mutating func takeOver() {
            stateFiles.takeOver()
            ownFiles.takeOver()
        }

        /// Reads what an earlier writer has kept, as the daemon does at its start. Without it, a guard that has ended since
        /// would stay in its file.
        mutating func restore() -> SavedState {
            ownFiles.restore(at: StateSpecimen.time, log: Logger(label: "") { _ in SwiftLogNoOpLogHandler() })
        }

        /// Writes a state into all files. Returns the first failure.
        mutating func write(_ specimen: StateSpecimen) -> AtomicFile.WriteError? {
            let first = stateFiles.write(specimen.snapshot, at: StateSpecimen.time)
            let second = ownFiles.write(specimen.snapshot, memory: specimen.memory, at: StateSpecimen.time)
            return first ?? second
        }

        /// Writes what changes with each fix at the same place. Returns the first failure.
        mutating func writeAges(_ specimen: StateSpecimen) -> AtomicFile.WriteError? {
            let first = stateFiles.write(specimen.snapshot, at: StateSpecimen.time)
            return first ?? ownFiles.write(specimen.snapshot, at: StateSpecimen.time)
        }
    }

    var writer: Writer {
        let access = Access(preciseGroup: group ?? getegid(), reducedGroup: nil, ownUserID: geteuid())
        return Writer(
            stateFiles: StateFileWriter(settings, access: access), ownFiles: OwnFileWriter(settings, access: access))
    }

    /// The number of the state in a file of statuses; nil when there is none.
    func number(in name: String) throws -> UInt64? {
        guard let bytes = FileManager.default.contents(atPath: "\(path)/\(name)") else { return nil }
        guard bytes.last == UInt8(ascii: "\n"), let status = try? JSONDecoder().decode(Status.self, from: bytes) else {
            throw Damage("\(name) is torn: \(bytes.count) bytes")
        }
        guard status == StateSpecimen(status.sequence).status else { throw Damage("\(name) mixes two states") }
        return status.sequence
    }

    /// Looks at every file, as a process that was killed has left it.
    ///
    /// - Parameter acknowledged: the number of the last state that had been written entirely.
    /// - Returns: how many temporary files there are.
    func check(acknowledged: UInt64) throws -> Int {
        var temporaries = 0
        // Spelled otherwise than by the writer, so that strace, which goes by the text, does not take it for the writer's.
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(path)/.") {
            let isTemporary = name.hasPrefix(".") && name.hasSuffix(".tmp")
            let final = isTemporary ? String(name.dropFirst().dropLast(4)) : name
            guard let mode = Self.modes[final] else { throw Damage("there is a file \(name)") }
            var status = stat()
            lstat("\(path)/\(name)", &status)
            let isRight = isTemporary ? status.st_mode & ~(S_IFREG | mode) == 0 : status.st_mode == S_IFREG | mode
            guard isRight else { throw Damage("\(name) has the mode \(String(status.st_mode, radix: 8))") }
            if let group, name == "state.json", status.st_gid != group {
                throw Damage("\(name) is of group \(status.st_gid)")
            }
            temporaries += isTemporary ? 1 : 0
        }
        // At most the one state that was under way is newer.
        let allowed = acknowledged...acknowledged + 1
        for name in ["state.json", "precise.json"] {
            let number = try number(in: name) ?? 0
            guard allowed.contains(number) else { throw Damage("\(name) has state \(number), not one of \(allowed)") }
        }
        let city = FileManager.default.contents(atPath: "\(path)/city").map { String(decoding: $0, as: UTF8.self) }
        guard allowed.contains(where: { city == ($0 == 0 ? nil : StateSpecimen($0).city) }) else {
            throw Damage("city is \(city ?? "not there")")
        }
        return temporaries
    }

    /// Does what the daemon does at its start.
    func start(acknowledged: UInt64) throws {
        var writer = writer
        writer.takeOver()
        let saved = writer.restore()
        // The files are written one after the other: some may be of the state before.
        func isKept<Part: Equatable>(_ part: Part?, as whole: (StateSpecimen) -> Part?) -> Bool {
            (acknowledged...acknowledged + 1).contains { part == ($0 == 0 ? nil : whole(StateSpecimen($0))) }
        }
        /// What has no file of its own.
        func rest(of memory: MonitoringMemory) -> MonitoringMemory {
            var memory = memory
            memory.regions?.added = []
            (memory.guarding, memory.trips) = (nil, nil)
            return memory
        }
        guard isKept(saved.placemark?.placemark, as: { $0.snapshot.placemark?.placemark }),
            isKept(saved.memory?.regions?.added, as: { $0.memory.regions?.added }),
            isKept(saved.memory?.guarding, as: { $0.memory.guarding }),
            isKept(saved.memory?.trips, as: { $0.memory.trips }),
            isKept(saved.memory.map(rest), as: { rest(of: $0.memory) })
        else { throw Damage("what was kept for the next start is lost") }
        let names = Set(try FileManager.default.contentsOfDirectory(atPath: path))
        guard names.isSubset(of: Self.modes.keys) else { throw Damage("after the start there is \(names)") }
    }
}
