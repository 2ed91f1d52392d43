import Gazetteer
import PlacemarkModel

/// The layer of counties and districts, each with its state. Those without a name only say where land is.
struct CountiesLayer {
    /// How far a border between counties may move, as a share of the side of a square as large as the smaller one; and the
    /// bounds of that. docs/explain/gazetteer.md says how the tolerances were chosen.
    private static let toleranceShare = 0.0245
    private static let toleranceInMeters = 150.0...2500.0
    /// At most so far where another state begins, if the source is so fine.
    private static let stateToleranceInMeters = 200.0
    /// The same at coasts.
    private static let coastToleranceInMeters = 200.0
    /// The same at coasts where nobody lives: fjords, and the islands of the Arctic.
    private static let loneCoastToleranceInMeters = 900.0
    /// The same between countries, which the zones tell.
    private static let outerToleranceInMeters = 2000.0

    private let counties: [SourceBoundary]
    private let shapes: BoundaryShapes
    /// The name of each county, by which all rules go; nil where it is not known.
    let names: [String?]
    /// What each county is called in the file.
    private let shownNames: [String?]
    /// The name of each county's state.
    let states: [String?]

    /// - Parameters:
    ///   - statesLayer: Tells the state of counties whose places do not.
    ///   - isCoast: Whether a border is one that the sea begins at.
    ///   - town: What a place is called, by its index.
    init(
        _ counties: [SourceBoundary], places: [Place], statesLayer: StatesLayer, isCoast: (Border) -> Bool,
        town: (Int) -> EnglishCounties.Town
    ) throws {
        self.counties = counties
        let neighbourhoods = Neighbourhoods(of: places)
        let sides = counties.map { $0.areaInSquareMeters.squareRoot() }
        shapes = try BoundaryDrawing(
            counties, format: .coarse,
            pieces: { border in border.boundaries.count > 1 ? [border] : neighbourhoods.pieces(of: border) }
        ) { border in
            guard border.boundaries.count > 1, let side = border.boundaries.map({ sides[$0] }).min() else {
                guard isCoast(border) else { return Self.outerToleranceInMeters }
                return neighbourhoods.contain(border) ? Self.coastToleranceInMeters : Self.loneCoastToleranceInMeters
            }
            let bounds = Self.toleranceInMeters
            let tolerance = min(max(Self.toleranceShare * side, bounds.lowerBound), bounds.upperBound)
            return CensusCounties.isBetweenStates(border.boundaries.map { counties[$0] })
                ? min(tolerance, Self.stateToleranceInMeters) : tolerance
        }.shapes()
        let inside = try PlacesByBoundary(places, boundaryCount: counties.count, shapes: shapes)
        let states = CountyStates(
            counties, votes: BoundaryVotes(of: inside, for: \.administrativeArea),
            statesByPolygon: try statesLayer.namesOfStates(holding: counties)
        ).names
        let votes = BoundaryVotes(of: inside, for: \.subAdministrativeArea)
        let misnamed = MisnamedCounties(counties, states: states, inside: inside, countyVotes: votes).numbers
        names = counties.enumerated().map { index, county in
            guard !county.name.isEmpty, !misnamed.contains(index) else { return nil }
            if county.isoCountryCode.map(CountyRules.countriesOfDamagedNames.contains) == true,
                let known = votes.winner(in: [index], country: county.isoCountryCode)
            {
                return known.label.name
            }
            let hasLostMarks = county.isoCountryCode.map(CountyRules.countriesOfLostMarks.contains) == true
            // The same name in full, if any place has it: `Santa Clara County` for `Santa Clara`.
            let beginning = county.name.lowercased() + " "
            let full = votes.winner(in: [index], country: county.isoCountryCode) {
                $0.lowercased().hasPrefix(beginning)
                    || hasLostMarks && FoldedName($0) == FoldedName(county.name)
            }
            return full?.label.name ?? county.name
        }
        shownNames = zip(counties, names).enumerated().map { index, pair in
            let (county, name) = pair
            guard let name, let country = county.isoCountryCode else { return name }
            let towns = inside.numbers[index].filter { places[$0].isoCountryCode == country }
                .sorted { places[$0].population > places[$1].population }
            return EnglishCounties.name(name, country: country, towns: towns.map(town))
        }
        self.states = zip(states, counties.indices).map { misnamed.contains($1) ? nil : $0 }
    }

    /// The layer's bytes; `isoCode` gives the ISO 3166-2 code of a state of a country.
    func bytes(isoCode: (_ country: String, _ state: String) -> String?) throws -> [UInt8] {
        try shapes.layer(
            counties.indices.map { index in
                let (country, state) = (counties[index].isoCountryCode, states[index])
                let code = country.flatMap { country in state.flatMap { isoCode(country, $0) } }
                return BoundaryRecord(
                    country: country.flatMap(CountryCode.packed) ?? CountryCode.none,
                    texts: [shownNames[index], state, code])
            })
    }
}
