import SimulationSupport
import Testing

@Suite("Optimized simulation")
struct OptimizedRunTests {
    @Test(
        "debug and release give the same run to the last bit", .timeLimit(.minutes(15)),
        arguments: [3, 14, 159] as [UInt64])
    func sameDigest(seed: UInt64) async throws {
        let output = try await OptimizedSimulation.run(["--short", "--seed", "\(seed)"])
        var run = SimulatedRun(.short(seed: seed))
        run.finish()
        #expect(
            output.contains("\(run.digest)"),
            "seed \(seed): \(run.digest) here; is the program of the same sources (make programs)?")
    }
}
