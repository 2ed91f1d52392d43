import Gazetteer
import PlacemarkModel

/// Which places lie in which boundary.
struct PlacesByBoundary {
    /// The numbers of the places, by boundary.
    let numbers: [[Int]]
    let places: [Place]

    init(_ places: [Place], boundaryCount: Int, shapes: BoundaryShapes) throws(UnfitBoundaries) {
        var numbers: [[Int]] = Array(repeating: [], count: boundaryCount)
        let records = Array(repeating: BoundaryRecord(country: CountryCode.none, texts: []), count: boundaryCount)
        try BoundariesLayer.read(shapes.layer(records)) { layer in
            for (number, place) in places.enumerated() {
                if let boundary = layer.boundary(at: GridPoint(place.coordinate)) { numbers[boundary].append(number) }
            }
        }
        (self.numbers, self.places) = (numbers, places)
    }

    /// The places in one boundary that the country of the boundary has as its own, or all where it has none.
    func places(in boundary: Int, country: String?) -> [Place] {
        numbers[boundary].lazy.map { places[$0] }.filter { country == nil || $0.isoCountryCode == country }
    }
}

/// What the places inside each boundary say where they are: so a boundary of one source gets the names of another.
struct BoundaryVotes {
    /// What a place can vote for.
    struct Label: Hashable, Comparable {
        var isoCountryCode: String
        /// A state or a county.
        var name: String

        static func < (a: Label, b: Label) -> Bool {
            (a.isoCountryCode, a.name) < (b.isoCountryCode, b.name)
        }
    }

    /// The votes for each label, by boundary.
    private var votes: [[Label: Int]]

    /// Lets all places that have a country and a name for what is asked vote in the boundary that they lie in.
    init(of inside: PlacesByBoundary, for name: KeyPath<Place, String?>) {
        votes = inside.numbers.map { numbers in
            var votes: [Label: Int] = [:]
            for place in numbers.lazy.map({ inside.places[$0] }) {
                guard let country = place.isoCountryCode, let name = place[keyPath: name] else { continue }
                votes[Label(isoCountryCode: country, name: name), default: 0] += 1
            }
            return votes
        }
    }

    /// The label with the most votes in some boundaries together, of those in `country` when that is given, how many voted,
    /// and its share of their votes; of several, the one that the source calls so too, else the first in the alphabet.
    ///
    /// - Parameter isCandidate: Which names count at all.
    func winner(
        in boundaries: [Int], country: String? = nil, ownName: String? = nil,
        among isCandidate: (String) -> Bool = { _ in true }
    ) -> (label: Label, share: Double, voteCount: Int)? {
        var sums: [Label: Int] = [:]
        for boundary in boundaries {
            for (label, count) in votes[boundary]
            where (country == nil || label.isoCountryCode == country) && isCandidate(label.name) {
                sums[label, default: 0] += count
            }
        }
        func rank(_ entry: (key: Label, value: Int)) -> Int { 2 * entry.value + (entry.key.name == ownName ? 1 : 0) }
        guard let best = sums.min(by: { (rank($1), $0.key) < (rank($0), $1.key) }) else { return nil }
        let voteCount = sums.values.reduce(0, +)
        return (best.key, Double(best.value) / Double(voteCount), voteCount)
    }
}
