import NIOCore
import PlacemarkCore

/// What connections need of the daemon: the status as of now, and the lists of those that watch, and of those that wait.
/// Lives on one event loop.
final class StatusFeed {
    private(set) lazy var subscribers = Subscribers { [unowned self] in present($0) }
    let oneShots = OneShots()
    var counters = SocketCounters()
    let track: TrackStore?
    private let files: StateFiles?
    private var snapshot: StatusSnapshot
    private var journals: EventJournals
    let now: @Sendable () -> BootInstant
    /// Called before those that watch or wait are told anything.
    var beforeTelling: () -> Void = {}

    /// - Parameters:
    ///   - files: the metrics tell how often they were written.
    ///   - run: tells the events of this run from those of others.
    init(
        _ snapshot: StatusSnapshot, track: TrackStore?, files: StateFiles? = nil, run: UInt32 = 0,
        now: @escaping @Sendable () -> BootInstant
    ) {
        self.snapshot = snapshot
        journals = EventJournals(run: run)
        self.track = track
        self.files = files
        self.now = now
    }

    var visits: VisitsReport { VisitsReport(snapshot, at: now()) }

    func status(_ precision: Precision) -> Status { snapshot.status(at: now(), precision: precision) }

    /// The present state as an audience gets it.
    func present(_ audience: Audience) -> ByteBuffer {
        let id = journals[audience.precision].newest
        return ByteBuffer(bytes: audience.framing.bytes(EventReport(status(audience.precision)), id: id))
    }

    /// What an audience has missed since an event; the present state when that cannot be told.
    func missed(since id: EventID?, _ audience: Audience) -> ByteBuffer {
        guard let id, let entries = journals[audience.precision].entries(after: id) else { return present(audience) }
        var lines = EventLines(entries, present: present)
        return lines.lines(for: audience).bytes
    }

    func metrics(_ precision: Precision) -> MetricsReport {
        MetricsReport(
            version: ProgramVersion.current, precision: precision, now: now(), snapshot: snapshot, socket: counters,
            subscribers: subscribers.counters, subscriberCount: subscribers.count, waitingRequests: oneShots.count,
            files: files?.counters ?? FileCounters(), trackSizeInBytes: track?.sizeInBytes ?? 0)
    }

    func take(_ publications: Publications) {
        beforeTelling()
        snapshot = publications.snapshot
        counters.lostEvents += publications.lostEvents
        let entries = journals.append(publications.events, gaps: publications.gaps)
        if !subscribers.isEmpty { subscribers.send(entries, gaps: publications.gaps) }
        if !oneShots.isEmpty { oneShots.offer(publications, at: now()) }
    }

    /// Lets a connection that watches or waits know as much as it may from now on.
    func setPrecision(_ precision: Precision, of channel: any Channel) {
        subscribers.setPrecision(precision, of: channel)
        oneShots.setPrecision(precision, of: channel)
    }

    /// Waits for a location; see `OneShots`.
    func wait(
        _ wait: LocationWait, precision: Precision, for channel: any Channel,
        answer: @escaping (Result<Answer, RequestError>) -> Void
    ) {
        oneShots.add(wait, precision: precision, for: channel, at: now(), answer: answer) { [self] in (snapshot, now())
        }
    }
}
