import Glibc
import PlacemarkCore

/// One search for places by name: readings of a text go in, the best places come out.
struct NameSearch {
    /// A place that was found.
    struct Hit {
        /// The place's index, or that of the largest place of a country or state.
        var index: Int
        var score: Double
        var match: SearchResult.Match
        /// The text means the country, state or county, and not the place itself.
        var area: AreaKind?
        /// The text means a postal code, and the place is the nearest one to its middle.
        var postalCode: (code: String, middle: Coordinate)?
        /// How much of the text's postal code the place's own has: letters and digits from the beginning, 0 for too few.
        var sharedCount = 0
    }

    enum AreaKind { case country, state, county }

    /// Which places to find, and how many.
    struct Request {
        /// Places near it come first.
        var hint: Coordinate?
        /// One of these, unless it is nil.
        var countries: [AreaPosting]?
        /// At least 1.
        var limit: Int
        /// They tell places of one name apart when the text has a postal code.
        var postalCodes: PostalCodesLayer?
        /// Only places within this radius.
        var surroundings: (centre: Coordinate, radiusInMeters: Double)?
    }

    /// A score is a binary logarithm of the population, less these.
    ///
    /// A place that is found by another of its names needs 16 times the inhabitants to come before one with this as its
    /// own name: Munich comes before the hamlet of München, and not a suburb that was once called Paris before Paris.
    private static let alternateNamePenalty = 4.0
    /// The first letter is seldom the wrong one.
    private static let firstLetterPenalty = 2.0
    private static let completionPenalty = 1.0
    /// How much less a country or state scores than its largest place: `Florida` is the state, and not a town in Uruguay.
    static let areaPenalty = 3.0
    private static let missingLetterPenalty = 0.5
    /// What a place without a population counts as, and what is added to all.
    private static let smallestPopulation = 100.0
    /// As gravity does: a place twice as far away (from 25 km on) must have four times the inhabitants.
    private static let (distanceExponent, distanceScaleInMeters) = (2.0, 25_000.0)
    /// A name with fewer letters has no corrections and no completions: too many names are near it.
    private static let fewestLettersToCorrect = 3
    /// The search looks at no more than this many names that begin with the text. It bounds the time for a text of one or two
    /// letters.
    private static let mostCompletions = 4096

    let places: PlacesLayer
    let layer: SearchLayer
    var request: Request
    var hits: [Hit] = []

    init(_ places: PlacesLayer, _ layer: SearchLayer, _ request: Request) {
        (self.places, self.layer, self.request) = (places, layer, request)
    }

    /// Tries one reading after the other until it finds something.
    mutating func findFirst(
        of readings: [SearchReading], _ find: (inout NameSearch, FoldedName, Areas) -> Void
    ) {
        for reading in readings where hits.isEmpty {
            if let areas = areas(reading) { find(&self, reading.name, areas) }
        }
    }

    mutating func findExactly(_ name: FoldedName, in areas: Areas) {
        find(name, in: areas)
        if let values = layer.areas.values(of: name.utf8) { addAreas(values, in: areas, match: .area) }
    }

    mutating func find(_ name: FoldedName, in areas: Areas, match: SearchResult.Match? = nil) {
        if let values = layer.names.values(of: name.utf8) { add(values, in: areas, match: match) }
    }

    mutating func findRespelled(_ name: FoldedName, in areas: Areas) {
        for spelling in name.respellings { find(spelling, in: areas, match: .alternateName) }
    }

    /// Names that differ from this one by one edit, and names that begin with it.
    mutating func findNearly(_ name: FoldedName, in areas: Areas) {
        guard name.scalars.count >= Self.fewestLettersToCorrect else { return }
        var found: [(values: NameIndex.Values, match: SearchResult.Match, penalty: Double)] = []
        forEachCorrection(of: name, in: layer.names) { values, changesFirstLetter in
            found.append((values, .correction, changesFirstLetter ? Self.firstLetterPenalty : 0))
        }
        for (values, match, penalty) in found { add(values, in: areas, match: match, penalty: penalty) }
        var correctedAreas: [NameIndex.Values] = []
        forEachCorrection(of: name, in: layer.areas) { values, _ in correctedAreas.append(values) }
        for values in correctedAreas { addAreas(values, in: areas, match: .correction) }

        findCompletions(of: name, in: areas)
    }

    private mutating func findCompletions(of name: FoldedName, in areas: Areas) {
        let prefix = name.utf8
        var count = 0
        layer.names.forEachName(from: prefix) { other, values in
            let missing = Double(other.count - prefix.count)
            add(
                values, in: areas, match: .completion,
                penalty: Self.completionPenalty + Self.missingLetterPenalty * missing)
            count += 1
            return count < Self.mostCompletions
        }
    }

    /// There are too many Chinese characters to try each in each place: for a name that begins with one, the search
    /// looks at the names that begin with the same one.
    func forEachCorrection(
        of name: FoldedName, in index: NameIndex, _ body: (NameIndex.Values, _ changesFirstLetter: Bool) -> Void
    ) {
        let edit = OneEdit(name.scalars)
        edit.forEachName(in: index.filter, alphabet: layer.alphabet(of: name.scalars)) {
            if let values = index.values(of: FoldedName(folded: $0).utf8) { body(values, $1) }
        }
        guard let first = name.scalars.first, first.isIdeograph else { return }
        var count = 0
        index.forEachName(from: FoldedName(folded: [first]).utf8) { other, values in
            if edit.leads(to: Array(String(decoding: other, as: UTF8.self).unicodeScalars)) { body(values, false) }
            count += 1
            return count < Self.mostCompletions
        }
    }

    // MARK: - Places

    private mutating func add(
        _ values: NameIndex.Values, in areas: Areas, match: SearchResult.Match? = nil, penalty: Double = 0
    ) {
        for value in values {
            let posting = PlacePosting(value)
            guard let record = places.record(at: posting.index), isWanted(record, at: posting.index, in: areas) else {
                continue
            }
            let penalty = posting.isAlternateName ? penalty + Self.alternateNamePenalty : penalty
            let match = match ?? (posting.isAlternateName ? .alternateName : .name)
            hits.append(Hit(index: posting.index, score: score(record, at: posting.index) - penalty, match: match))
            if hits.count > 64 + 4 * request.limit { keepBest() }
        }
    }

    /// The countries and states themselves, without those whose largest place has the name already: `Luxembourg`.
    private mutating func addAreas(_ values: NameIndex.Values, in areas: Areas, match: SearchResult.Match) {
        for case .largestPlace(let index, let isCountry)? in values.map({ AreaPosting($0) }) {
            let (index, kind) = (Int(index), isCountry ? AreaKind.country : .state)
            guard let record = places.record(at: index), isWanted(record, at: index, as: kind, in: areas),
                !hits.contains(where: { $0.index == index })
            else { continue }
            hits.append(
                Hit(index: index, score: score(record, at: index) - Self.areaPenalty, match: match, area: kind))
        }
    }

    func score(_ record: PlacesLayer.Record, at index: Int) -> Double {
        let score = log2(Double(record.population) + Self.smallestPopulation)
        guard let hint = request.hint, let coordinate = places.coordinate(at: index) else { return score }
        return score - Self.distanceExponent * log2(1 + hint.distance(to: coordinate) / Self.distanceScaleInMeters)
    }

    /// - Parameter kind: that of an area of which the place is only the largest one: it lies in no smaller area.
    private func isWanted(
        _ record: PlacesLayer.Record, at index: Int, as kind: AreaKind? = nil, in areas: Areas
    ) -> Bool {
        if let (centre, radiusInMeters) = request.surroundings {
            guard let coordinate = places.coordinate(at: index), centre.distance(to: coordinate) <= radiusInMeters
            else {
                return false
            }
        }
        if areas.isEmpty && request.countries == nil { return true }
        guard var area = places.area(at: record.area) else { return false }
        if kind != nil { area.county = 0 }
        if kind == .country { (area.state, area.stateCode) = (0, 0) }
        return isWanted(area, in: areas)
    }

    /// Whether an area lies in all of these, and in one of the wanted countries.
    func isWanted(_ area: PlacesLayer.Area, in areas: Areas) -> Bool {
        if let countries = request.countries, !countries.contains(where: { $0.matches(area) }) { return false }
        return areas.allSatisfy { $0.contains { $0.matches(area) } }
    }

    /// Keeps the best hits, each place once.
    mutating func keepBest() {
        hits.sort { ($1.score, $0.index) < ($0.score, $1.index) }
        var seen: Set<Int> = []
        var kept: [Hit] = []
        for hit in hits where kept.count < request.limit && seen.insert(hit.index).inserted { kept.append(hit) }
        hits = kept
    }
}
