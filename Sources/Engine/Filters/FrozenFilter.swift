import PlacemarkModel

/// Rejects a position that stands still, to the last digit, while the box cannot.
///
/// A receiver in a tunnel may repeat its last position and speed for minutes. One that is at rest may repeat its
/// position too (u-blox and SiRF call it static navigation), but then it claims no speed, and it came to rest slowly.
/// The way out is another digit, the end of the claim, or patience.
struct FrozenFilter: Sendable {
    /// A slower claim, in m/s, is the noise of a receiver at rest, or a walk.
    static let movingSpeed = 2.0
    /// More than the coarsest receiver's last digit, a hundredth of a minute of arc: 18.5 m.
    static let largestDigitInMeters = 30.0
    /// A receiver may report more often than it computes. No receiver computes so seldom.
    static let shortestFreezeInSeconds = 3.0
    /// A longer silence between two reports is worth no more of the claimed speed than this, in seconds.
    static let longestClaim = 10.0
    /// A position that is repeated for so long against the claimed speed is believed, and the speed is not.
    static let patience = Duration.seconds(300)

    /// A position, since it was reported first.
    private struct Run: Sendable {
        let coordinate: Coordinate
        /// How far the box must have gone on, in metres, to come to rest from the speed at which it got there.
        let brakingDistance: Double
        /// How far it claims to have gone since, in metres.
        var claimedDistance = 0.0
        /// Seconds from the first report to the latest one, and to the latest one that was accepted.
        var seconds = 0.0
        var acceptedSeconds = 0.0
        var rejectedSince: BootInstant?
        var isBelieved = false
    }

    private var run: Run?

    /// Whether to reject the fix.
    ///
    /// - Parameter movement: from the last accepted fix to this one; nil for the first one.
    mutating func rejects(_ fix: Location, after movement: Movement?, confirmation: Duration) -> Bool {
        guard var run, run.coordinate == fix.coordinate, let movement else {
            let speed = movement.map { Self.leastSpeed(of: fix, after: $0) } ?? 0
            run = Run(
                coordinate: fix.coordinate, brakingDistance: speed * speed / (2 * Movement.largestAcceleration))
            return false
        }
        defer { self.run = run }
        let step = run.acceptedSeconds + movement.seconds - run.seconds
        run.seconds += step
        if let speed = fix.speed {
            run.claimedDistance =
                speed >= Self.movingSpeed ? run.claimedDistance + speed * min(step, Self.longestClaim) : 0
        }
        let claimsToMove = run.claimedDistance > Self.largestDigitInMeters
        if !run.isBelieved, claimsToMove || run.brakingDistance > Self.largestDigitInMeters,
            run.seconds >= Self.shortestFreezeInSeconds
        {
            let since = run.rejectedSince ?? fix.receivedAt
            run.rejectedSince = since
            run.isBelieved = since.duration(to: fix.receivedAt) >= (claimsToMove ? Self.patience : confirmation)
            if !run.isBelieved { return true }
        }
        run.acceptedSeconds = run.seconds
        return false
    }

    /// The lowest speed, in m/s, that the box can have had when it got to `fix`.
    private static func leastSpeed(of fix: Location, after movement: Movement) -> Double {
        guard movement.seconds > 0 else { return 0 }
        // A claim may lag behind, so it counts no further than the positions bear it out.
        if let speed = fix.speed { return min(speed, movement.distanceInMeters / movement.seconds) }
        // Without one, the positions may err, and the box may have braked all the way.
        let mean = (movement.distanceInMeters - movement.slackInMeters) / movement.seconds
        return max(0, mean - Movement.largestAcceleration * movement.seconds / 2)
    }
}
