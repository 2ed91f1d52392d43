/// A set of regions, made in one go: found by identifier, and by place.
struct RegionTable: Sendable {
    /// A region, and its shape ready for use.
    struct Entry: Sendable {
        let region: Region
        let geometry: RegionGeometry

        init(_ region: Region) {
            self.region = region
            geometry = RegionGeometry(region.shape)
        }
    }

    /// In the order of the identifiers.
    let entries: [Entry]
    private let index: RegionIndex

    /// - Precondition: no two have the same identifier.
    init(_ entries: [Entry] = []) {
        // Positions are moved about far faster than the entries themselves.
        let order = entries.indices.sorted { entries[$0].region.identifier < entries[$1].region.identifier }
        self.entries = order.map { entries[$0] }
        index = RegionIndex(self.entries.lazy.map(\.geometry.boxes))
        precondition(
            zip(self.entries, self.entries.dropFirst()).allSatisfy { $0.region.identifier != $1.region.identifier },
            "two regions have the same identifier")
    }

    subscript(identifier: String) -> Entry? {
        let position = position(notBefore: identifier)
        guard position < entries.count, entries[position].region.identifier == identifier else { return nil }
        return entries[position]
    }

    /// The position of the first region whose identifier is this one or comes after it.
    func position(notBefore identifier: String) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].region.identifier < identifier { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Puts the positions of the regions whose box touches this one into `found`.
    func find(_ box: GeoBox, into found: inout [Int]) { index.find(box, into: &found) }

    /// Stands for all identifiers and shapes, whatever their order and their files.
    var fingerprint: UInt64 { entries.reduce(0) { $0 &+ $1.region.fingerprint } }
}
