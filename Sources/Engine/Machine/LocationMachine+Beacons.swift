import PlacemarkModel

/// What is heard of beacons.
extension LocationMachine {
    mutating func handle(_ hearing: BeaconHearing, _ step: inout Step) {
        report(regions.heard(hearing, at: livingLocation, now: step.now), &step)
        let ranged = regions.beacons.report(at: step.now)
        // The last one says that there is none any more.
        guard !ranged.beacons.isEmpty || isRanging else { return }
        isRanging = !ranged.beacons.isEmpty
        report(.beacons(ranged), &step)
    }

    /// Where the box is, as long as that is known.
    var livingLocation: Location? { source.state == .live ? snapshot.location : nil }
}
