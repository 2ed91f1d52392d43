import Gazetteer
import PlacemarkCore

/// The layer of states and provinces: the polygons of Natural Earth under the names of GeoNames.
///
/// Natural Earth draws some countries finer than their states (France's départements, Italy's provinces): polygons whose
/// places name the same state become one region.
struct StatesLayer {
    /// How far a border between states of one country may move: docs/gazetteer.md says how the tolerances were chosen.
    private static let toleranceInMeters = 350.0
    /// The same where the sea begins or another country: which country it is, the zones tell, but for second countries.
    private static let outerToleranceInMeters = 2500.0

    /// A state as it goes into the file.
    struct State {
        var isoCountryCode: String
        var name: String
        var region: SourceRegion
    }

    let states: [State]

    init(_ sources: [SourceRegion], places: [Place]) throws {
        let drawing = RegionDrawing(sources, format: .coarse) { _ in Self.outerToleranceInMeters }
        let votes = try RegionVotes(
            of: places, for: \.administrativeArea, regionCount: sources.count, shapes: try drawing.shapes())
        var indexOfState: [RegionVotes.Label: Int] = [:]
        var states: [State] = []
        for (index, source) in sources.enumerated() {
            let winner = votes.winner(in: [index], country: source.isoCountryCode, ownName: source.name)?.label
            guard let country = source.isoCountryCode ?? winner?.isoCountryCode else { continue }
            let name = winner?.name ?? source.name
            guard !name.isEmpty else { continue }
            let label = RegionVotes.Label(isoCountryCode: country, name: name)
            if let state = indexOfState[label] {
                states[state].region.rings += source.rings
            } else {
                indexOfState[label] = states.count
                states.append(State(isoCountryCode: country, name: name, region: source))
            }
        }
        self.states = states
    }

    /// The layer's bytes; `isoCode` gives the ISO 3166-2 code of a state.
    func bytes(isoCode: (State) -> String?) throws -> [UInt8] {
        let drawing = RegionDrawing(states.map(\.region), format: .coarse) { regions in
            let countries = Set(regions.map { states[$0].isoCountryCode })
            let isInner = regions.count > 1 && countries.count == 1
            return isInner || !countries.isDisjoint(with: ZonesLayer.secondCountries.values)
                ? Self.toleranceInMeters : Self.outerToleranceInMeters
        }
        return try drawing.shapes().layer(
            states.map { state in
                RegionRecord(
                    country: CountryCode.packed(state.isoCountryCode) ?? CountryCode.none,
                    texts: [state.name, isoCode(state)])
            })
    }
}
