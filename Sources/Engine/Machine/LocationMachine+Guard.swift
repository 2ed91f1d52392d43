public import PlacemarkModel

// What somebody wants of the guard, and what it tells.
extension LocationMachine {
    /// How the guard stands.
    public func guardReport(at now: BootInstant) -> GuardReport { watchman.report(at: now) }

    /// Tells whether the guard can do what is wanted.
    public func check(_ command: GuardCommand, at now: BootInstant) throws(GuardMistake) {
        var watchman = watchman
        _ = try watchman.apply(command, whereabouts, at: now)
    }

    /// Carries out what a person wants, if it can be. `check` tells whether it can.
    mutating func handle(_ command: GuardCommand, _ step: inout Step) {
        guard carryOut(command, whereabouts, &step) else { return }
        switch command {
        case .arm(let order): step.log(.guardArmed(order.kind))
        case .disarm: step.log(.guardOff)
        case .acknowledge:
            step.log(.guardAcknowledged)
            return
        }
        selfParking.commanded(isVisiting: visits.current != nil)
    }

    /// Guards a parked vehicle without having been asked, or ends that, as `Parked=auto` says.
    mutating func parkItself(_ step: inout Step) {
        // Before anything else is looked at: this runs with each fix.
        guard guarding.parked == .auto else { return }
        let situation = SelfParking.Situation(
            isVisiting: visits.current != nil, isAtRest: motion.motion == .stationary,
            isSeen: source.state == .live, isGuarded: watchman.state != nil,
            isAutomatic: watchman.plan?.automatic == true,
            isOwnerHere: guarding.ownerRegions.contains { regions.state(of: $0) == .inside })
        switch selfParking.decision(situation, guarding) {
        case .arm:
            var whereabouts = whereabouts
            whereabouts.isAutomatic = true
            if carryOut(.arm(GuardOrder(.parked)), whereabouts, &step) { step.log(.guardArmedItself) }
        case .disarm: if carryOut(.disarm, whereabouts, &step) { step.log(.guardEndedByOwner) }
        case nil: break
        }
    }

    /// Returns false when it cannot be.
    private mutating func carryOut(
        _ command: GuardCommand, _ whereabouts: GuardMonitor.Whereabouts, _ step: inout Step
    ) -> Bool {
        var changed = watchman
        let change: GuardChange?
        do { change = try changed.apply(command, whereabouts, at: step.now) } catch { return false }
        watchman = changed
        if let change { report(.guardChanged(change, snapshot.location), &step) }
        return true
    }

    private var whereabouts: GuardMonitor.Whereabouts {
        let compass = snapshot.heading.flatMap { $0.origin == .compass ? $0.trueHeading : nil }
        return GuardMonitor.Whereabouts(position: positionToGuard, heading: compass, settings: guarding)
    }

    /// Where the box is now: in the middle of where it rests, if it does; nil while it does not know.
    private var positionToGuard: Coordinate? {
        guard source.state == .live else { return nil }
        return motion.restingPlace?.coordinate ?? snapshot.location?.coordinate
    }

    mutating func report(_ change: GuardChange, _ location: Location?, _ step: inout Step) {
        step.log(.guardChanged(change.kind))
        report(.guardChanged(change, location), &step)
    }

    /// Tells those with reduced precision that there is an alarm, or that it is over, where the operator wants that.
    mutating func tellOfAlarm(_ step: inout Step) {
        let isAlarm = guarding.reduced == .alarm && watchman.state.map { $0 == .alarm || $0 == .blind } ?? false
        guard isAlarm != snapshot.isAlarmForAll else { return }
        snapshot.isAlarmForAll = isAlarm
        report(.alarmForAll(isOn: isAlarm), &step)
    }
}
