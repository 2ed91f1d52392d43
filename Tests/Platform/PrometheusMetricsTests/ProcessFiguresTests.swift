import Foundation
import Testing

@testable import PrometheusMetrics

@Suite("Figures of the process")
struct ProcessFiguresTests {
    @Test("the kernel's line is read, whatever the program is called")
    func line() throws {
        let numbers = (3...52).map { $0 == 3 ? "S" : "\($0 * 100)" }.joined(separator: " ")
        let status = try #require(ProcessStatus(parsing: "4711 (a) b ) (c) \(numbers)\n"))
        #expect(status.processorTicks == 1400 + 1500)
        #expect(status.startTick == 2200)
        #expect(status.residentPages == 2400)
    }

    @Test(
        "a line that is cut off or no such line gives nothing",
        arguments: ["", "4711 (a", "4711 (a)", "4711 (a) S 1 2 3", "4711 (a) " + String(repeating: "x ", count: 60)])
    func damaged(line: String) { #expect(ProcessStatus(parsing: line) == nil) }

    @Test("this process has memory, a start in the past, and descriptors")
    func current() throws {
        let figures = try #require(ProcessFigures.current())
        #expect(figures.residentMemoryInBytes > 1 << 20)
        #expect(figures.processorTimeInSeconds >= 0)
        let age = Date().timeIntervalSince1970 - figures.startTimeInSeconds
        #expect((-2...86_400).contains(age))
        #expect(try #require(figures.openDescriptors) >= 3)
        #expect(try #require(figures.mostDescriptors) >= 64)
    }
}
