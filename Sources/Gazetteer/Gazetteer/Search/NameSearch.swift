import PlacemarkModel

/// One search for places by name: readings of a text go in, the best places come out.
struct NameSearch {
    /// A place that was found.
    struct Hit {
        /// The place's index, or that of the largest place of a country, state or county.
        var index: Int
        var score: Double
        var match: SearchResult.Match
        /// What the text means instead of the place itself.
        var area: AreaKind?
        /// Whether the text is only a code of that.
        var isCode = false
    }

    enum AreaKind: Hashable { case country, state, county, position(StoredPosition) }

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
        /// The languages in which names are wanted; and the same, resolved, unless it is the default.
        var languages: [String] = []
        var reader: ReaderLanguages?
        /// Only places within this radius.
        var surroundings: (centre: Coordinate, radiusInMeters: Double)?
    }

    /// A name with fewer letters has no corrections and no completions: too many names are near it.
    static let fewestLettersToCorrect = 3
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
        if let values = layer.names.values(of: name.utf8) { add(values, named: name, in: areas, match: match) }
    }

    mutating func findRespelled(_ name: FoldedName, in areas: Areas) {
        for spelling in name.respellings { find(spelling, in: areas, match: .alternateName) }
    }

    /// Names that differ from this one by one edit, and names that begin with it. Three letters may be those of an airport, and
    /// what has digits a postal code: near them there is always something else.
    mutating func findNearly(_ name: FoldedName, in areas: Areas) {
        guard name.scalars.count >= Self.fewestLettersToCorrect, !name.hasOnlyWordsWithDigits else { return }
        var found: [(values: NameIndex.Values, match: SearchResult.Match, penalty: Double)] = []
        if !name.isCode {
            forEachCorrection(of: name, in: layer.names) { values, changesFirstLetter in
                found.append((values, .correction, changesFirstLetter ? NameScore.firstLetterPenalty : 0))
            }
        }
        for (values, match, penalty) in found { add(values, in: areas, match: match, penalty: penalty) }
        var correctedAreas: [NameIndex.Values] = []
        forEachCorrectedArea(of: name) { correctedAreas.append($0) }
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
                penalty: NameScore.completionPenalty + NameScore.missingLetterPenalty * missing)
            count += 1
            return count < Self.mostCompletions
        }
    }

    /// There are too many Chinese characters to try each in each place: for a name that begins with one, the search
    /// looks at the names that begin with the same one.
    func forEachCorrection(
        of name: FoldedName, in index: NameIndex, isWanted: (FoldedName) -> Bool = { _ in true },
        _ body: (NameIndex.Values, _ changesFirstLetter: Bool) -> Void
    ) {
        let edit = OneEdit(name.scalars)
        edit.forEachName(in: index.filter, alphabet: layer.alphabet(of: name.scalars)) {
            let other = FoldedName(folded: $0)
            if isWanted(other), let values = index.values(of: other.utf8) { body(values, $1) }
        }
        guard let first = name.scalars.first, first.isIdeograph else { return }
        var count = 0
        index.forEachName(from: FoldedName(folded: [first]).utf8) { other, values in
            if edit.leads(to: Array(String(decoding: other, as: UTF8.self).unicodeScalars)) { body(values, false) }
            count += 1
            return count < Self.mostCompletions
        }
    }

    /// Areas whose names one edit parts from this one. A code is taken at its word, and no name is corrected to one: two or
    /// three letters are near everything.
    func forEachCorrectedArea(of name: FoldedName, _ body: (NameIndex.Values) -> Void) {
        guard !name.isCode else { return }
        forEachCorrection(of: name, in: layer.areas, isWanted: { !$0.isCode }) { values, _ in body(values) }
    }

    // MARK: - Places

    private mutating func add(
        _ values: NameIndex.Values, named name: FoldedName? = nil, in areas: Areas, match: SearchResult.Match? = nil,
        penalty: Double = 0
    ) {
        let isShared = values.prefix(2).reduce(0) { count, _ in count + 1 } > 1
        for value in values {
            let posting = PlacePosting(value)
            guard let record = places.record(at: posting.index),
                let penaltyOfAreas = areaPenalty(of: record, at: posting.index, in: areas)
            else { continue }
            let isReadersName =
                (isShared || posting.isAlternateName) && isReadersName(name, ofPlaceAt: posting.index)
            let isAlternateName = posting.isAlternateName && !isReadersName
            let penalty =
                penalty + penaltyOfAreas
                + (isAlternateName
                    ? NameScore.alternateNamePenalty
                    : isShared && !isReadersName
                        ? ownNamePenalty(of: name, ofPlaceAt: posting.index, isInArea: !areas.isEmpty) : 0)
            let match = match ?? (isAlternateName ? .alternateName : .name)
            let score = NameScore.of(population: record.population) - distancePenalty(toPlaceAt: posting.index)
            hits.append(Hit(index: posting.index, score: score - penalty, match: match))
            if hits.count > 64 + 4 * request.limit { keepBest() }
        }
    }

    /// Whether a place has this name in the reader's language: there it counts as its own.
    private func isReadersName(_ name: FoldedName?, ofPlaceAt index: Int) -> Bool {
        guard let name, let reader = request.reader else { return false }
        let shown = reader.name(of: NameKey(place: index), orDefault: "")
        return !shown.isEmpty && FoldedName(shown) == name
    }

    /// What speaks against a place whose own name a text has, when it is not the one that it is shown with, but only the
    /// beginning of that (`Bar` of `Bar-le-Duc`); or any other one, where the text says what the place lies in.
    private func ownNamePenalty(of name: FoldedName?, ofPlaceAt index: Int, isInArea: Bool) -> Double {
        guard let name, let text = places.name(at: index), case let shown = FoldedName(text), shown != name else {
            return 0
        }
        if isInArea { return NameScore.otherNameInAreaPenalty }
        return shown.scalars.starts(with: name.scalars) ? NameScore.halfNamePenalty : 0
    }

    func distancePenalty(toPlaceAt index: Int) -> Double {
        guard let hint = request.hint, let coordinate = places.coordinate(at: index) else { return 0 }
        return NameScore.penalty(ofDistance: hint.distance(to: coordinate))
    }

    /// What the areas speak against a place; nil when it does not lie in them, or is not wanted.
    ///
    /// - Parameter kind: that of an area of which the place is only the largest one: it lies in no smaller area.
    func areaPenalty(
        of record: PlacesLayer.Record, at index: Int, as kind: AreaKind? = nil, in areas: Areas
    ) -> Double? {
        if let (centre, radiusInMeters) = request.surroundings {
            guard let coordinate = places.coordinate(at: index), centre.distance(to: coordinate) <= radiusInMeters
            else {
                return nil
            }
        }
        if areas.isEmpty && request.countries == nil { return 0 }
        guard var area = places.area(at: record.area) else { return nil }
        if kind != nil, kind != .county { area.county = 0 }
        if kind == .country { (area.state, area.stateCode, area.isoSubdivisionCode) = (0, 0, 0) }
        return penalty(of: area, in: areas)
    }

    /// The same for an area alone.
    func penalty(of area: PlacesLayer.Area, in areas: Areas) -> Double? {
        if let countries = request.countries, !countries.contains(where: { $0.matches(area) }) { return nil }
        var penalty = 0.0
        for postings in areas {
            let matching = postings.filter { $0.matches(area) }
            guard let first = matching.first else { return nil }
            if case .countyCode = first, matching.count == 1 { penalty = NameScore.countyCodePenalty }
        }
        return penalty
    }

    /// Keeps the best hits, each place once as itself and once as an area.
    mutating func keepBest() {
        hits.sort { ($1.score, $0.index) < ($0.score, $1.index) }
        var seen: Set<Subject> = []
        var kept: [Hit] = []
        for hit in hits where kept.count < request.limit {
            if seen.insert(Subject(index: hit.index, area: hit.area)).inserted { kept.append(hit) }
        }
        hits = kept
    }

    private struct Subject: Hashable {
        let index: Int
        let area: AreaKind?
    }
}
