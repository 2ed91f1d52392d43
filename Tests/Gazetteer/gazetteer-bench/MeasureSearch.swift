import ArgumentParser
import Gazetteer
import GazetteerBuilding
import PlacemarkModel

/// `gazetteer-bench search`: how long forward search takes, and how often the first result is the right one.
struct MeasureSearch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Measure how often searches find the right city.")

    @Option(help: ArgumentHelp("Where the unpacked sources are: the names to search for.", valueName: "directory"))
    var sources = ".build/gazetteer/sources"

    @Argument(help: "The gazetteer.", completion: .file(extensions: ["gazetteer"]))
    var file: String

    func run() throws { try SearchTrial(try Gazetteer(path: file), sources: sources).run() }
}

/// Searches for cities under all their names.
///
/// The trial asks for the 5,000 largest cities of the sources with their countries. Right is the city itself, not another one
/// of that name in the country.
private struct SearchTrial {
    private struct Country: Decodable {
        var iso, name, languages: String
    }

    private struct Question {
        var text: String
        var city: PlaceSources.City
    }

    private static let cityCount = 5000

    private let gazetteer: Gazetteer
    private let cities: [PlaceSources.City]
    private let countries: [String: Country]

    init(_ gazetteer: Gazetteer, sources: String) throws(SourceError) {
        self.gazetteer = gazetteer
        let all = try JSONSource.read([String: PlaceSources.City].self, from: "\(sources)/cities500.json")
        cities = Array(
            all.values.sorted { ($1.population ?? 0, $0.geonameid) < ($0.population ?? 0, $1.geonameid) }
                .prefix(Self.cityCount))
        countries = try JSONSource.read([String: Country].self, from: "\(sources)/countries.json")
    }

    func run() {
        // The first one of a process makes the table of folded letters, and meets pages that are not mapped yet.
        let first = ContinuousClock().measure { _ = try? gazetteer.search("München, Germany") }
        print("search, the first of all: \((first.inSeconds * 1e6).rounded(toDecimals: 1)) µs")
        var generator = SeededRandom(seed: 1)
        let own = cities.map { ($0, $0.name) }
        let native = cities.flatMap { city in nativeNames(of: city).map { (city, $0) } }
        let all = cities.flatMap { city in city.usableAlternateNames.map { (city, $0) } }
        func misspelled(_ names: [(PlaceSources.City, String)]) -> [Question] {
            names.compactMap { city, name in
                Self.misspelled(name, using: &generator).map { withCountry(city, $0) }
            }
        }
        ask("own names, country", own.map(withCountry))
        ask("native names, country", native.map(withCountry))
        ask("all alternate names, country", all.map(withCountry))
        ask("own names alone", own.map { Question(text: $1, city: $0) })
        ask("native names alone", native.map { Question(text: $1, city: $0) })
        ask("own names with one typo, country", misspelled(own))
        ask("native names with one typo, country", misspelled(native))
        ask("first five letters, country", own.map { withCountry($0, String($1.prefix(5))) })
    }

    private func withCountry(_ city: PlaceSources.City, _ name: String) -> Question {
        let country = city.countrycode.flatMap { countries[$0]?.name }
        return Question(text: [name, country].compactMap(\.self).joined(separator: ", "), city: city)
    }

    private func ask(_ name: String, _ questions: [Question]) {
        guard !questions.isEmpty else { return }
        let clock = ContinuousClock()
        var times: [Duration] = []
        var (firstCount, foundCount) = (0, 0)
        for question in questions {
            var results: [SearchResult] = []
            times.append(clock.measure { results = (try? gazetteer.search(question.text)) ?? [] })
            guard let position = results.firstIndex(where: { Self.isRight($0, question.city) }) else { continue }
            foundCount += 1
            if position == 0 { firstCount += 1 }
        }
        times.sort()
        func share(_ count: Int) -> String {
            "\((Double(count) / Double(questions.count) * 100).rounded(toDecimals: 1)) %"
        }
        func time(_ index: Int) -> String { "\((times[index].inSeconds * 1e6).rounded(toDecimals: 1)) µs" }
        print(
            "search, \(name): first \(share(firstCount)), among ten \(share(foundCount)), "
                + "median \(time(times.count / 2)), p99 \(time(times.count * 99 / 100)), \(times.count) queries")
    }

    /// Coordinates are stored to 1/100,000 degree.
    private static func isRight(_ result: SearchResult, _ city: PlaceSources.City) -> Bool {
        abs(result.coordinate.latitude - city.latitude) < 2e-5
            && abs(result.coordinate.longitude - city.longitude) < 2e-5
    }

    /// A name of four letters and more with one of them, but not the first, left out, doubled somewhere, replaced or
    /// exchanged.
    ///
    /// A letter is what a key types: in the scripts of India, vowels are letters of their own. Nil when folding gives
    /// the same name.
    private static func misspelled(_ name: String, using generator: inout some RandomNumberGenerator) -> String? {
        var letters = Array(name.unicodeScalars)
        guard letters.count >= 4, let other = letters.randomElement(using: &generator) else { return nil }
        let position = Int.random(in: 1..<letters.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: letters.remove(at: position)
        case 1: letters.insert(other, at: position)
        case 2: letters[position] = other
        default: letters.swapAt(position - 1, position)
        }
        let misspelled = String(String.UnicodeScalarView(letters))
        return FoldedName(misspelled) == FoldedName(name) ? nil : misspelled
    }

    private func nativeNames(of city: PlaceSources.City) -> [String] {
        NativeNames.of(city, languages: city.countrycode.flatMap { countries[$0]?.languages } ?? "")
    }
}
