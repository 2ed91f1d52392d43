import Gazetteer
import PlacemarkModel

/// The counties that cannot be what their source calls them, by the places in them. Their names are left out of the file;
/// what they cover is land all the same.
struct MisnamedCounties {
    /// A city that a county is not called after by chance.
    private static let largeCityPopulation = 200_000
    /// A county is called after a town beside a city if the city has so many times the town's inhabitants, and is as far
    /// away.
    private static let (cityPerTown, cityFromTownInMeters) = (15, 8000.0)
    /// The names of a country are mixed up when fewer than this share of the counties that are called like one place hold
    /// it, of at least so many.
    private static let (smallestHoldingShare, fewestNamesakes) = (0.1, 10)
    /// So many first letters make two names alike: `Naro-Fominsky District` and `Naro-Fominsk`.
    private static let alikeLetterCount = 5

    /// By number of the county.
    let numbers: Set<Int>

    /// - Parameters:
    ///   - states: The state of each county, as `CountyStates` has it.
    ///   - countyVotes: What the places in each county name as their county.
    init(_ counties: [SourceBoundary], states: [String?], inside: PlacesByBoundary, countyVotes: BoundaryVotes) {
        let folded = inside.places.map { Self.folded($0.name) }
        let mixedUp = Self.countriesWithMixedNames(counties, inside, folded)
        numbers = Set(
            counties.indices.filter { index in
                let county = counties[index]
                guard let country = county.isoCountryCode, !county.name.isEmpty else { return false }
                if mixedUp.contains(country) { return true }
                let own = inside.numbers[index].filter { inside.places[$0].isoCountryCode == country }
                guard let city = own.max(by: { inside.places[$0].population < inside.places[$1].population }),
                    inside.places[city].population >= Self.largeCityPopulation
                else { return false }
                let name = Self.folded(county.name)
                guard !Self.areAlike(name, folded[city]) else { return false }
                if let state = states[index], let stateOfCity = inside.places[city].administrativeArea,
                    state != stateOfCity
                {
                    return true
                }
                let named = countyVotes.winner(in: [index], country: country)?.label.name
                guard named.map({ !Self.areAlike(name, Self.folded($0)) }) ?? true else { return false }
                return Self.isNamedAfterTown(name, beside: city, own.filter { $0 != city }, inside, folded)
            })
    }

    /// Whether a county with a large city in it is called after a small town far from there: the source lacks the city's
    /// own polygon.
    private static func isNamedAfterTown(
        _ name: String, beside city: Int, _ others: [Int], _ inside: PlacesByBoundary, _ folded: [String]
    ) -> Bool {
        let towns = others.filter { inside.places[$0].population > 0 && name.isCalled(after: folded[$0]) }
        guard let largest = towns.map({ inside.places[$0].population }).max() else { return false }
        let centre = inside.places[city].coordinate
        return largest * cityPerTown <= inside.places[city].population
            && towns.allSatisfy { inside.places[$0].coordinate.distance(to: centre) >= cityFromTownInMeters }
    }

    /// The countries whose counties have each other's names.
    private static func countriesWithMixedNames(
        _ counties: [SourceBoundary], _ inside: PlacesByBoundary, _ folded: [String]
    ) -> Set<String> {
        struct Name: Hashable { let country, text: String }
        var countOfName: [Name: Int] = [:]
        for (place, text) in zip(inside.places, folded) {
            if let country = place.isoCountryCode { countOfName[Name(country: country, text: text), default: 0] += 1 }
        }
        var namesakes: [String: (count: Int, holding: Int)] = [:]
        for (index, county) in counties.enumerated() {
            guard let country = county.isoCountryCode else { continue }
            let text = Self.folded(county.name)
            guard countOfName[Name(country: country, text: text)] == 1 else { continue }
            namesakes[country, default: (0, 0)].count += 1
            if inside.numbers[index].contains(where: { folded[$0] == text }) {
                namesakes[country, default: (0, 0)].holding += 1
            }
        }
        return Set(
            namesakes.filter { _, found in
                found.count >= fewestNamesakes
                    && Double(found.holding) < smallestHoldingShare * Double(found.count)
            }.keys)
    }

    private static func folded(_ name: String) -> String {
        FoldedSubdivisionName.words(name).joined(separator: " ")
    }

    private static func areAlike(_ a: String, _ b: String) -> Bool {
        a.prefix(alikeLetterCount) == b.prefix(alikeLetterCount)
    }
}

extension String {
    /// Whether this is a town's name, or begins with it: with a word behind it, or an ending of one or two letters.
    fileprivate func isCalled(after town: String) -> Bool {
        guard town.count >= 5, hasPrefix(town) else { return false }
        return dropFirst(town.count).prefix { $0 != " " }.count <= 2
    }
}
