import Foundation
import TestConditions
import TestSupport
import Testing

@Suite("The writer of the state files, treated badly", .timeLimit(.minutes(25)), .tags(.soak))
struct StateFileTortureTests {
    private static let program = Programs.path("file-torture")

    @Test(
        "killed again and again while it writes: nothing torn, no guard or trip lost, modes kept (faults 36, 90, 91)")
    func killed() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        let child = try ChildProcess(Self.program, ["--kills", Soak.isOn ? "10000" : "2000", "--seed", "\(seed)"])
        let status = await child.exitStatus(within: .seconds(540))
        #expect(status == 0, "seed \(seed): \(child.standardOutput)\(child.standardError)")
        print(child.standardOutput)
    }

    /// A system call, and what may become of it.
    struct Injection: CustomStringConvertible, Sendable {
        let call: String
        let error: String
        var description: String { "\(call) \(error)" }
    }

    private static let injections: [Injection] = [
        ("openat", ["EIO", "EINTR", "ENOSPC", "EMFILE"]), ("unlinkat", ["EIO"]), ("fchown", ["EIO", "EINTR", "EPERM"]),
        ("fchmod", ["EIO", "EINTR"]), ("write", ["EIO", "EINTR", "ENOSPC", "EDQUOT"]),
        ("fsync", ["EIO", "EINTR", "ENOSPC"]),
        ("renameat", ["EIO", "EINTR", "ENOSPC"]), ("close", ["EIO", "EINTR"]),
    ].flatMap { call, errors in errors.map { Injection(call: call, error: $0) } }

    /// The end of a writer.
    private struct Outcome {
        let status: Int32?
        let output: String
        let isInjected: Bool
        let directory: TemporaryDirectory
    }

    private func write(states: Int = 2, _ injection: String) async throws -> Outcome {
        let directory = try TemporaryDirectory()
        let state = directory.file("state")
        mkdir(state, 0o700)
        let names = [
            "state.json", "precise.json", "city", "placemark.json", "monitoring.json", "regions.json", "guard.json",
            "trips.json",
        ]
        // Nothing but the writer's own files, so that the start of the program is not meant.
        let paths = ([state] + names.map { "\(state)/.\($0).tmp" }).flatMap { ["-P", $0] }
        let group = geteuid() == 0 ? ["--group", "60001"] : []
        let child = try ChildProcess(
            "strace",
            ["-o", directory.file("trace")] + paths
                + ["-e", "trace=\(injection.prefix { $0 != ":" })", "-e", "inject=\(injection)"]
                + [Self.program, "write", "--states", "\(states)", state] + group)
        let status = await child.exitStatus(within: .seconds(60))
        let isInjected = directory.contents("trace")?.contains("INJECTED") == true
        return Outcome(
            status: status, output: child.standardOutput + child.standardError, isInjected: isInjected,
            directory: directory)
    }

    /// The program itself looks at all files after each try, see `StateDirectory`.
    @Test(
        "any one system call fails: the old file or the new one is there, and the next try writes it (fault 40)",
        arguments: injections)
    func failing(injection: Injection) async throws {
        if injection.call == "fchown", geteuid() != 0 { try Test.cancel("only root gives files away") }
        var failures = 0
        for number in 1... {
            let result = try await write("\(injection.call):error=\(injection.error):when=\(number)")
            #expect(result.status == 0, "number \(number): \(result.output)")
            guard result.isInjected else {
                #expect(number > 2, "it was never injected")
                break
            }
            // Each failure is told, but for those that are mended at once or do no harm.
            let isTold = result.output.contains("/state/")
            failures += isTold ? 1 : 0
        }
        let isHarmless = injection.error == "EINTR" || ["unlinkat", "close"].contains(injection.call)
        #expect(isHarmless ? failures == 0 : failures > 0, "\(failures) failures")
    }

    @Test("a write that takes only some bytes goes on with the rest (fault 40)", arguments: [1, 700])
    func shortWrite(count: Int) async throws {
        let whole = try await write(states: 1, "write:error=EINTR:when=1")
        // strace says that the bytes were taken, and takes none: what is there must be exactly the rest. The program finds
        // that its file is torn.
        let short = try await write(states: 1, "write:retval=\(count):when=1")
        #expect(whole.isInjected && whole.status == 0 && short.isInjected && short.status == 1, "\(short.output)")
        let expected = try #require(whole.directory.contents("state/state.json"))
        #expect(short.directory.contents("state/state.json") == String(expected.dropFirst(count)))
    }

    @Test("signals without end do not keep the writer for ever (fault 40)", arguments: ["fsync", "write", "renameat"])
    func endless(call: String) async throws {
        let result = try await write("\(call):error=EINTR:when=1+")
        #expect(result.status == 1 && result.output.contains("Interrupted system call"), "\(result.output)")
    }
}
