/// What the answers of the geocoder change.
extension LocationMachine {
    mutating func handle(_ answer: Placemark, _ step: inout Step) {
        guard let location = policy.inFlight else { return }
        snapshot.counters.results[.answered, default: 0] += 1
        let placemark = answer.limited(toAccuracyInMeters: location.horizontalAccuracy)
        policy.succeeded(wasLimited: placemark != answer)
        visits.named(placemark, at: location)
        let previous = snapshot.placemark
        var known = StatusSnapshot.KnownPlacemark(placemark: placemark, location: location, answeredAt: step.now)
        known.follow(previous)
        snapshot.placemark = known
        if let city = placemark.city, city != previous?.placemark.city {
            step.log(.placemarkChanged(city: city))
        } else {
            step.log(.placemarkUnchanged)
        }
        report(.placemark(known), &step)
        if let change = timeZone.named(placemark) {
            step.log(.timeZoneChanged(change.timeZone))
            report(.timeZone(change.timeZone, previous: change.previous), &step)
        }
    }

    mutating func handleGeocodingFailure(because reason: String, hasNoResult: Bool, _ step: inout Step) {
        snapshot.counters.results[hasNoResult ? .noResult : .failed, default: 0] += 1
        policy.failed(at: step.now, randomFraction: Double.random(in: 0..<1, using: &random))
        var delay: Duration?
        if case .wait(let until) = policy.decision(at: step.now) { delay = step.now.duration(to: until) }
        step.log(.geocodingFailed(reason, retryIn: delay))
    }

    /// Another geocoder answers from now on: the numbers of the one before it say nothing about its names.
    mutating func replaceGeocoder(
        hint: (Coordinate) -> NameHint?, streets candidates: (Coordinate) -> [StreetCandidate]
    ) {
        streets.reset()
        guard let location = snapshot.location else { return policy.geocoderReplaced() }
        matchStreet(location, candidates(location.coordinate))
        policy.geocoderReplaced(hint: hint(location.coordinate).map(withStreet))
    }

    /// Takes the placemark of an earlier run over, unless there is one of this run.
    mutating func restore(_ placemark: Placemark, answeredAt: BootInstant) {
        guard snapshot.placemark == nil else { return }
        snapshot.placemark = .init(placemark: placemark, location: nil, answeredAt: answeredAt)
        timeZone.restored(placemark)
    }
}
