import Gazetteer
import PlacemarkModel

/// The places whose code says another state than all that is around them: the code is old, or the county is drawn or assigned
/// wrongly (Batam, Brovary).
///
/// Nobody knows which, so such a place counts as one of any state: it is not kept out of the state that lies over it, and near
/// it the polygons of states have a say beside the counties (`ReverseLookup`).
struct AstrayPlaces {
    /// A place so near to another one of its state, in a county of that, lies at the border, and the county is right.
    private static let borderInMeters = 5000.0

    let indices: Set<Int>

    /// - Parameters:
    ///   - states: The state of each place, by its code.
    ///   - around: The state of the county that each place lies in; nil where that has none.
    init(_ places: [Place], states: [BoundaryVotes.Label?], around: [BoundaryVotes.Label?]) {
        var atHome: [BoundaryVotes.Label: [Int]] = [:]
        var others: [Int] = []
        for index in places.indices {
            guard let state = states[index], let county = around[index] else { continue }
            if state == county { atHome[state, default: []].append(index) } else { others.append(index) }
        }
        indices = Set(
            others.filter { index in
                let neighbours = states[index].flatMap { atHome[$0] } ?? []
                return !neighbours.contains {
                    places[$0].coordinate.distance(to: places[index].coordinate) <= Self.borderInMeters
                }
            })
    }
}
