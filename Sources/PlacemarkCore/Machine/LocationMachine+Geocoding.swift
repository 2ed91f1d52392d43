/// When the geocoder is asked, and what its answers change.
extension LocationMachine {
    mutating func decideOnGeocoding(_ step: inout Step) {
        let decision = policy.decision(at: step.now)
        snapshot.next = decision
        switch decision {
        case .geocode(let location, let reason):
            policy.asked(for: location, at: step.now)
            snapshot.next = policy.decision(at: step.now)
            snapshot.counters.requested[reason, default: 0] += 1
            step.log(.geocoding(reason))
            report(.geocode(reason, location), &step)
            step.actions.append(.geocode(location))
            explained = nil
        case .wait, .hold:
            guard step.hasNewFix else { return }
            snapshot.counters.saved += 1
            explain(decision, &step)
        }
    }

    /// Logs why a fix is not geocoded, unless it is for the same reason as the one before.
    private mutating func explain(_ decision: GeocodePolicy.Decision, _ step: inout Step) {
        guard decision != explained else { return }
        explained = decision
        switch decision {
        case .wait(let until): step.log(.geocodingDeferred(step.now.duration(to: until)))
        case .hold(let hold): step.log(.geocodingSkipped(hold))
        case .geocode: break
        }
    }

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

    /// Takes the placemark of an earlier run over, unless there is one of this run.
    mutating func restore(_ placemark: Placemark, answeredAt: BootInstant) {
        guard snapshot.placemark == nil else { return }
        snapshot.placemark = .init(placemark: placemark, location: nil, answeredAt: answeredAt)
        timeZone.restored(placemark)
    }
}
