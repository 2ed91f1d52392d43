import TestSupport
import Testing

/// The map's page in a real Chromium, driven by `Map/page-test`.
enum MapPage {
    static let program = Checkout.file("Tests/IntegrationTests/Map/page-test")
    static let tiles = Checkout.file(".build/gazetteer/world.pmtiles")

    /// Scenarios that bring what they need: a box of real programs, or a stand-in for the server where no real one
    /// does what they want (docs/contribute/build-and-test.md, "The page of the map").
    static func pass(_ scenarios: [String], within limit: Duration = .seconds(600)) async throws {
        let end = try await Programs.run("/usr/bin/env", [program] + scenarios, within: limit)
        // For the suite's log: what was measured.
        print(end.output)
        #expect(end.status == 0, "\(end.output)\(end.errors)")
        #expect(end.output.contains("\(scenarios.count) of \(scenarios.count) scenarios passed"))
    }
}
