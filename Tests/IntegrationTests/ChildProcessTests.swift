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
}
