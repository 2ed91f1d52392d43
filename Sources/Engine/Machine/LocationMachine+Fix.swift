import PlacemarkModel

/// The way of a fix: believed, delivered, compared with regions and visits, and at last geocoded or not.
extension LocationMachine {
    mutating func handle(_ fix: Location, _ step: inout Step) {
        guard let fix = believed(fix, &step) else { return }
        snapshot.location = fix
        switch motion.accepted(fix) {
        case .paused:
            policy.stopped()
            step.log(.paused)
            report(.paused(fix), &step)
        case .resumed:
            step.log(.resumed)
            report(.resumed(fix), &step)
        case nil: break
        }
        if delivery.delivers(fix, motion: motion.motion) { report(.location(fix), &step) }
        if significantChange.reports(fix) { report(.significantLocation(fix), &step) }
        reduce(fix, &step)
        if let change = watchman.accepted(fix) { report(change, fix, &step) }
        watchRegions(fix, &step)
        watchVisits(fix, &step)
        tellOfTrips(trips?.accepted(fix) ?? [], &step)
        watchHeading(fix, &step)
        matchStreet(fix, step.streets)
        policy.accepted(
            fix, hint: step.hint, street: streets.street, isAtRest: motion.motion == .stationary,
            stay: motion.restingPlace ?? visits.place)
        step.hasNewFix = true
    }

    mutating func matchStreet(_ fix: Location, _ candidates: [StreetCandidate]) {
        streets.accepted(
            fix, candidates: candidates, courseSpeedInMetersPerSecond: headingRule.courseSpeedInMetersPerSecond)
    }

    private mutating func watchHeading(_ fix: Location, _ step: inout Step) {
        let (heading, changed) = headingRule.accepted(fix)
        for compass in changed {
            step.log(.compass(compass.state, device: compass.identity.device))
            report(.compass(compass, isInUse: compass.identity == headingRule.compassInUse), &step)
        }
        if let heading { deliver(heading, &step) }
    }

    /// The fix as it counts from here on; nil when it is not believed.
    private mutating func believed(_ fix: Location, _ step: inout Step) -> Location? {
        if let rejection = deviceSelector.evaluate(fix, at: step.now) {
            if rejection == .otherDevice {
                count(rejection)
            } else {
                source.reportedUnbelievable(device: fix.device, at: step.now)
                reject(rejection, &step)
            }
            return nil
        }
        snapshot.counters.accepted += 1
        firstFix = firstFix ?? step.now
        source.accepted(fix, at: step.now)
        reportSource(&step)
        var fix = fix
        fix.isTimestampSuspect = deviceSelector.isTimestampSuspect
        return fix
    }

    /// Counts what is usual for hours on end, a box in a garage or a second receiver, and so is no event.
    mutating func count(_ rejection: Rejection) { snapshot.counters.rejected[rejection, default: 0] += 1 }

    mutating func reject(_ rejection: Rejection, _ step: inout Step) {
        count(rejection)
        step.log(.rejected(rejection))
        report(.rejected(rejection), &step)
    }

    private mutating func reduce(_ fix: Location, _ step: inout Step) {
        guard let position = reducer.accepted(fix) else { return }
        let isNew = position.differs(from: snapshot.reducedPosition)
        snapshot.reducedPosition = position
        if isNew { report(.reducedPosition(position), &step) }
    }

    private mutating func watchRegions(_ fix: Location, _ step: inout Step) { report(regions.accepted(fix), &step) }

    mutating func report(_ transitions: [RegionMonitor.Transition], _ step: inout Step) {
        for transition in transitions {
            switch transition.crossing {
            case .entered:
                step.log(.regionEntered(transition.region.identifier))
                report(.regionEntered(transition.region, transition.location), &step)
            case .exited:
                step.log(.regionExited(transition.region.identifier))
                report(.regionExited(transition.region, transition.location), &step)
            }
        }
    }

    private mutating func watchVisits(_ fix: Location, _ step: inout Step) {
        for change in visits.accepted(fix) {
            switch change {
            case .arrived(let visit):
                // A box at rest has stopped already: it is the same stop.
                if motion.motion != .stationary { policy.stopped() }
                snapshot.counters.visits += 1
                step.log(.visitArrived)
                report(.visitArrived(visit), &step)
            case .departed(let visit):
                selfParking.departed()
                step.log(.visitDeparted)
                report(.visitDeparted(visit), &step)
            }
        }
    }

    mutating func tellOfTrips(_ changes: [TripDetector.Change], _ step: inout Step) {
        for change in changes {
            switch change {
            case .started(let trip):
                step.log(.tripStarted)
                report(.tripStarted(trip), &step)
            case .ended(var trip):
                if trip.state == .final, let name = tripClasses.name(of: trip, in: regions) {
                    trip.label = TripLabel(class: name)
                    trips?.label(trip)
                }
                step.log(.tripEnded(isFinal: trip.state == .final))
                report(.tripEnded(trip), &step)
            }
        }
    }

    /// The last step: whether the geocoder is asked. Time and answers bring it about as well, so it follows each input.
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
            step.actions.append(.geocode(GeocodeRequest(location: location, street: streets.street)))
            explained = nil
        case .bridge(let location):
            policy.bridging(location)
            snapshot.next = policy.decision(at: step.now)
            if step.hasNewFix { snapshot.counters.saved += 1 }
            step.actions.append(
                .geocode(GeocodeRequest(location: location, street: streets.street, geocoder: .gazetteer)))
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
        case .geocode, .bridge: break
        }
    }
}
