import PlacemarkModel

/// Where the beacons that are heard put the box.
extension BeaconMonitor {
    /// The regions on the map that the box is in, and of each the beacon that is nearest to it; in no order, and none while nobody
    /// listens.
    func sightings(at now: BootInstant) -> [BeaconSighting] {
        guard listening != nil, !isSilent(at: now), let lastReport else { return [] }
        return grounds.compactMap { identifier, ground in
            guard let watch = watches[identifier], watch.state == .inside else { return nil }
            let heard = beacons.filter { identity, beacon in
                watch.constraint.matches(identity) && beacon.heardAt.duration(to: now) < watch.silence
            }
            guard let nearest = heard.values.min(by: { $0.reach(at: now) < $1.reach(at: now) }) else { return nil }
            return BeaconSighting(
                region: identifier, ground: ground, reachInMeters: nearest.reach(at: now), heardAt: nearest.heardAt,
                end: min(nearest.heardAt.advanced(by: watch.silence), lastReport.advanced(by: Self.patience)))
        }
    }
}
