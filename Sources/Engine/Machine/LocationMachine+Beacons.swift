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

    /// Says where the box is by a beacon, for want of a fix, if the operator wants that.
    ///
    /// It goes into the status and an event, and nowhere else: no monitor, no filter and no policy takes it for a fix. A beacon's
    /// place is where the map has it, however the box moves about in its reach.
    mutating func locateByBeacon(named names: (Coordinate) -> Placemark?, _ step: inout Step) {
        let isWanted = locatesByBeacons && source.isWithoutFix(at: step.now)
        beaconLocator.update(
            isWanted ? regions.beacons.sightings(at: step.now) : [],
            limit: deviceSelector.settings.maximumAccuracyInMeters, at: step.now)
        let known = snapshot.beaconPlace
        defer { snapshot.beaconPlace = beaconLocator.place }
        guard let place = beaconLocator.place else {
            guard known != nil else { return }
            step.log(.beaconPlace(region: nil))
            return report(.beaconPlace(nil), &step)
        }
        if !place.isSamePlace(as: known) {
            nameBeaconPlace(names)
            step.log(.beaconPlace(region: place.region))
        }
        if !place.says(known) { report(.beaconPlace(beaconLocator.place), &step) }
    }

    /// Asks the gazetteer for the names of the place that a beacon tells; of no geocoder that the policy spares.
    mutating func nameBeaconPlace(_ names: (Coordinate) -> Placemark?) {
        guard let place = beaconLocator.place else { return }
        beaconLocator.named(names(place.location.coordinate))
    }

    /// What the log and the status tell of beacons.
    mutating func tellOfBeacons(_ step: inout Step) {
        for news in regions.takeBeaconNews() {
            switch news {
            case .listening: step.log(.beaconsListening)
            case .notListening(let reason): step.log(.beaconsUnheard(reason))
            case .heard(let region): step.log(.beaconHeard(region: region))
            case .lost(let region): step.log(.beaconLost(region: region))
            }
        }
        snapshot.beacons = regions.beacons.summary(at: step.now)
        snapshot.counters.observations = regions.beacons.observations
        snapshot.counters.malformedAdvertisements = regions.beacons.malformed
    }

    /// Where the box is, as long as that is known.
    var livingLocation: Location? { source.state == .live ? snapshot.location : nil }
}
