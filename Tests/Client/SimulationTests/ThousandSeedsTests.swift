import SimulationSupport
import Testing

@Suite("A thousand simulated worlds")
struct ThousandSeedsTests {
    @Test(
        "in none does the machine what it must not, and in many each fault happens (faults 1-18, 23, 28, 30, 32-34)",
        .timeLimit(.minutes(15)))
    func invariants() async throws {
        let output = try await OptimizedSimulation.run(["--seeds", "1000"])
        #expect(output.contains("1000 seeds, nothing violated"))
    }

    @Test("the same seed gives the same run to the last bit, and another seed another run")
    func reproducible() {
        var digests: Set<Digest> = []
        for seed: UInt64 in 1...10 {
            var (first, second) = (SimulatedRun(.short(seed: seed)), SimulatedRun(.short(seed: seed)))
            first.finish()
            while second.advance(moments: 7) {}
            #expect(first.digest == second.digest && first.tally == second.tally, "seed \(seed)")
            digests.insert(first.digest)
        }
        #expect(digests.count == 10)
    }
}
