import PlacemarkModel

/// Which regions tell what kind of trip it was. What somebody says of a trip by hand counts for more.
public struct TripClasses: Hashable, Sendable {
    /// Identifiers of regions: a trip that begins or ends in one of them is `business`.
    public var businessRegions: [String] = []
    /// Any other trip that begins or ends in one of these is `private`.
    public var privateRegions: [String] = []

    public init() {}

    /// Returns nil where no region tells it, or there is none of that name.
    func name(of trip: TripRecord, in regions: RegionMonitor) -> String? {
        func touches(_ identifiers: [String]) -> Bool {
            identifiers.compactMap(regions.geometry(of:)).contains { geometry in
                [trip.start, trip.end].contains { geometry.depth(at: $0.coordinate, upTo: 1) > 0 }
            }
        }
        if touches(businessRegions) { return "business" }
        return touches(privateRegions) ? "private" : nil
    }
}
