import Glibc
import NIOCore
import LocationEngine
import PlacemarkModel

/// What connections need of the daemon: the status as of now, the list of those that watch, and the list of those that wait.
/// Lives on one event loop.
final class StatusFeed {
    private(set) lazy var subscribers = Subscribers(
        present: { [unowned self] in present($0) }, beforeTelling: { [unowned self] in beforeTelling() })
    private(set) lazy var locationWaits = LocationWaits(beforeTelling: { [unowned self] in beforeTelling() })
    var counters = SocketCounters()
    /// For answers on their way to clients that do not read them.
    let answers: MemoryRoom
    let track: TrackStore?
    private let files: StateFiles?
    /// In bytes: twice a status with all that it may have.
    private static let longestShortAnswer = 4 << 10
    /// In bytes: fifty results of a search.
    private static let usualLongAnswer = 32 << 10
    private var snapshot: StatusSnapshot
    private var journals: EventJournals
    let now: @Sendable () -> BootInstant
    /// Called before anybody is told anything but the answer to what has just been asked.
    var beforeTelling: () -> Void = {}

    /// - Parameters:
    ///   - files: the metrics tell how often they were written.
    ///   - run: tells the events of this run from those of others.
    ///   - ownUserID: the daemon's own user, whose answers have a reserve.
    init(
        _ snapshot: StatusSnapshot, track: TrackStore?, files: StateFiles? = nil, run: UInt32 = 0,
        ownUserID: uid_t = geteuid(), now: @escaping @Sendable () -> BootInstant
    ) {
        self.snapshot = snapshot
        journals = EventJournals(run: run)
        self.track = track
        self.files = files
        answers = MemoryRoom(ownUserID: ownUserID)
        self.now = now
    }

    func visits(at now: BootInstant) -> VisitsReport { VisitsReport(snapshot, at: now) }

    func status(_ precision: Precision, at now: BootInstant) -> Status {
        snapshot.status(at: now, precision: precision)
    }

    /// The present state as an audience gets it.
    func present(_ audience: Audience) -> ByteBuffer {
        let id = journals[audience.precision].newest
        return ByteBuffer(bytes: audience.framing.bytes(EventReport(status(audience.precision, at: now())), id: id))
    }

    /// What an audience has missed since an event; the present state when that cannot be told.
    func missed(since id: EventID?, _ audience: Audience) -> ByteBuffer {
        guard let id, let entries = journals[audience.precision].entries(after: id) else { return present(audience) }
        var lines = EventLines(entries, present: present)
        return lines.lines(for: audience).bytes
    }

    /// Sends a subscriber that a silence is not the end: the number of the newest event, when it has been told all up to it.
    func sendHeartbeat(to channel: any Channel) {
        beforeTelling()
        guard let precision = subscribers.precision(of: channel) else { return }
        let id = journals[precision].newest
        subscribers.sendAside({ ByteBuffer(string: $0 ? ":\nid: \(id)\n\n" : ":\n\n") }, to: channel)
    }

    /// The share of an answer that another part is to make, whose length nobody knows yet.
    func shareOfLongAnswer(to userID: uid_t) throws(RequestError) -> MemoryShare? {
        try share(ofAnswer: Self.usualLongAnswer, to: userID)
    }

    /// The share of an answer of this length; nil for a short one, which needs none. Throws when there is no room.
    ///
    /// - Parameter reserved: the share that was taken before the answer was made, which does if it is large enough.
    func share(
        ofAnswer byteCount: Int, to userID: uid_t, reserved: MemoryShare? = nil
    ) throws(RequestError) -> MemoryShare? {
        guard byteCount > Self.longestShortAnswer else { return nil }
        if let reserved, 2 * byteCount <= reserved.size { return reserved }
        // A ByteBuffer has the next power of two.
        guard let share = answers.part(of: userID).share(of: 2 * byteCount) else {
            throw .failed("too many long answers are on their way to clients that do not read them; try again later")
        }
        return share
    }

    func metrics(_ precision: Precision) -> DaemonFigures {
        DaemonFigures(
            version: Installation.version, precision: precision, now: now(), snapshot: snapshot, socket: counters,
            subscribers: subscribers.counters, subscriberCount: subscribers.count, waitingRequests: locationWaits.count,
            files: files?.counters ?? FileCounters(), trackSizeInBytes: track?.sizeInBytes ?? 0)
    }

    func take(_ publications: Publications) {
        beforeTelling()
        snapshot = publications.snapshot
        counters.lostEvents += publications.lostEvents
        let entries = journals.append(publications.events, gaps: publications.gaps)
        if !subscribers.isEmpty { subscribers.send(entries, gaps: publications.gaps) }
        if !locationWaits.isEmpty { locationWaits.offer(publications, at: now()) }
    }

    /// Lets a connection that watches or waits know as much as it may from now on.
    func setPrecision(_ precision: Precision, of channel: any Channel) {
        subscribers.setPrecision(precision, of: channel)
        locationWaits.setPrecision(precision, of: channel)
    }

    /// Waits for a location; see `LocationWaits`.
    func wait(
        _ wait: LocationWait, precision: Precision, for channel: any Channel,
        end: @escaping (Status) -> Void
    ) {
        locationWaits.add(wait, precision: precision, for: channel, at: now(), end: end) { [self] in
            (snapshot, now())
        }
    }
}
