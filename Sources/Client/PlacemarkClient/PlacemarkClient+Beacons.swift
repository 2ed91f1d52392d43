public import PlacemarkModel

/// Beacons, for precise readers: CoreLocation's `startRangingBeacons(satisfying:)`, for those that regions name.
extension PlacemarkClient {
    /// The beacons that are heard, the nearest first, and whether anybody listens for them.
    public func beacons() async throws(PlacemarkClientError) -> BeaconsReport { try await value(of: "beacons") }
}
