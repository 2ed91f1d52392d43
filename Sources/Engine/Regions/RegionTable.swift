public import PlacemarkModel

/// A set of regions, made in one go: found by identifier, and by place.
///
/// Making one of 100,000 regions takes a tenth of a second, so whatever handles fixes must not do it.
public struct RegionTable: Sendable {
    /// A region, and its shape ready for use.
    struct Entry: Sendable {
        let region: Region
        let geometry: RegionGeometry

        init(_ region: Region) {
            self.region = region
            geometry = RegionGeometry(region.ground)
        }
    }

    /// In the order of the identifiers.
    let entries: [Entry]
    /// Stands for all identifiers and shapes, whatever their order and their files.
    let fingerprint: UInt64
    /// The identifiers of those that name a beacon.
    let beacons: [String]
    private let index: RegionIndex

    /// - Precondition: each has passed `Region.validate()`, and no two have the same identifier.
    public init(_ regions: [Region] = []) { self.init(entries: regions.map(Entry.init)) }

    /// - Precondition: no two have the same identifier.
    init(entries: [Entry]) {
        // Positions are moved about far faster than the entries themselves.
        let order = entries.indices.sorted { entries[$0].region.identifier < entries[$1].region.identifier }
        self.entries = order.map { entries[$0] }
        beacons = self.entries.filter { $0.region.beacon != nil }.map(\.region.identifier)
        index = RegionIndex(self.entries.lazy.map(\.geometry.boxes))
        fingerprint = self.entries.reduce(0) { $0 &+ $1.region.fingerprint }
        precondition(
            zip(self.entries, self.entries.dropFirst()).allSatisfy { $0.region.identifier != $1.region.identifier },
            "two regions have the same identifier")
    }

    subscript(identifier: String) -> Entry? {
        let position = position(notBefore: identifier)
        guard position < entries.count, entries[position].region.identifier == identifier else { return nil }
        return entries[position]
    }

    /// Whether it is this very table, and not one of the same regions.
    package func isIdentical(to other: RegionTable) -> Bool {
        entries.withUnsafeBufferPointer { own in
            other.entries.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
        }
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
}
