import NIOCore
import PlacemarkCore

/// What connections need of the daemon: the status as of now, and the lists of those that watch, and of those that wait.
/// Lives on one event loop.
final class StatusFeed {
    let subscribers = Subscribers()
    let oneShots = OneShots()
    let track: TrackStore?
    private var snapshot: StatusSnapshot
    private let now: @Sendable () -> BootInstant

    init(_ snapshot: StatusSnapshot, track: TrackStore?, now: @escaping @Sendable () -> BootInstant) {
        self.snapshot = snapshot
        self.track = track
        self.now = now
    }

    var visits: VisitsReport { VisitsReport(snapshot, at: now()) }

    func status(_ precision: Precision) -> Status { snapshot.status(at: now(), precision: precision) }

    func take(_ publications: Publications) {
        snapshot = publications.snapshot
        if !subscribers.isEmpty { subscribers.send(publications.events) }
        if !oneShots.isEmpty { oneShots.offer(publications, at: now()) }
    }

    /// Waits for a location; see `OneShots`.
    func wait(
        _ wait: LocationWait, precision: Precision, for channel: any Channel, answer: @escaping ([UInt8]) -> Void
    ) {
        oneShots.add(wait, precision: precision, for: channel, at: now(), answer: answer) { [self] in (snapshot, now())
        }
    }
}
