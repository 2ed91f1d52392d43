import FoundationEssentials
public import PlacemarkCore

/// The regions that the daemon watches.
extension PlacemarkClient {
    /// All regions, in the order of their identifiers. The daemon tells them page by page: one that is added or removed
    /// meanwhile may be missing.
    public func regions() async throws(PlacemarkClientError) -> [RegionReport] {
        var regions: [RegionReport] = []
        var next: String?
        repeat {
            let request = next.map { "regions list \($0)" } ?? "regions"
            let page: RegionPage = try await decoded(answer(to: request))
            regions += page.regions
            next = page.next
        } while next != nil
        return regions
    }

    /// Where the box is, seen from a region: CoreLocation's `requestState`.
    public func requestState(of identifier: String) async throws(PlacemarkClientError) -> RegionReport {
        try await decoded(answer(to: "regions state \(identifier)"))
    }

    /// Watches a region from now on, also after a restart of the daemon. One with the same identifier is replaced.
    @discardableResult
    public func add(_ region: Region) async throws(PlacemarkClientError) -> RegionReport {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let feature: Data
        do { feature = try encoder.encode(region) } catch { throw .malformedRequest("\(error)") }
        return try await decoded(answer(to: "regions add " + String(decoding: feature, as: UTF8.self)))
    }

    /// Ends the watch of a region that was added in this way.
    public func removeRegion(_ identifier: String) async throws(PlacemarkClientError) {
        _ = try await answer(to: "regions remove \(identifier)")
    }

    private func decoded<Value: Decodable>(_ line: [UInt8]) throws(PlacemarkClientError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(line))
        } catch {
            throw .malformedAnswer("\(error)")
        }
    }
}
