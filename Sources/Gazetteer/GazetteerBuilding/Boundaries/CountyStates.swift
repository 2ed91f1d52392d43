import Gazetteer

/// Which state each county lies in: what the places in it say, before what its source says, before what polygons say.
///
/// The borders of counties are better than those of states, so whoever is in a county is in its state. The source's own
/// word (`parent`) is worth what the places in all counties with that parent make of it.
struct CountyStates {
    /// The share of places that must name the same state before the counties with one parent lie in it: the parents of
    /// some countries are something else.
    private static let clearShareOfSiblings = 0.95
    /// A county's own places decide against its parent, or without one, from this share on, if there are enough of them. Fewer
    /// decide where the source does not contradict.
    private static let (clearShare, fewestPlaces) = (0.75, 3)
    /// The share of the places in all counties with one parent from which on they agree with a county.
    private static let agreeingShareOfSiblings = 0.5

    /// The name of each county's state; nil where nobody knows, and where its places name several: then the polygons of states
    /// tell it, position by position.
    let names: [String?]

    /// - Parameters:
    ///   - votes: What the places in each county name as their state.
    ///   - statesByPolygon: The state that holds most of each county.
    init(_ counties: [SourceBoundary], votes: BoundaryVotes, statesByPolygon: [String?]) {
        var stateOfParent: [[String?]: (name: String, share: Double)] = [:]
        let siblings = Dictionary(grouping: counties.indices) { [counties[$0].isoCountryCode, counties[$0].parent] }
        for (key, group) in siblings {
            guard let country = key[0], key[1] != nil, let winner = votes.winner(in: group, country: country),
                winner.share > Self.agreeingShareOfSiblings
            else { continue }
            stateOfParent[key] = (winner.label.name, winner.share)
        }
        names = counties.enumerated().map { index, county in
            // What only shows where land is lies in many states.
            guard let country = county.isoCountryCode, !county.name.isEmpty else { return nil }
            let own = votes.winner(in: [index], country: country)
            // A city that is a state of its own, of which few places are known: `Minsk City`.
            // Its suburbs may be more; then the source must say so, too.
            let name = FoldedName(county.name)
            let namesake = votes.winner(in: [index], country: country) { FoldedName($0) == name }
            if let namesake,
                own?.label == namesake.label && (own?.share ?? 0) >= Self.clearShare
                    || county.parent.map({ FoldedName($0) }) == name
            {
                return namesake.label.name
            }
            let ofParent = stateOfParent[[country, county.parent]]
            if let ofParent, ofParent.share >= Self.clearShareOfSiblings,
                own == nil || own?.label.name == ofParent.name
            {
                return ofParent.name
            }
            guard let own else { return statesByPolygon[index] }
            guard own.share >= Self.clearShare else { return nil }
            let isConfirmed =
                ofParent?.name == own.label.name || county.parent?.isCalled(after: own.label.name) == true
            return own.voteCount >= Self.fewestPlaces || isConfirmed ? own.label.name : statesByPolygon[index]
        }
    }
}

extension String {
    /// Whether this is a state's name, perhaps with a word behind it for what it is: `Luxor Governorate`.
    fileprivate func isCalled(after state: String) -> Bool {
        let (words, ofState) = (FoldedName(self).words, FoldedName(state).words)
        return !ofState.isEmpty && words.starts(with: ofState)
    }
}
