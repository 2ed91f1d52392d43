import PlacemarkModel

/// What the answers of the geocoder change.
extension LocationMachine {
    mutating func handle(_ answer: GeocodeAnswer, _ step: inout Step) {
        guard let location = policy.inFlight else { return }
        switch answer.outcome {
        case .answered:
            snapshot.counters.results[.answered, default: 0] += 1
            succeeded(answer, location, &step)
        case .noResult:
            snapshot.counters.results[.noResult, default: 0] += 1
            succeeded(answer, location, &step)
        case .failed(let reason): bridgeFailure(.failed, because: reason, by: answer.placemark, &step)
        case .refused(let refusal): bridgeFailure(.refused, because: refusal.sentence, by: answer.placemark, &step)
        case .notAsked:
            policy.bridged(at: step.now)
            publish(namesInstead(answer.placemark, of: location), besides: answer.placemark, of: location, &step)
        }
    }

    private mutating func succeeded(_ answer: GeocodeAnswer, _ location: Location, _ step: inout Step) {
        let placemark = answer.placemark.limited(toAccuracyInMeters: location.horizontalAccuracy)
        policy.succeeded(wasLimited: placemark != answer.placemark)
        heldNames = answer.gazetteer.map { HeldNames(placemark: placemark, gazetteer: $0, location: location) }
        snapshot.network?.health = nil
        publish(placemark, besides: answer.gazetteer, of: location, &step)
    }

    /// The network geocoder has failed: the gazetteer's names at once, as far as they are better than those at hand.
    private mutating func bridgeFailure(
        _ result: StatusSnapshot.GeocodingResult, because reason: String, by gazetteer: Placemark, _ step: inout Step
    ) {
        guard let location = policy.inFlight else { return }
        countFailure(result, because: reason, isBridged: true, &step)
        publish(namesInstead(gazetteer, of: location), besides: gazetteer, of: location, &step)
    }

    private func namesInstead(_ gazetteer: Placemark, of location: Location) -> Placemark {
        heldNames?.names(at: location, besides: gazetteer)
            ?? gazetteer.limited(toAccuracyInMeters: location.horizontalAccuracy)
    }

    /// - Parameter gazetteer: the gazetteer's own names of the location; nil when these are its names.
    private mutating func publish(
        _ placemark: Placemark, besides gazetteer: Placemark?, of location: Location, _ step: inout Step
    ) {
        visits.named(placemark, at: location)
        trips?.named(placemark, at: location)
        let previous = snapshot.placemark
        var known = StatusSnapshot.KnownPlacemark(
            placemark: placemark, gazetteer: gazetteer?.limited(toAccuracyInMeters: location.horizontalAccuracy),
            location: location, answeredAt: step.now)
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
        countFailure(hasNoResult ? .noResult : .failed, because: reason, isBridged: false, &step)
    }

    private mutating func countFailure(
        _ result: StatusSnapshot.GeocodingResult, because reason: String, isBridged: Bool, _ step: inout Step
    ) {
        snapshot.counters.results[result, default: 0] += 1
        snapshot.network?.lastFailure = .init(reason: reason, at: step.now)
        policy.failed(
            at: step.now, randomFraction: Double.random(in: 0..<1, using: &random), isBridged: isBridged)
        var delay: Duration?
        if case .wait(let until) = policy.decisionOnAsking(at: step.now) { delay = step.now.duration(to: until) }
        step.log(.geocodingFailed(reason, retryIn: delay))
    }

    /// Another geocoder answers from now on: the numbers of the one before it say nothing about its names.
    mutating func replaceGeocoder(
        hint: (Coordinate) -> NameHint?, streets candidates: (Coordinate) -> [StreetCandidate]
    ) {
        streets.reset()
        heldNames = nil
        if snapshot.network != nil { snapshot.network = NetworkState() }
        guard let location = snapshot.location else { return policy.geocoderReplaced() }
        matchStreet(location, candidates(location.coordinate))
        policy.geocoderReplaced(hint: hint(location.coordinate), street: streets.street)
    }

    /// Takes the placemark of an earlier run over, unless there is one of this run.
    mutating func restore(_ placemark: Placemark, gazetteer: Placemark?, answeredAt: BootInstant) {
        guard snapshot.placemark == nil else { return }
        snapshot.placemark = .init(
            placemark: placemark, gazetteer: gazetteer, location: nil, answeredAt: answeredAt)
        timeZone.restored(placemark)
    }
}
