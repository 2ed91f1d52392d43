import PlacemarkModel

/// What lies between two fixes of one receiver: how far, how long, and how fast it claims to have been.
struct Movement: Sendable {
    /// Harder than anything on wheels accelerates or brakes, in m/s².
    static let largestAcceleration = 10.0
    /// A longer step of the receiver's clock is a clock that was set, not time that has passed.
    static let longestStep = Duration.seconds(86_400)

    let distanceInMeters: Double
    /// The sum of both accuracies: so much of the distance may be error.
    let slackInMeters: Double
    /// Zero or more.
    let seconds: Double
    /// The larger of the claimed speeds at both ends, with its own error, in m/s; nil when the later fix claims none.
    let claimedSpeed: Double?

    init(from earlier: Location, to later: Location) {
        distanceInMeters = earlier.coordinate.distance(to: later.coordinate)
        slackInMeters = (earlier.horizontalAccuracy ?? 0) + (later.horizontalAccuracy ?? 0)
        seconds = max(0, Self.elapsed(from: earlier, to: later).inSeconds)
        claimedSpeed = later.speed.map { speed in
            max(speed + (later.speedAccuracy ?? 0), (earlier.speed ?? 0) + (earlier.speedAccuracy ?? 0))
        }
    }

    /// Whether it took more than this speed, in m/s, between the nearest points that the accuracies allow.
    func isFaster(than speed: Double) -> Bool {
        // Written as a product: a time step of zero must not make an infinity.
        !(distanceInMeters - slackInMeters <= speed * seconds)
    }

    /// Whether the receiver cannot have gone that far at the speeds that it claims. Generous, because many receivers
    /// tell their speed late, or too low, or as 0 however fast they are.
    ///
    /// At 1 Hz and walking speed it takes a step of more than 130 m beyond the accuracies; a gap of two minutes
    /// explains any distance that `isFaster` lets pass.
    var contradictsSpeed: Bool {
        guard let claimedSpeed else { return false }
        // A speed that lags by two to three seconds of hard acceleration, and one that is told a third too low.
        let speed = 1.5 * claimedSpeed + 25
        // Half of the time faster and faster, half of it slower and slower, and nobody looked: a·t²/4.
        let unseen = Self.largestAcceleration * seconds * seconds / 4
        // A reflection in a street of high houses moves a position by so much, whatever accuracy is claimed.
        let reflection = 100.0
        return distanceInMeters > slackInMeters + reflection + speed * seconds + unseen
    }

    /// The time between two fixes by the receiver's clock, or by ours when the receiver's does not run forward or was
    /// set.
    static func elapsed(from earlier: Location, to later: Location) -> Duration {
        if let start = earlier.timestamp, let end = later.timestamp, end > start {
            let step = end.duration(since: start)
            if step <= longestStep { return step }
        }
        return earlier.receivedAt.duration(to: later.receivedAt)
    }
}
