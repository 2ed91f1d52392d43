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
}

/// Some of the regions, in the order of their identifiers.
public struct RegionPage: Codable, Hashable, Sendable {
    public var regions: [RegionReport]
    /// How many there are altogether.
    public var count: Int
    /// The last identifier of this page when there are more: ask for those after it.
    public var next: String?
}

extension RegionMonitor {
    /// The most regions that a page has: with the longest identifiers it comes to less than 64 KiB.
    public static let longestPage = 200

    public func report(of identifier: String) -> RegionReport? {
        state(of: identifier).map { state in
            RegionReport(identifier: identifier, state: state, origin: added[identifier] == nil ? .file : .added)
        }
    }

    /// The regions whose identifiers come after this one; from the first one when it is nil.
    public func page(after identifier: String?) -> RegionPage {
        // More than a page of each kind: merged, and without those that are stood in for.
        func following(_ table: RegionTable) -> [String] {
            let start = identifier.map { table.position(notBefore: $0) } ?? 0
            let rest = table.entries[start...].prefix(Self.longestPage + 2).map(\.region.identifier)
            return rest.filter { $0 != identifier }
        }
        let identifiers = Set(following(files) + following(added)).sorted()
        let shown = identifiers.prefix(Self.longestPage)
        return RegionPage(
            regions: shown.compactMap(report), count: count,
            next: identifiers.count > shown.count ? shown.last : nil)
    }
}
