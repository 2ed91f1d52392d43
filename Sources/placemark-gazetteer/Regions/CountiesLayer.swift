import Gazetteer
import PlacemarkCore

/// The layer of counties and districts, each with its state where the places in it agree on one.
struct CountiesLayer {
    /// How far a border between counties may move, as a share of the side of a square as large as the smaller one; and the
    /// bounds of that. docs/gazetteer.md says how the tolerances were chosen.
    private static let toleranceShare = 0.0245
    private static let toleranceInMeters = 150.0...2500.0
    /// The same where there is no county on the other side: at coasts, which the water tells, and between countries, which
    /// the zones tell.
    private static let outerToleranceInMeters = 2000.0
    /// The share of places that must name the same state before the counties with one parent tell the state: their
    /// borders are better than those of the states' source, but the parents of some countries are something else.
    private static let clearShare = 0.95

    private let counties: [SourceRegion]
    private let names: [String]
    /// The name of each county's state.
    let states: [String?]

    init(_ counties: [SourceRegion], places: [Place]) throws {
        self.counties = counties
        let drawing = RegionDrawing(counties, format: .coarse) { _ in Self.outerToleranceInMeters }
        let shapes = try drawing.shapes()
        let votes = try RegionVotes(
            of: places, for: \.administrativeArea, regionCount: counties.count, shapes: shapes)
        let siblings = Dictionary(grouping: counties.indices) { [counties[$0].isoCountryCode, counties[$0].parent] }
        var states: [String?] = Array(repeating: nil, count: counties.count)
        for group in siblings.values {
            guard let country = counties[group[0]].isoCountryCode, counties[group[0]].parent != nil,
                let winner = votes.winner(in: group, country: country), winner.share >= Self.clearShare
            else { continue }
            for county in group { states[county] = winner.label.name }
        }
        self.states = states
        let countyVotes = try RegionVotes(
            of: places, for: \.subAdministrativeArea, regionCount: counties.count, shapes: shapes)
        names = counties.enumerated().map { index, county in
            // The same name in full: `Santa Clara County` for `Santa Clara`.
            guard let winner = countyVotes.winner(in: [index], country: county.isoCountryCode)?.label.name,
                winner.lowercased().hasPrefix(county.name.lowercased() + " ")
            else { return county.name }
            return winner
        }
    }

    /// The layer's bytes; `isoCode` gives the ISO 3166-2 code of a state of a country.
    func bytes(isoCode: (_ country: String, _ state: String) -> String?) throws -> [UInt8] {
        let sides = counties.map { $0.areaInSquareMeters.squareRoot() }
        let drawing = RegionDrawing(counties, format: .coarse) { regions in
            guard regions.count > 1, let side = regions.map({ sides[$0] }).min() else {
                return Self.outerToleranceInMeters
            }
            let bounds = Self.toleranceInMeters
            return min(max(Self.toleranceShare * side, bounds.lowerBound), bounds.upperBound)
        }
        return try drawing.shapes().layer(
            counties.indices.map { index in
                let (country, state) = (counties[index].isoCountryCode, states[index])
                let code = country.flatMap { country in state.flatMap { isoCode(country, $0) } }
                return RegionRecord(
                    country: country.flatMap(CountryCode.packed) ?? CountryCode.none,
                    texts: [names[index], state, code])
            })
    }
}
