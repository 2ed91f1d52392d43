import ArgumentParser
import Gazetteer
import GazetteerBuilding

/// `gazetteer-bench subdivisions`: how many states have an ISO 3166-2 code.
struct MeasureSubdivisions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subdivisions", abstract: "Measure how many places have an ISO 3166-2 code.")

    @Option(help: ArgumentHelp("Where the unpacked sources are.", valueName: "directory"))
    var sources = ".build/gazetteer/sources"

    @Flag(help: "Write each state and its code.")
    var all = false

    func run() throws {
        let places = try PlaceSources(directory: sources, progress: BuildProgress())
        let joined = places.joined().places
        var weights: [SubdivisionCodes.State: (places: Int, population: Int)] = [:]
        for (city, place) in zip(places.cities, joined) {
            guard let country = place.isoCountryCode, let name = place.administrativeArea else { continue }
            let state = SubdivisionCodes.State(country: country, name: name, admin1Code: city.admin1code)
            let weight = weights[state] ?? (0, 0)
            weights[state] = (weight.places + 1, weight.population + place.population)
        }
        let clock = ContinuousClock()
        let start = clock.now
        let resolver = try SubdivisionCodes(directory: sources)
        let read = clock.now
        let codes = resolver.codes(for: Set(weights.keys))
        print("reading \(read - start), matching \(clock.now - read)")
        func share(_ count: Int, _ total: Int) -> String {
            "\((Double(count) / Double(total) * 1000).rounded() / 10) %"
        }
        let found = weights.filter { codes[$0.key] != nil }
        print("states: \(found.count) of \(weights.count), \(share(found.count, weights.count))")
        let (foundPlaces, allPlaces) = (found.values.reduce(0) { $0 + $1.places }, joined.count)
        print("places: \(foundPlaces) of \(allPlaces), \(share(foundPlaces, allPlaces))")
        let (foundPeople, people) = (
            found.values.reduce(0) { $0 + $1.population }, joined.reduce(0) { $0 + $1.population }
        )
        print("people: \(share(foundPeople, people))")
        let sorted = weights.sorted { ($1.value.population, $0.key) < ($0.value.population, $1.key) }
        for (state, weight) in sorted where all || codes[state] == nil {
            print(
                state.country, state.admin1Code ?? "–", state.name, codes[state] ?? "–", weight.places,
                weight.population, separator: "\t")
        }
    }
}
