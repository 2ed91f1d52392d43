import Foundation
import Logging
import PlacemarkCore
import Publishing

/// A directory of state files as a reader and as the next start find it.
struct StateDirectory {
    let path: String
    /// The group that `state.json` is for, if it has one of its own.
    var group: gid_t?

    static let modes: [String: mode_t] = [
        "state.json": 0o640, "city": 0o640, "precise.json": 0o600, "placemark.json": 0o600, "monitoring.json": 0o600,
    ]

    /// What is not as it must be.
    struct Damage: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    var writer: StateFileWriter {
        StateFileWriter(
            .init(directory: path, persistentDirectory: path, precision: .precise, hasPreciseFile: true),
            access: Access(preciseGroup: group ?? getegid(), reducedGroup: nil, ownUserID: geteuid()))
    }

    /// The number of the state in a file of statuses; nil when there is none.
    func number(in name: String) throws -> UInt64? {
        guard let bytes = FileManager.default.contents(atPath: "\(path)/\(name)") else { return nil }
        guard bytes.last == UInt8(ascii: "\n"), let status = try? JSONDecoder().decode(Status.self, from: bytes) else {
            throw Damage("\(name) is torn: \(bytes.count) bytes")
        }
        guard status == Specimen(status.sequence).status else { throw Damage("\(name) mixes two states") }
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
        guard allowed.contains(where: { city == ($0 == 0 ? nil : Specimen($0).city) }) else {
            throw Damage("city is \(city ?? "not there")")
        }
        return temporaries
    }

    /// Does what the daemon does at its start.
    func start(acknowledged: UInt64) throws {
        var writer = writer
        writer.takeOver()
        let log = Logger(label: "") { _ in SwiftLogNoOpLogHandler() }
        let placemark = SavedPlacemark.File(directory: path).read(now: Specimen.time, log: log)?.placemark
        let memory = SavedMonitoring.File(directory: path).read(log: log)
        let allowed = (acknowledged...acknowledged + 1).map { $0 == 0 ? nil : Specimen($0) }
        guard allowed.contains(where: { placemark == $0?.snapshot.placemark?.placemark }),
            allowed.contains(where: { memory == $0?.memory })
        else { throw Damage("what was kept for the next start is lost") }
        let names = Set(try FileManager.default.contentsOfDirectory(atPath: path))
        guard names.isSubset(of: Self.modes.keys) else { throw Damage("after the start there is \(names)") }
    }
}
