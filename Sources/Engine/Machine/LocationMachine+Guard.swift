public import PlacemarkModel

// What somebody wants of the guard, and what it tells.
extension LocationMachine {
    /// How the guard stands.
    public func guardReport(at now: BootInstant) -> GuardReport { watchman.report(at: now) }

    /// Tells whether the guard can do what is wanted.
    public func check(_ command: GuardCommand, at now: BootInstant) throws(GuardMistake) {
        var watchman = watchman
        _ = try watchman.apply(command, position: positionToGuard, at: now)
    }

    /// Carries it out if it can be. `check` tells whether it can.
    mutating func handle(_ command: GuardCommand, _ step: inout Step) {
        var changed = watchman
        let change: GuardChange?
        do { change = try changed.apply(command, position: positionToGuard, at: step.now) } catch { return }
        watchman = changed
        switch command {
        case .arm(let order): step.log(.guardArmed(order.kind))
        case .disarm: step.log(.guardOff)
        case .acknowledge: step.log(.guardAcknowledged)
        }
        if let change { report(.guardChanged(change, snapshot.location), &step) }
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
}
