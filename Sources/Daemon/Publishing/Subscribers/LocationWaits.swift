import NIOCore
import LocationEngine
import PlacemarkModel

/// The connections that wait for a location, each with the best one that has come for it. Lives on one event loop.
///
/// Nothing blocks: a connection is answered by the publication that ends its wait, or by a timer. It costs some hundred
/// bytes until then, for 300 s at most.
final class LocationWaits {
    /// What is known at the end of a wait.
    typealias Present = () -> (snapshot: StatusSnapshot, now: BootInstant)

    private struct Waiting {
        let wait: LocationWait
        var precision: Precision
        var shot: OneShot
        let timer: Scheduled<Void>
        let end: (Status) -> Void
        let present: Present
    }

    private var waiting: [ObjectIdentifier: Waiting] = [:]
    private let beforeTelling: () -> Void

    /// - Parameter beforeTelling: called before a wait ends because its time is over.
    init(beforeTelling: @escaping () -> Void = {}) { self.beforeTelling = beforeTelling }

    var isEmpty: Bool { waiting.isEmpty }
    var count: Int { waiting.count }

    /// Calls `end` once, with the best location in the status: now, when what is known is enough, or later.
    func add(
        _ wait: LocationWait, precision: Precision, for channel: any Channel, at now: BootInstant,
        end: @escaping (Status) -> Void, present: @escaping Present
    ) {
        let id = ObjectIdentifier(channel)
        let bound = NIOLoopBound((self, present), eventLoop: channel.eventLoop)
        let timer = channel.eventLoop.scheduleTask(in: .nanoseconds(Int64(wait.limit.inSeconds * 1e9))) {
            let (locationWaits, present) = bound.value
            locationWaits.beforeTelling()
            let (snapshot, now) = present()
            locationWaits.finish(id, snapshot, at: now)
        }
        let shot = OneShot(
            at: now, within: wait.limit, desiredAccuracyInMeters: wait.desiredAccuracyInMeters)
        waiting[id] = Waiting(wait: wait, precision: precision, shot: shot, timer: timer, end: end, present: present)
        let (snapshot, _) = present()
        offer([], snapshot, to: id, at: now)
    }

    /// The client has gone.
    func remove(_ channel: any Channel) { waiting.removeValue(forKey: ObjectIdentifier(channel))?.timer.cancel() }

    /// Lets a client, if it waits, have what it may know from now on.
    func setPrecision(_ precision: Precision, of channel: any Channel) {
        let id = ObjectIdentifier(channel)
        guard let (snapshot, now) = waiting[id]?.present() else { return }
        waiting[id]?.precision = precision
        offer([], snapshot, to: id, at: now)
    }

    /// Lets all that wait have what has been published.
    func offer(_ publications: Publications, at now: BootInstant) {
        let delivered = publications.events.compactMap { event in
            if case .location(let location) = event.kind { location } else { nil }
        }
        for id in waiting.keys { offer(delivered, publications.snapshot, to: id, at: now) }
    }

    private func offer(
        _ delivered: [Location], _ snapshot: StatusSnapshot, to id: ObjectIdentifier, at now: BootInstant
    ) {
        guard let precision = waiting[id]?.precision else { return }
        guard precision == .precise else {
            // There is only one reduced position for everybody, and waiting makes it no better.
            if snapshot.reducedPosition != nil { finish(id, snapshot, at: now) }
            return
        }
        var isDone = false
        for location in delivered where waiting[id]?.shot.offer(location) == true { isDone = true }
        // The last accepted location counts too: at rest, or within the distance filter, none is delivered.
        if snapshot.source.state == .live, let location = snapshot.location,
            waiting[id]?.shot.offer(location) == true
        {
            isDone = true
        }
        if isDone { finish(id, snapshot, at: now) }
    }

    private func finish(_ id: ObjectIdentifier, _ snapshot: StatusSnapshot, at now: BootInstant) {
        guard let waiting = waiting.removeValue(forKey: id) else { return }
        waiting.timer.cancel()
        var snapshot = snapshot
        if waiting.precision == .precise {
            snapshot.location = waiting.shot.best
            // A fix is waited for.
            snapshot.beaconPlace = nil
        }
        waiting.end(snapshot.status(at: now, precision: waiting.precision))
    }
}
