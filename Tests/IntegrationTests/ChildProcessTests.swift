import TestSupport
import Testing

/// What most tests of programs stand on.
@Suite("Programs that tests start")
struct ChildProcessTests {
    @Test("the end of a program is seen, whatever else is started at the same moment and goes on")
    func concurrentStarts() async throws {
        let ends = try await withThrowingTaskGroup(of: [Int32?].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var (running, ends): ([ChildProcess], [Int32?]) = ([], [])
                    for _ in 0..<200 {
                        running.append(try ChildProcess("sleep", ["600"]))
                        ends.append(try await ChildProcess("true", []).exitStatus(within: .seconds(20)))
                    }
                    return ends
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(ends == Array(repeating: 0, count: 1600))
    }

    @Test("a line that a program writes in parts is none before its end")
    func lines() async throws {
        let directory = try TemporaryDirectory()
        let script = "echo first; printf 'ready '; until [ -e '\(directory.file("go"))' ]; do sleep 0.05; done; echo 12"
        let program = try ChildProcess("sh", ["-c", script])
        #expect(await poll(atMost: .seconds(5)) { program.standardOutput.contains("ready") })
        #expect(program.standardOutputLines == ["first"])
        try directory.write("go", "")
        #expect(await program.exitStatus(within: .seconds(20)) == 0)
        #expect(program.standardOutputLines == ["first", "ready 12"])
    }
}
