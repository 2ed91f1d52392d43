import Foundation
import PlacemarkModel
import TestSupport
import TestConditions
import Testing

/// The system calls of the real writer, recorded by strace, against a model of a disk that loses its power.
@Suite("State files and power loss", .timeLimit(.minutes(15)), .tags(.waits))
struct StateFilePowerLossTests {
    private static let modes: [String: UInt32] = [
        "state.json": 0o640, "city": 0o640, "precise.json": 0o600, "placemark.json": 0o600, "monitoring.json": 0o600,
        "regions.json": 0o600, "guard.json": 0o600, "trips.json": 0o600,
    ]
    private static let states = 3
    /// Of no process here.
    private static let group: UInt32 = 60_001

    /// Writes states one after the other under strace.
    private func trace(umask: String, withGroup: Bool) async throws -> (SystemCallTrace, TemporaryDirectory) {
        let directory = try TemporaryDirectory()
        mkdir(directory.file("state"), 0o700)
        let group = withGroup ? ["--group", "\(Self.group)"] : []
        let command =
            ["-o", directory.file("trace")] + SystemCallTrace.options + [
                "sh", "-c", #"umask "$0" && exec "$@""#, umask,
            ] + [
                Programs.path("file-torture"), "write", "--states", "\(Self.states)", directory.file("state"),
            ] + group
        let child = try ChildProcess("strace", command)
        #expect(
            await child.exitStatus(within: .seconds(60)) == 0, "\(child.standardOutput)\(child.standardError)")
        let text = try String(contentsOfFile: directory.file("trace"), encoding: .utf8)
        return (SystemCallTrace(text, directory: directory.file("state")), directory)
    }

    @Test("whenever the power goes, each file is old or new, whole, with its mode (faults 37, 90, 91)")
    func everyPrefix() async throws {
        let (trace, directory) = try await trace(umask: "022", withGroup: false)
        #expect(trace.strangers.isEmpty, "\(trace.strangers)")
        var model = CrashModel()
        // What has been put under each name, nil for nothing, and the first of it that may still be found.
        var versions: [String: [CrashModel.Content?]] = Self.modes.mapValues { _ in [nil] }
        var oldest = Self.modes.mapValues { _ in 0 }
        for call in trace.calls {
            if case .rename(let from, let to) = call { versions[to]?.append(model.present[from]) }
            model.apply(call)
            // What the daemon has been told is written must stay.
            if call == .syncDirectory { oldest = versions.mapValues { $0.count - 1 } }
            for outcome in model.outcomes {
                for (name, versions) in versions {
                    let allowed = versions[(oldest[name] ?? 0)...]
                    let found: [CrashModel.Content?] = outcome[name].map(Array.init) ?? [nil]
                    #expect(found.allSatisfy(allowed.contains), "\(name) after \(call)")
                    if let mode = Self.modes[name] { #expect(found.allSatisfy { $0 == nil || $0?.mode == mode }) }
                }
                let temporaries = outcome.keys.filter { Self.modes[$0] == nil }
                #expect(Set(temporaries).isSubset(of: Self.modes.keys.map { ".\($0).tmp" }))
            }
        }
        // The recording is one of real writes: whole states, each durable at the end.
        #expect(oldest.values.allSatisfy { $0 == Self.states }, "\(oldest)")
        for name in ["state.json", "precise.json"] {
            let sequences = try versions[name]?.compactMap(\.self).map {
                try JSONDecoder().decode(Status.self, from: Data($0.bytes)).sequence
            }
            #expect(sequences == [1, 2, 3])
        }
        for (name, content) in model.present {
            #expect(directory.contents("state/\(name)") == String(decoding: content.bytes, as: UTF8.self))
        }
    }

    @Test(
        "whatever the umask, nobody may read a file before who may not read it in the end (fault 42)",
        arguments: ["000", "022", "077", "777"])
    func modes(umask: String) async throws {
        let (trace, directory) = try await trace(umask: umask, withGroup: false)
        try watch(trace) { content, name in content.mode & ~(Self.modes[name] ?? 0) == 0 }
        for (name, mode) in Self.modes { #expect(directory.mode("state/\(name)") == Int(mode)) }
    }

    @Test("a file for a group has that group before the group may read it, and before anything is in it (fault 42)")
    func group() async throws {
        guard geteuid() == 0 else { try Test.cancel("only root can give a file to a group that it is not in") }
        let (trace, directory) = try await trace(umask: "000", withGroup: true)
        try watch(trace) { content, name in
            guard name == "state.json" else { return true }
            return content.group == Self.group || (content.mode & 0o077 == 0 && content.bytes.isEmpty)
        }
        var status = stat()
        stat(directory.file("state/state.json"), &status)
        #expect(status.st_gid == Self.group && status.st_mode & 0o7777 == 0o640)
    }

    /// Expects something of every file after every call, under its name or the temporary one.
    private func watch(_ trace: SystemCallTrace, _ isRight: (CrashModel.Content, String) -> Bool) throws {
        #expect(trace.strangers.isEmpty, "\(trace.strangers)")
        var model = CrashModel()
        for call in trace.calls {
            model.apply(call)
            for (name, content) in model.present {
                let final = name.hasPrefix(".") ? String(name.dropFirst().dropLast(4)) : name
                try #require(isRight(content, final), "\(name) after \(call)")
            }
        }
        #expect(Set(model.present.keys) == Set(Self.modes.keys))
    }
}
