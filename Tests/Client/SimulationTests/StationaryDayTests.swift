import SimulationSupport
import Testing

@Suite("A stationary day")
struct StationaryDayTests {
    @Test(
        "brings one geocode, one place, one visit, at most one pause, and no region event (fault 13)",
        .timeLimit(.minutes(15)))
    func nothingHappens() async throws {
        let output = try await OptimizedSimulation.run(["--stationary"])
        let lines = output.split(separator: "\n")
        for jitter in StationaryDay.Jitter.all { #expect(lines.contains("ok: \(jitter)"), "\(output)") }
    }
}
