public import PlacemarkModel

/// What the regions say of themselves, a page at a time.
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

extension RegionMonitor {
    /// After so many corners a page ends: as JSON they come to some 80 kB. A region is never divided.
    static let cornersOfPage = 2000

    /// The regions with their shapes whose identifiers come after this one; from the first one when it is nil. Those that are
    /// nowhere, because they name a beacon only, have none.
    public func features(after identifier: String?) -> RegionFeaturePage {
        let page = page(after: identifier)
        var features: [RegionFeature] = []
        var corners = 0
        var last: String?
        for report in page.regions {
            guard corners < Self.cornersOfPage else {
                return RegionFeaturePage(features: features, next: last)
            }
            guard let region = region(report.identifier), region.shape != .unlocated else { continue }
            last = report.identifier
            corners += region.cornerCount
            features.append(RegionFeature(region: region, report: report))
        }
        return RegionFeaturePage(features: features, next: page.next)
    }

    /// The one that counts: what was added stands in for a file's.
    private func region(_ identifier: String) -> Region? { (added[identifier] ?? files[identifier])?.region }
}
