import PlacemarkModel

/// Says by which beacon the box is located, and how accurately, without flicker.
///
/// The nearest counts, by its distance and the size of its region. Another one takes its place when it has been clearly nearer for
/// some seconds; and accuracies go in steps, up at once and down when it is sure.
struct BeaconLocator: Sendable {
    /// How many times as accurate another region has to be.
    static let advantage = 2.0
    /// How many times as near the beacon has to be as a lower step of the accuracy says: 6 dB.
    static let clearance = 2.0
    /// For how long another region has to be nearer.
    static let confirmation = ProximityRule.confirmation
    /// What the distance to a beacon is rounded up to, in metres. Beyond a kilometre none is heard.
    private static let steps = [1.0, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

    private(set) var place: BeaconPlace?
    /// Of the distance to the beacon of `place`.
    private var step = 0.0
    private var rival: (region: String, since: BootInstant)?

    /// Takes into account which regions' beacons are heard; none where a fix says where the box is.
    ///
    /// - Parameter limit: a location that is less accurate, in metres, is none.
    mutating func update(_ sightings: [BeaconSighting], limit: Double, at now: BootInstant) {
        guard let chosen = choose(among: sightings, at: now) else { return forget() }
        let reach = chosen.reachInMeters
        let isSame = place?.region == chosen.region
        let (up, down) = (Self.step(holding: reach), Self.step(holding: reach * Self.clearance))
        step = isSame ? max(up, min(step, down)) : up
        let accuracy = chosen.ground.radiusInMeters + step
        guard accuracy <= limit else { return forget() }
        let location = Location(
            coordinate: chosen.ground.center, mode: .twoDimensional, horizontalAccuracy: accuracy,
            receivedAt: chosen.heardAt)
        let isThere = isSame && place?.location.coordinate == location.coordinate
        place = BeaconPlace(
            region: chosen.region, location: location, since: isThere ? place?.since ?? now : now, end: chosen.end,
            gazetteer: isThere ? place?.gazetteer : nil)
    }

    /// - Parameter gazetteer: what the gazetteer calls the place; nil when it knows nothing there.
    mutating func named(_ gazetteer: Placemark?) { place?.gazetteer = gazetteer }

    private mutating func forget() { (place, step, rival) = (nil, 0, nil) }

    private mutating func choose(among sightings: [BeaconSighting], at now: BootInstant) -> BeaconSighting? {
        let best = sightings.min { ($0.accuracy, $0.region) < ($1.accuracy, $1.region) }
        guard let best, let present = sightings.first(where: { $0.region == place?.region }),
            best.accuracy * Self.advantage <= present.accuracy
        else {
            rival = nil
            return sightings.first { $0.region == place?.region } ?? best
        }
        guard let rival, rival.region == best.region else {
            rival = (best.region, now)
            return present
        }
        guard rival.since.duration(to: now) >= Self.confirmation else { return present }
        self.rival = nil
        return best
    }

    private static func step(holding meters: Double) -> Double { steps.first { meters <= $0 } ?? 1000 }
}

extension BeaconSighting {
    fileprivate var accuracy: Double { ground.radiusInMeters + reachInMeters }
}
