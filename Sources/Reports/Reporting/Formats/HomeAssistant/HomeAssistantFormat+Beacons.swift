public import PlacemarkModel

/// What is told of beacons.
extension HomeAssistantFormat {
    /// The regions of which a beacon has been heard, in this run or, by the description that the broker has kept, in an earlier one.
    var beaconRegions: [String] {
        regions.filter { beacons.names.contains($0) || described[HomeAssistantEntity.beaconKey($0)] != nil }
    }

    /// Takes these for all beacons of regions that are heard, the nearest first. A region of which one is heard for the first
    /// time brings a new description with it.
    public mutating func learn(beacons heard: [Beacon], at now: BootInstant) -> [ReportMessage] {
        let before = beaconRegions
        beacons.take(heard)
        let isKnown = beaconRegions == before
        guard beacons.isDue(at: now) || !isKnown else { return [] }
        beacons.wasTold(at: now)
        return (isKnown ? [] : [description]) + beaconNews()
    }

    /// The message of the beacons, if it has become another one.
    mutating func beaconNews() -> [ReportMessage] {
        let message = ReportMessage(
            topic: "\(base)/beacons", payload: beacons.payload(of: beaconRegions), isRetained: true)
        guard message != told["beacons"], told["beacons"] != nil || !beaconRegions.isEmpty else { return [] }
        told["beacons"] = message
        return [message]
    }
}
