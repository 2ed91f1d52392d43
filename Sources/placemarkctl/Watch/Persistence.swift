import PlacemarkClient
import PlacemarkCore

/// Whether and when to try again after the daemon has gone.
///
/// A script that reads events must learn that there are no more of them, from the end of its input and the exit status;
/// what stands on a bar all day has to come back by itself.
struct Persistence {
    let isEndless: Bool
    private var backoff = Backoff(ceiling: .seconds(10))

    init(isEndless: Bool) { self.isEndless = isEndless }

    /// Called when the daemon has answered.
    mutating func answered() { backoff.reset() }

    /// How long to wait until the next attempt; throws the reason when there is none. `random` is in 0..<1.
    mutating func delay(after error: any Error, random: Double) throws -> Duration {
        guard isEndless else { throw error }
        return backoff.next(random: random)
    }
}

extension PlacemarkClient {
    /// The end of a `watch`, which the daemon ends only by going.
    var connectionClosed: PlacemarkClientError {
        .notReachable(path: socketPath, reason: "placemarkd has closed the connection")
    }
}
