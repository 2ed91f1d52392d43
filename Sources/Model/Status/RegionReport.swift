/// A region and where the box is, seen from it.
public struct RegionReport: Codable, Hashable, Sendable {
    /// Where a region comes from.
    public enum Origin: String, Codable, Sendable {
        /// A file of `regions.d`.
        case file
        /// Added while the daemon ran.
        case added
    }

    public var identifier: String
    public var state: RegionState
    public var origin: Origin

    package init(identifier: String, state: RegionState, origin: Origin) {
        (self.identifier, self.state, self.origin) = (identifier, state, origin)
    }
}

/// Some of the regions, in the order of their identifiers.
public struct RegionPage: Codable, Hashable, Sendable {
    public var regions: [RegionReport]
    /// How many there are altogether.
    public var count: Int
    /// The last identifier of this page when there are more: ask for those after it.
    public var next: String?

    package init(regions: [RegionReport], count: Int, next: String?) {
        (self.regions, self.count, self.next) = (regions, count, next)
    }
}
