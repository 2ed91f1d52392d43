import TestConditions
import Testing

/// What the page takes of the machine: nothing may run beside it.
@Suite("What the map's page costs", .timeLimit(.minutes(15)), .tags(.waits, .needsWholeMachine))
struct MapPageCostTests {
    @Test(
        "the first view has less than 1 MB; 100,000 regions stay usable; at rest nothing is drawn (faults 79 and 95)"
    )
    func costs() async throws { try await MapPage.pass(["first_view", "many_regions", "at_rest"]) }
}
