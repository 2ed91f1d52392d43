package import Gazetteer
import PlacemarkModel

/// The places of a build, and how many of them got a state and a county.
package struct JoinedPlaces: Equatable, Sendable {
    package private(set) var places: [Place]

    init(places: [Place]) { self.places = places }

    /// Gives each place the ISO 3166-2 code of its state, as `code` has it for a country and a state.
    mutating func setCodes(_ code: (_ country: String, _ state: String) -> String?) {
        for index in places.indices {
            guard let country = places[index].isoCountryCode, let state = places[index].administrativeArea else {
                continue
            }
            places[index].isoSubdivisionCode = code(country, state)
        }
    }

    /// Gives states to places that have none, by their indices.
    mutating func setStates(_ names: [Int: String]) {
        for (index, name) in names where places[index].administrativeArea == nil {
            places[index].administrativeArea = name
        }
    }

    /// Gives states other names, as `name` has them for a country and a state; nil for those that keep theirs.
    mutating func renameStates(_ name: (_ country: String, _ state: String) -> String?) {
        for index in places.indices {
            guard let country = places[index].isoCountryCode, let state = places[index].administrativeArea else {
                continue
            }
            places[index].administrativeArea = name(country, state) ?? state
        }
    }

    /// One line for a person.
    package var summary: String {
        func share(_ count: Int) -> String {
            let tenths = places.isEmpty ? 0 : (1000 * count + places.count / 2) / places.count
            return "\(tenths / 10).\(tenths % 10) %"
        }
        let states = places.count { $0.administrativeArea != nil }
        let counties = places.count { $0.subAdministrativeArea != nil }
        return "\(places.count) places, \(share(states)) with a state, \(share(counties)) with a county"
    }
}

extension PlaceSources {
    /// Gives each city the names of its country, state and county.
    ///
    /// The cities have codes for their states, and the named places have names; the two meet at places with the same
    /// coordinate and country. Each such place votes for the name of its code. The winner of a clear vote goes to all
    /// cities with the code, also those that did not vote. Where the vote is not clear (states that were merged between
    /// the two sources), a city keeps the name that it was joined with, if any.
    package func joined() -> JoinedPlaces {
        let countryNames = Dictionary(countries.map { ($0.iso, $0.name) }) { first, _ in first }
        let join = CoordinateJoin(namedPlaces)
        let matches = cities.map { join.match(for: $0) }
        var votes: [StateCode: StateVote] = [:]
        for (city, match) in zip(cities, matches) {
            if let state = match?.state { votes[StateCode(city), default: StateVote()].add(state) }
        }
        let counties = Set(namedPlaces.compactMap(CountyKey.init))

        let places = zip(cities, matches).map { city, match in
            let vote = votes[StateCode(city)]
            let isoCountryCode = city.countrycode.nonEmpty
            return Place(
                name: city.name,
                coordinate: Coordinate(clampingLatitude: city.latitude, wrappingLongitude: city.longitude),
                population: city.population ?? 0,
                country: isoCountryCode.flatMap { countryNames[$0].nonEmpty },
                isoCountryCode: isoCountryCode,
                administrativeArea: vote?.clearWinner ?? match?.state ?? vote?.winner,
                administrativeAreaCode: city.stateAbbreviation,
                subAdministrativeArea: match.flatMap { CountyKey.county(of: $0, among: counties) },
                timeZone: city.timezone.nonEmpty)
        }
        return JoinedPlaces(places: places)
    }
}

/// GeoNames' code for a state, unique together with the country's.
private struct StateCode: Hashable {
    let country, code: String?

    init(_ city: PlaceSources.City) { (country, code) = (city.countrycode, city.admin1code) }
}

/// How the named places with one state code call their state.
private struct StateVote {
    /// The share of the votes from which on the minority is taken for errors.
    private static let clearShare = 0.75
    private var countByName: [String: Int] = [:]

    mutating func add(_ name: String) { countByName[name, default: 0] += 1 }

    /// The name with the most votes; of several, the first in the alphabet.
    var winner: String? { countByName.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key }

    var clearWinner: String? {
        let total = countByName.values.reduce(0, +)
        return winner.flatMap { Double(countByName[$0] ?? 0) >= Self.clearShare * Double(total) ? $0 : nil }
    }
}

/// A county as the named places tell it.
private struct CountyKey: Hashable {
    let country: String
    let state, county: String?

    init?(_ place: PlaceSources.NamedPlace) {
        guard let county = place.county.nonEmpty else { return nil }
        (country, state, self.county) = (place.countryCode, place.state, county)
    }

    private init(cityOf place: PlaceSources.NamedPlace) {
        (country, state, county) = (place.countryCode, place.state, place.city)
    }

    /// The county of a place. The package leaves it out where it has the city's own name: so a place without one, in a
    /// state that has a county of that name, lies in it.
    static func county(of place: PlaceSources.NamedPlace, among counties: Set<CountyKey>) -> String? {
        place.county.nonEmpty ?? (counties.contains(CountyKey(cityOf: place)) ? place.city : nil)
    }
}

extension PlaceSources.City {
    /// The state's code where people use it as one: `TX`, `ZH`, `ENG`, but not the numbers of other countries.
    fileprivate var stateAbbreviation: String? {
        guard let admin1code, (2...3).contains(admin1code.utf8.count),
            admin1code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return nil }
        return admin1code
    }
}

extension String? {
    /// Nil instead of an empty string, which the sources use for what they do not know.
    var nonEmpty: String? { self?.isEmpty == true ? nil : self }
}
