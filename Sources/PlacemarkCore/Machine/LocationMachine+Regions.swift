/// Watching regions.
extension LocationMachine {
    /// Where the box is, seen from the regions.
    public var regionMonitor: RegionMonitor { regions }

    /// Carries a change out if it can be. `check` tells whether it can.
    mutating func handle(_ change: RegionChange) {
        var changed = regions
        guard (try? changed.apply(change)) != nil else { return }
        regions = changed
    }

    /// Tells whether a change can be made.
    public func check(_ change: RegionChange) throws(RegionChangeError) {
        var changed = regions
        try changed.apply(change)
    }
}

extension RegionMonitor {
    fileprivate mutating func apply(_ change: RegionChange) throws(RegionChangeError) {
        switch change {
        case .add(let region): try add(region)
        case .remove(let identifier): try remove(identifier: identifier)
        }
    }
}
