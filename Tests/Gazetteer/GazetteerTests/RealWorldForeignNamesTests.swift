import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@testable import Gazetteer

/// Searches for names in other languages, in a suite of its own, because Scripts/run-tests gives each suite a process.
@Suite("Real world: names in other languages are found", .timeLimit(.minutes(20)), .tags(.soak))
struct RealWorldForeignNamesTests {
    /// Of a thousand names. Not measured yet: run this test, take the figure from its message, which lists what is missed, too, and
    /// set this to the next larger whole number; docs/guide/search.md tells the figure under "Figures".
    private static let mostMissedOfThousand = 50.0

    @Test(
        "names of cities with 100,000 people find them among the first three, for readers of their seven languages",
        .enabled(if: RealSources.areThere))
    func found() throws {
        let gazetteer = try RealWorld.gazetteer
        var random = SeededRandom(seed: 29)
        let sample = try LargeCityName.all(in: gazetteer).shuffled(using: &random).prefix(Soak.isOn ? .max : 2000)
        let missed = try sample.filter { name in
            let city = try #require(gazetteer.place(at: name.place)?.coordinate)
            let found = (try? gazetteer.search(name.name, limit: 3, preferredLanguages: [name.language])) ?? []
            return !found.contains { $0.coordinate == city }
        }
        let missedOfThousand = Double(missed.count) * 1000 / Double(sample.count)
        #expect(sample.count >= 2000)
        #expect(
            missedOfThousand <= Self.mostMissedOfThousand,
            "\(missedOfThousand) ‰, \(missed.count) of \(sample.count): \(missed.prefix(60))")
    }
}
