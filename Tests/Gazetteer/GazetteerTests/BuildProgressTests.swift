import Synchronization
import Testing

@testable import GazetteerBuilding

@Suite("The progress of a build")
struct BuildProgressTests {
    @Test("progress is a bar on a terminal, and a line elsewhere")
    func progressLine() {
        #expect(BuildProgress.line(0.5, "reading", isTerminal: true) == "[##########          ] 50 % reading")
        #expect(BuildProgress.line(0.5, "reading", isTerminal: false) == "50 % reading")
        #expect(BuildProgress.line(7, "done", isTerminal: false) == "100 % done")
    }

    @Test("what has been shown is not shown again, and what is new is")
    func repeatedLine() {
        let lines = Mutex<[String]>([])
        let progress = BuildProgress(isTerminal: false, patience: .zero, pause: .zero) { line in
            lines.withLock { $0.append(line) }
        }
        // Thousandths of a per cent look alike.
        for share in [0.5, 0.5, 0.500_01] { progress.report(share, "reading") }
        progress.report(0.5, "joining")
        progress.report(0.6)
        progress.report(0.6)
        #expect(lines.withLock { $0 } == ["50 % reading\n", "50 % joining\n", "60 % joining\n"])
    }
}
