import Gazetteer
import PlacemarkCore

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
    init(
        of places: [Place], for name: KeyPath<Place, String?>, regionCount: Int, shapes: RegionShapes
    ) throws(UnfitRegions) {
        votes = Array(repeating: [:], count: regionCount)
        let records = Array(repeating: RegionRecord(country: CountryCode.none, texts: []), count: regionCount)
        try shapes.layer(records).withUnsafeBytes { bytes in
            guard let layer = RegionsLayer(bytes: bytes) else { preconditionFailure("a layer cannot be read back") }
            for place in places {
                guard let region = layer.region(at: GridPoint(place.coordinate)), let country = place.isoCountryCode,
                    let name = place[keyPath: name]
                else { continue }
                votes[region][Label(isoCountryCode: country, name: name), default: 0] += 1
            }
        }
    }

    /// The label with the most votes in some regions together, of those in `country` when that is given, and its share
    /// of their votes; of several, the one that the source calls so too, else the first in the alphabet.
    func winner(in regions: [Int], country: String? = nil, ownName: String? = nil) -> (label: Label, share: Double)? {
        var sums: [Label: Int] = [:]
        for region in regions {
            for (label, count) in votes[region] where country == nil || label.isoCountryCode == country {
                sums[label, default: 0] += count
            }
        }
        func rank(_ entry: (key: Label, value: Int)) -> Int { 2 * entry.value + (entry.key.name == ownName ? 1 : 0) }
        guard let best = sums.min(by: { (rank($1), $0.key) < (rank($0), $1.key) }) else { return nil }
        return (best.key, Double(best.value) / Double(sums.values.reduce(0, +)))
    }
}
