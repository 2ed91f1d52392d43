import Gazetteer

/// The states that GeoNames has a code for and the other source no name: mostly cities that are a state of their own, with one
/// place in it, which the other source leaves without a state (Minsk, Tbilisi, Shymkent, the councils of Malta).
///
/// Such a state is called like its largest place, where ISO 3166-2 has a subdivision of that name. Where a larger state has
/// taken the name (`Minsk`, for the region), it is `Minsk City`.
struct UnnamedStates {
    private struct Code: Hashable {
        let country, admin1: String
    }

    /// By the place's index.
    private(set) var names: [Int: String] = [:]

    init(_ cities: [PlaceSources.City], states: [String?], subdivisions: SubdivisionCodes) {
        var taken: [String: Set<String>] = [:]
        var named: Set<Code> = []
        var places: [Code: [Int]] = [:]
        for (index, city) in cities.enumerated() {
            guard let country = city.countrycode.nonEmpty, let admin1 = city.admin1code.nonEmpty,
                !CityStates.countries.contains(country)
            else { continue }
            let code = Code(country: country, admin1: admin1)
            if let state = states[index] {
                taken[country, default: []].insert(state)
                named.insert(code)
            } else {
                places[code, default: []].append(index)
            }
        }
        for (code, places) in places where !named.contains(code) {
            guard let largest = places.max(by: { (cities[$0].population ?? 0, $1) < (cities[$1].population ?? 0, $0) })
            else { continue }
            let name = cities[largest].name
            let isTaken = taken[code.country]?.contains(name) == true
            guard subdivisions.count(in: code.country, called: name) > (isTaken ? 1 : 0) else { continue }
            for place in places { names[place] = isTaken ? name + " City" : name }
        }
    }
}
