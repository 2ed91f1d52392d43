import PlacemarkCore

extension Backoff {
    /// A gpsd on this machine costs nothing to ask, and must be live within 2 s after it came up. A remote one is
    /// asked every 30 s at least, so that a fleet of boxes does not keep a dead network busy.
    init(for endpoint: GPSDEndpoint) {
        self.init(ceiling: endpoint.isLoopback ? .seconds(1) : .seconds(30))
    }
}
