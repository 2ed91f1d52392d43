import Gazetteer
import PlacemarkModel

/// Which places lie in which region.
struct PlacesByRegion {
    /// The numbers of the places, by region.
    let numbers: [[Int]]
    let places: [Place]

    init(_ places: [Place], regionCount: Int, shapes: RegionShapes) throws(UnfitRegions) {
        var numbers: [[Int]] = Array(repeating: [], count: regionCount)
        let records = Array(repeating: RegionRecord(country: CountryCode.none, texts: []), count: regionCount)
        try shapes.layer(records).withUnsafeBytes { bytes in
            guard let layer = RegionsLayer(bytes: bytes) else { preconditionFailure("a layer cannot be read back") }
            for (number, place) in places.enumerated() {
                if let region = layer.region(at: GridPoint(place.coordinate)) { numbers[region].append(number) }
            }
        }
        (self.numbers, self.places) = (numbers, places)
    }

    /// The places in one region that the country of the region has as its own, or all where it has none.
    func places(in region: Int, country: String?) -> [Place] {
        numbers[region].lazy.map { places[$0] }.filter { country == nil || $0.isoCountryCode == country }
    }
}

/// What the places inside each region say where they are: so a region of one source gets the names of another.
struct RegionVotes {
    /// What a place can vote for.
    struct Label: Hashable, Comparable {
        var isoCountryCode: String
        /// A state or a county.
        var name: String

        static func < (a: Label, b: Label) -> Bool {
            (a.isoCountryCode, a.name) < (b.isoCountryCode, b.name)
        }
    }

    /// The votes for each label, by region.
    private var votes: [[Label: Int]]

    /// Lets all places that have a country and a name for what is asked vote in the region that they lie in.
    init(of inside: PlacesByRegion, for name: KeyPath<Place, String?>) {
        votes = inside.numbers.map { numbers in
            var votes: [Label: Int] = [:]
            for place in numbers.lazy.map({ inside.places[$0] }) {
                guard let country = place.isoCountryCode, let name = place[keyPath: name] else { continue }
                votes[Label(isoCountryCode: country, name: name), default: 0] += 1
            }
            return votes
        }
    }

    /// The label with the most votes in some regions together, of those in `country` when that is given, how many voted,
    /// and its share of their votes; of several, the one that the source calls so too, else the first in the alphabet.
    ///
    /// - Parameter isCandidate: Which names count at all.
    func winner(
        in regions: [Int], country: String? = nil, ownName: String? = nil,
        among isCandidate: (String) -> Bool = { _ in true }
    ) -> (label: Label, share: Double, voteCount: Int)? {
        var sums: [Label: Int] = [:]
        for region in regions {
            for (label, count) in votes[region]
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
