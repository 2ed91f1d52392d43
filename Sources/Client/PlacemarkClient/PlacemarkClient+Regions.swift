import FoundationEssentials
public import PlacemarkModel

/// The regions that the daemon watches, and the beacons that these name, for precise readers: CoreLocation's
/// `CLMonitor`.
extension PlacemarkClient {
    /// All regions, in the order of their identifiers. The daemon sends them page by page: a region that is added or
    /// removed meanwhile may be missing.
    public func regions() async throws(PlacemarkClientError) -> [RegionReport] {
        var regions: [RegionReport] = []
        var next: String?
        repeat {
            let page: RegionPage = try await value(of: next.map { "regions list \($0)" } ?? "regions")
            regions += page.regions
            next = page.next
        } while next != nil
        return regions
    }

    /// All regions with their shapes, and where the box is, seen from each: what a map draws.
    public func regionShapes() async throws(PlacemarkClientError) -> [RegionFeature] {
        struct Collection: Decodable {
            let features: [RegionFeature]
        }
        let collection: Collection = try await value(of: "regions shapes")
        return collection.features
    }

    /// Where the box is, seen from a region: CoreLocation's `requestState`.
    public func requestState(of identifier: String) async throws(PlacemarkClientError) -> RegionReport {
        try await value(of: "regions state \(identifier)")
    }

    /// Watches a region from now on, also after a restart of the daemon. It replaces a region with the same identifier.
    @discardableResult
    public func add(_ region: Region) async throws(PlacemarkClientError) -> RegionReport {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let feature: Data
        do { feature = try encoder.encode(region) } catch { throw .malformedRequest("\(error)") }
        return try await value(of: "regions add " + String(decoding: feature, as: UTF8.self))
    }

    /// Ends the watch of a region that was added in this way.
    public func removeRegion(_ identifier: String) async throws(PlacemarkClientError) {
        _ = try await answer(to: "regions remove \(identifier)")
    }

    /// The beacons that are heard, the nearest first, and whether anybody listens for them: CoreLocation's
    /// `startRangingBeacons(satisfying:)`, for those that regions name.
    public func beacons() async throws(PlacemarkClientError) -> BeaconsReport { try await value(of: "beacons") }
}
