import PlacemarkModel
import TestConditions
import TestSupport
import Testing

@testable import Gazetteer

/// Searches for names in other languages, in a suite of its own, because Scripts/run-tests gives each suite a process.
@Suite("Real world: names in other languages are found", .timeLimit(.minutes(20)), .tags(.soak))
struct RealWorldForeignNamesTests {
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
        #expect(sample.count >= 2000)
        #expect(missed.isEmpty, "\(missed.count) of \(sample.count): \(missed.prefix(60))")
    }
}
