import Foundation
import Synchronization
import TestConditions
import TestSupport
import Testing

/// `Scripts/run-tests` itself: it runs what it is asked for, as often and under what load it is asked to, and says how to see a
/// failure once more. Its logs are those of the run that this is part of, so nothing may run beside it.
@Suite("Runs of the tests", .timeLimit(.minutes(5)), .tags(.needsWholeMachine))
struct RunTestsTests {
    private static let script = Checkout.file("Scripts/run-tests")
    /// One that calculates for some microseconds.
    private static let quick = "PlacemarkModelTests.AgeInWordsTests/longest(seconds:)"

    /// The processes in whose command line a text is.
    private static func processes(with text: String) -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.filter { process in
            guard Int(process) != nil, let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
            else {
                return false
            }
            return String(decoding: words, as: UTF8.self).contains(text)
        }
    }

    /// How many programs there are whose only task is to keep the processor busy.
    private static var loads: Int { processes(with: "while True: pass").count }

    /// Whether there are more such programs at any time before the run ends.
    private static func hasLoad(_ run: ChildProcess, moreThan before: Int) async -> Bool {
        let isSeen = Mutex(false)
        _ = await poll(atMost: .seconds(120)) {
            let isMore = loads > before
            isSeen.withLock { $0 = isMore }
            return isMore || !run.isRunning
        }
        return isSeen.withLock(\.self)
    }

    @Test("fault 97: one test runs as often as asked, beside other programs on all cores, which end with the run")
    func repeated() async throws {
        let before = Self.loads
        let run = try ChildProcess(Self.script, ["--only", Self.quick, "--repeat", "2", "--stress"])
        #expect(await Self.hasLoad(run, moreThan: before))
        #expect(await run.exitStatus(within: .seconds(120)) == 0)
        let lines = run.completeStandardOutput
        #expect(lines.contains("Round 2 of 2:") && lines.contains("\n2 passed, 0 failed, 0 skipped"), "\(lines)")
        #expect(await poll(atMost: .seconds(20)) { Self.loads == before })
    }

    @Test("fault 97: a run that is killed leaves no load behind")
    func killed() async throws {
        let before = Self.loads
        let run = try ChildProcess(Self.script, ["--only", Self.quick, "--repeat", "1000", "--stress"])
        #expect(await Self.hasLoad(run, moreThan: before))
        run.terminate(SIGKILL)
        #expect(await poll(atMost: .seconds(20)) { Self.loads == before })
    }

    @Test(
        "fault 97: what calculates lets all others go first, whatever priority the Swift runtime gives its threads",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/autogroup")))
    func polite() async throws {
        let run = try ChildProcess(Self.script, ["--only", Self.quick, "--repeat", "1000"])
        let isPolite = await poll(atMost: .seconds(20)) {
            Self.processes(with: "xctest\0--testing-library").contains { process in
                let session = FileManager.default.contents(atPath: "/proc/\(process)/autogroup") ?? Data()
                return String(decoding: session, as: UTF8.self).hasSuffix(" nice 1\n")
            }
        }
        run.terminate(SIGKILL)
        #expect(isPolite)
    }

    /// Runs Python with the script's functions in `run`.
    private static func python(_ program: String) async throws -> ChildProcess {
        let head = """
            import importlib.machinery, importlib.util, os, sys, types
            sys.dont_write_bytecode = True
            loader = importlib.machinery.SourceFileLoader("run_tests", sys.argv[1])
            run = importlib.util.module_from_spec(importlib.util.spec_from_loader("run_tests", loader))
            loader.exec_module(run)

            """
        let child = try ChildProcess("python3", ["-c", head + program, script])
        #expect(await child.exitStatus(within: .seconds(60)) == 0, "\(child.completeStandardError)")
        return child
    }

    @Test("suites that wait run beside each other, a busy one takes the place of three, and each may run alone")
    func beside() async throws {
        _ = try await Self.python(
            """
            def suite(*needs): return run.Suite("Room.SomeTests", "Some", set(needs), 1, [])
            waits, busy, calculates = suite("waits"), suite("waits", "busy"), suite()
            options = types.SimpleNamespace(waiting=6, calculating=2)
            assert run.fits(waits, 5 * [waits] + 2 * [calculates], options)
            assert not run.fits(waits, 6 * [waits], options)
            assert run.fits(busy, 3 * [waits], options) and not run.fits(busy, 4 * [waits], options)
            assert run.fits(busy, [busy], options) and not run.fits(waits, 2 * [busy], options)
            assert run.fits(calculates, 2 * [busy] + [calculates], options)
            assert not run.fits(calculates, 2 * [calculates], options)
            assert run.fits(busy, [calculates], types.SimpleNamespace(waiting=1, calculating=2))
            """)
    }

    @Test("the last line of a failed run is the command that runs what failed once more, exactly that")
    func again() async throws {
        let program = """
            suite = run.Suite("Room.SomeTests", "Some", set(), 1, ["Room.SomeTests/first()/Some.swift:3:4"])
            options = types.SimpleNamespace(soak=False, stress=True)
            failed = run.Outcome(suite, 1, 1, [], suite.tests, {}, None, "it failed")
            crashed = run.Outcome(suite, 1, 1, [], [], {}, "it crashed after its last test", "it crashed")
            for outcome in (failed, crashed):
                assert not run.summarize([outcome], 1, options)
            """
        let run = try await Self.python(program)
        let commands = run.completeStandardOutput.split(separator: "\n").filter { $0.contains("To run again") }
        #expect(
            commands == [
                "To run again what failed: Scripts/run-tests --only 'Room.SomeTests/first()' --stress",
                "To run again what failed: Scripts/run-tests --filter '^(Room\\.SomeTests)$' --stress",
            ])
        #expect(run.completeStandardOutput.hasSuffix("\(commands.last ?? "nothing")\n"))
    }
}
