import PlacemarkModel

/// Rejects fixes that the box cannot have reached, until they have stayed where they are.
///
/// A ferry, a flight, a receiver that was switched on elsewhere: a jump that stays is true.
struct JumpFilter: Sendable {
    /// A place that the box seems to have jumped to.
    private struct Jump: Sendable {
        let first: Location
        var latest: Location
        /// How many steps there have been since, and in how many of them position and speed contradict each other.
        var steps = 0
        var contradictions = 0
        /// In how many of them the box was faster than what carries it is supposed to be.
        var fastSteps = 0
    }

    /// No receiver within the atmosphere is faster; see `ActivityProfile`.
    private static let largestSpeedInMetersPerSecond = ActivityType.airborne.profile.maximumSpeedInMetersPerSecond

    private var jump: Jump?
    /// False once the receiver has been seen to travel at a speed other than the one that it claims.
    private var believesSpeed = true
    /// False once the box has been seen to travel faster than its activity allows: a runner who took the train. From
    /// there on only the largest speed of all counts, because nothing tells when the journey is over.
    private var believesActivity = true

    /// Returns nil when the fix can be where it says.
    ///
    /// - Parameters:
    ///   - movement: from the last accepted fix to this one.
    ///   - confirmation: how long a jump must persist until it is believed.
    mutating func evaluate(
        _ fix: Location, after movement: Movement, maximumSpeedInMetersPerSecond: Double, confirmation: Duration
    ) -> Rejection? {
        let rejection = self.rejection(of: movement, maximumSpeedInMetersPerSecond)
        guard let rejection else {
            jump = nil
            // A claim that is worth something. That nobody moves at 0 m/s is what a broken one says, too.
            if let speed = fix.speed, speed >= 1, !movement.contradictsSpeed { believesSpeed = true }
            return nil
        }
        guard var jump else {
            jump = Jump(first: fix, latest: fix)
            return rejection
        }
        let onwards = Movement(from: jump.latest, to: fix)
        // Here the claimed speed does not count: one that is always wrong must not keep the box out for ever.
        guard !onwards.isFaster(than: Self.largestSpeedInMetersPerSecond) else {
            self.jump = Jump(first: fix, latest: fix)
            return rejection
        }
        jump.latest = fix
        jump.steps += 1
        jump.contradictions += onwards.contradictsSpeed ? 1 : 0
        jump.fastSteps += onwards.isFaster(than: maximumSpeedInMetersPerSecond) ? 1 : 0
        self.jump = jump
        guard Movement.elapsed(from: jump.first, to: fix) >= confirmation else { return rejection }
        if jump.contradictions * 2 > jump.steps { believesSpeed = false }
        if jump.fastSteps * 2 > jump.steps { believesActivity = false }
        self.jump = nil
        return nil
    }

    private func rejection(of movement: Movement, _ maximumSpeedInMetersPerSecond: Double) -> Rejection? {
        let limit =
            believesActivity ? maximumSpeedInMetersPerSecond : Self.largestSpeedInMetersPerSecond
        if movement.isFaster(than: limit) { return .implausibleSpeed }
        return believesSpeed && movement.contradictsSpeed ? .contradictsSpeed : nil
    }
}
