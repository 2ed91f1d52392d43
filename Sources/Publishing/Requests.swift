public import PlacemarkCore

/// How the socket asks the rooms upstream for what is not in the published state. Closures, so that it knows none of
/// them.
public struct Requests: Sendable {
    public var regions: Regions

    public init(regions: Regions) { self.regions = regions }

    /// What can be asked about regions, and done to them.
    public struct Regions: Sendable {
        /// The regions whose identifiers come after this one.
        public var page: @Sendable (_ identifier: String?) async -> RegionPage
        /// One region; nil when there is none with this identifier.
        public var report: @Sendable (_ identifier: String) async -> RegionReport?
        public var change: @Sendable (RegionChange) async throws(RegionChangeError) -> Void

        public init(
            page: @escaping @Sendable (String?) async -> RegionPage,
            report: @escaping @Sendable (String) async -> RegionReport?,
            change: @escaping @Sendable (RegionChange) async throws(RegionChangeError) -> Void
        ) {
            self.page = page
            self.report = report
            self.change = change
        }
    }
}
