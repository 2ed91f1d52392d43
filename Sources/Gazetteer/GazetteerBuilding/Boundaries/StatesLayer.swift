import Gazetteer
import PlacemarkModel

/// The layer of states and provinces: the polygons of Natural Earth under the names of GeoNames.
///
/// Natural Earth draws some countries finer than their states (France's départements, Italy's provinces): polygons whose
/// places name the same state become one boundary.
struct StatesLayer {
    /// How far a border between states of one country may move: docs/explain/gazetteer.md says how the tolerances were chosen.
    private static let toleranceInMeters = 350.0
    /// The same round islands: the counties' source lacks some.
    private static let islandToleranceInMeters = 250.0
    /// The same where the sea begins, which the counties tell better.
    private static let coastToleranceInMeters = 400.0
    /// The same where nobody lives.
    private static let loneCoastToleranceInMeters = 900.0
    /// The same where another country begins: which country it is, the zones tell, but for second countries.
    private static let outerToleranceInMeters = 2500.0

    /// A polygon is no state, but several or a former one, when its places, if there are so many, name none with a larger
    /// share. Then it only shows where land is, and the nearest place tells the state.
    private static let (smallestShare, fewestPlaces) = (0.5, 5)

    /// A state as it goes into the file.
    struct State {
        var isoCountryCode: String
        /// Empty for what is no state.
        var name: String
        var boundary: SourceBoundary
    }

    private(set) var states: [State]
    private let shapes: BoundaryShapes

    /// - Parameter isCoast: Whether a border is one that the sea begins at.
    init(_ sources: [SourceBoundary], places: [Place], isCoast: (Border) -> Bool) throws {
        let drawing = BoundaryDrawing(sources, format: .coarse) { _ in Self.toleranceInMeters }
        let inside = try PlacesByBoundary(places, boundaryCount: sources.count, shapes: drawing.shapes())
        let votes = BoundaryVotes(of: inside, for: \.administrativeArea)
        var indexOfState: [BoundaryVotes.Label: Int] = [:]
        var states: [State] = []
        for (index, source) in sources.enumerated() {
            let winner = votes.winner(in: [index], country: source.isoCountryCode, ownName: source.name)
            guard let country = source.isoCountryCode ?? winner?.label.isoCountryCode else { continue }
            var name = winner?.label.name ?? source.name
            guard !name.isEmpty else { continue }
            if let winner, winner.voteCount >= Self.fewestPlaces, winner.share < Self.smallestShare { name = "" }
            let label = BoundaryVotes.Label(isoCountryCode: country, name: name)
            if let state = indexOfState[label] {
                states[state].boundary.rings += source.rings
            } else {
                indexOfState[label] = states.count
                states.append(State(isoCountryCode: country, name: name, boundary: source))
            }
        }
        self.states = states
        let neighbourhoods = Neighbourhoods(of: places)
        shapes = try BoundaryDrawing(
            states.map(\.boundary), format: .coarse,
            pieces: { border in border.boundaries.count > 1 ? [border] : neighbourhoods.pieces(of: border) }
        ) { border in
            let countries = Set(border.boundaries.map { states[$0].isoCountryCode })
            if border.boundaries.count > 1 && countries.count == 1
                || !countries.isDisjoint(with: ZonesLayer.secondCountries.values)
            {
                return Self.toleranceInMeters
            }
            guard isCoast(border) else { return Self.outerToleranceInMeters }
            guard neighbourhoods.contain(border) else { return Self.loneCoastToleranceInMeters }
            let isIsland = border.points.first == border.points.last
            return isIsland ? Self.islandToleranceInMeters : Self.coastToleranceInMeters
        }.shapes()
    }

    /// Gives states other names, as `name` has them for a country and a state; nil for those that keep theirs.
    mutating func renameStates(_ name: (_ country: String, _ state: String) -> String?) {
        for index in states.indices {
            states[index].name = name(states[index].isoCountryCode, states[index].name) ?? states[index].name
        }
    }

    /// The layer's bytes; `isoCode` gives the ISO 3166-2 code of a state.
    func bytes(isoCode: (State) -> String?) throws -> [UInt8] {
        try shapes.layer(
            states.map { state in
                BoundaryRecord(
                    country: CountryCode.packed(state.isoCountryCode) ?? CountryCode.none,
                    texts: state.name.isEmpty ? [] : [state.name, isoCode(state)])
            })
    }

    /// The name of the state of the same country in which most of each boundary lies; nil where there is none.
    ///
    /// Measured at the middles of chords, which mostly lie inside.
    func namesOfStates(holding boundaries: [SourceBoundary]) throws -> [String?] {
        try BoundariesLayer.read(bytes { _ in nil }) { layer in
            boundaries.map { boundary in
                var counts: [Int: Int] = [:]
                for middle in boundary.middlesOfChords {
                    guard let state = layer.boundary(at: GridPoint(Coordinate(middle))),
                        states[state].isoCountryCode == boundary.isoCountryCode
                    else { continue }
                    counts[state, default: 0] += 1
                }
                let most = counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
                return most.flatMap { states[$0].name.isEmpty ? nil : states[$0].name }
            }
        }
    }
}

extension SourceBoundary {
    /// Some 30 points between vertices on opposite sides of the ring with the most of them.
    fileprivate var middlesOfChords: [SourcePoint] {
        guard let ring = rings.max(by: { $0.count < $1.count }) else { return [] }
        let half = ring.count / 2
        return stride(from: 0, to: half, by: max(1, half / 30)).map { index in
            let (a, b) = (ring[index], ring[index + half])
            return SourcePoint(
                longitude: Int32((Int(a.longitude) + Int(b.longitude)) / 2),
                latitude: Int32((Int(a.latitude) + Int(b.latitude)) / 2))
        }
    }
}
