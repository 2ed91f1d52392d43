import Glibc
import TestConditions
import TestSupport
import Testing
import Threads

@testable import Processes

@Suite("Programs that are started", .timeLimit(.minutes(1)), .tags(.waits))
struct ChildProgramTests {
    @Test("what a program writes and how it ends is told; one that is not there or is killed has the status -1")
    func calls() {
        let call = ProgramCall("sh", ["-c", "echo out; echo lost >&2; cat; exit 3"])
        #expect(call.output == "out\n")
        #expect(call.exitStatus == 3)
        #expect(ProgramCall("no-such-program", []).exitStatus == -1)
        #expect(ProgramCall("sh", ["-c", "kill -9 $$"]).exitStatus == -1)
    }

    @Test("a child gets its three descriptors and no others, whatever is opened beside it")
    func descriptors() async throws {
        let lists = try await withThrowingTaskGroup(of: String.self) { group in
            // Side by side: what one has just opened must not reach another's child.
            for _ in 0..<16 { group.addTask { ProgramCall("ls", ["/proc/self/fd"]).output } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // The fourth is that of ls, for the directory.
        #expect(lists.allSatisfy { $0 == "0\n1\n2\n3\n" }, "\(lists)")
    }

    @Test("signals that this program blocks or ignores are the child's own")
    func signals() {
        signal(SIGUSR1, SIG_IGN)
        defer { signal(SIGUSR1, SIG_DFL) }
        let call = ProgramCall("grep", ["-E", "^Sig(Blk|Ign):", "/proc/self/status"])
        // The two behind the first 31 are the C library's own.
        let masks = call.output.split(separator: "\n").compactMap { UInt64($0.suffix(16), radix: 16) }
        #expect(masks.count == 2 && masks.allSatisfy { $0 & 0x7FFF_FFFF == 0 }, "\(call.output)")
    }

    @Test("one that takes too long is ended, and so is one whose task is cancelled")
    func patience() async throws {
        let slow = try ChildProgram("sleep", ["600"], output: .null, errors: .null)
        #expect(await slow.wait(atMost: .milliseconds(50)) == -1)
        #expect(kill(slow.processID, 0) != 0)
        let other = try ChildProgram("sleep", ["600"], output: .null, errors: .null)
        let task = Task { await other.wait(atMost: .seconds(600)) }
        task.cancel()
        #expect(await task.value == -1)
        let quick = try ChildProgram("sh", ["-c", "exit 7"], output: .null, errors: .null)
        #expect(await quick.wait(atMost: .seconds(60)) == 7)
    }

    @Test("with a group of its own, what it has started ends with it; SIGTERM comes first, and may be answered")
    func group() async throws {
        let directory = try TemporaryDirectory()
        let script = """
            trap 'echo told >"$0/told"; exit 0' TERM
            bash -c 'trap "" TERM; sleep 600' & echo $! >"$0/child"
            wait
            """
        let program = try ChildProgram(
            "bash", ["-c", script, directory.path], output: .null, errors: .null, hasOwnGroup: true)
        let hasBegun = await poll(atMost: .seconds(20)) { directory.contents("child")?.hasSuffix("\n") == true }
        #expect(hasBegun)
        #expect(await program.wait(atMost: .zero, grace: .seconds(20)) == 0)
        #expect(directory.contents("told") == "told\n")
        let child = try #require(directory.contents("child").flatMap { Int32($0.dropLast()) })
        #expect(await poll(atMost: .seconds(20)) { !ProcessTree.isRunning(child) })
    }

    @Test("a program that cannot be started says why")
    func missing() {
        #expect(throws: ChildProgram.Failure(errorNumber: ENOENT)) {
            try ChildProgram("/no/such/program", output: .null, errors: .null)
        }
    }
}

@Suite("Threads for what blocks", .timeLimit(.minutes(1)))
struct DetachedThreadTests {
    @Test("the thread has its name, and no signal but those of its own faults comes to it")
    func mask() async throws {
        let status: String = await withCheckedContinuation { continuation in
            let isStarted = DetachedThread.start(named: "a test", stackBytes: 256 << 10) {
                continuation.resume(returning: ProcFile.text("/proc/thread-self/status"))
            }
            if !isStarted { continuation.resume(returning: "") }
        }
        #expect(status.hasPrefix("Name:\ta test\n"), "\(status)")
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") })
        let blocked = try #require(UInt64(line.split(separator: "\t")[1], radix: 16))
        func isBlocked(_ signal: Int32) -> Bool { blocked >> UInt64(signal - 1) & 1 == 1 }
        #expect([SIGPIPE, SIGTERM, SIGINT, SIGHUP, SIGALRM, SIGCHLD].allSatisfy(isBlocked))
        #expect(![SIGBUS, SIGSEGV, SIGILL, SIGFPE, SIGTRAP, SIGSYS].contains(where: isBlocked))
    }
}

/// A file of the kernel's, which has no size.
private enum ProcFile {
    static func text(_ path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        return String(unsafeUninitializedCapacity: 8192) { max(0, read(descriptor, $0.baseAddress, $0.count)) }
    }
}
