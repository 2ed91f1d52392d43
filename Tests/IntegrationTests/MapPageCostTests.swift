import TestConditions
import TestSupport
import Testing

/// What the page takes of the machine: nothing may run beside it.
@Suite("What the map's page costs", .timeLimit(.minutes(15)), .tags(.waits, .needsWholeMachine))
struct MapPageCostTests {
    @Test(
        "the first view has less than 1 MB; 100,000 regions stay usable; at rest nothing is drawn (faults 79 and 95)"
    )
    func costs() async throws { try await MapPage.pass(["first_view", "many_regions", "at_rest"]) }
}

/// What takes many minutes, and is measured and not only tried: `make soak` alone runs it.
@Suite(
    "What the map's page costs over hours and days", .serialized, .timeLimit(.minutes(30)),
    .tags(.waits, .needsWholeMachine, .soak))
struct MapPageSoakTests {
    @Test(
        "an hour of fixes leaves the memory flat, a day of track the frames, a long trip is bounded (faults 79 and 95)",
        .enabled(if: Soak.isOn, "it takes many minutes: make soak runs it"),
        arguments: ["memory", "memory_hour", "memory_following", "frames", "day_of_track", "long_trip"])
    func costs(scenario: String) async throws { try await MapPage.pass([scenario], within: .seconds(900)) }

    @Test(
        "boxes where maps go wrong have their way and their ground: across 180°, at 89° N, with and without a pack",
        .enabled(if: Soak.isOn, "it takes pictures for minutes: make soak runs it"))
    func states() async throws {
        _ = try SharedData.extractOrCancel("monaco.osm.pbf")
        let pictures = try TemporaryDirectory()
        let end = try await Programs.run(
            "/usr/bin/env", [MapPage.program, "--pictures", pictures.path, "atlas_states"], within: .seconds(1500))
        #expect(end.status == 0, "\(end.output)\(end.errors)")
        #expect(end.output.contains("1 of 1 scenarios passed"))
    }
}
