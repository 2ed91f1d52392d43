import TestConditions
import Testing

@Suite("The trips of a fleet (fault 91)", .tags(.soak))
struct FleetTripsTests {
    @Test(
        "weeks of three boxes, always on or on with the ignition: no trip is lost, none is made up, none told twice",
        .timeLimit(.minutes(20)))
    func fleet() async throws {
        let output = try await OptimizedSimulation.run(["--trips", "--days", Soak.isOn ? "365" : "14"])
        #expect(output.split(separator: "\n").count == 6 && !output.contains("violated"), "\(output)")
    }
}
