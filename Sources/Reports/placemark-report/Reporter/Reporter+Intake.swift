import PlacemarkModel
import Reporting

/// What comes in: each event goes to the sinks that want it, by way of the outbox.
extension Reporter {
    /// Learns from both clocks. Called for each event, before it is taken.
    private func learn(_ event: EventReport?, at now: BootInstant) {
        let location = event?.location ?? event?.status?.location
        let wall = clocks.wall()
        outbox.learn { time in
            time.learn(machine: wall, at: now)
            if let location, let timestamp = location.timestamp, location.timestampSuspect != true {
                time.learn(receiver: timestamp, takenAt: now.advanced(by: .seconds(-max(0, min(location.age, 1e9)))))
            }
        }
        // Not with each event: it is for the next run, which takes seconds to start.
        if recovering.isEmpty, heardAt.map({ $0.duration(to: now) >= .seconds(5) }) ?? true {
            outbox.note(heardAt: now)
            heardAt = now
        }
    }

    /// Takes an event of the daemon.
    ///
    /// - Parameter isAfterLoss: whether events before it were lost.
    func take(_ event: EventReport, _ precision: Precision, isAfterLoss: Bool = false) async {
        let now = clocks.boot()
        let lastHeard = heardAt
        learn(event, at: now)
        guard let kind = ReportKind(event.event) else { return }
        if let trip = event.trip {
            return await take(trip, event, at: .sinceBoot(now), precision)
        }
        if let status = event.status { know(status, precision) }
        if let region = event.region {
            if kind == .regionEntered {
                states[precision]?.regions?.insert(region)
            } else {
                states[precision]?.regions?.remove(region)
            }
        }
        if let report = event.guard { states[precision]?.guarding = report.state }
        if precision == .precise, ReportKind.ofGuard.contains(kind) { return await takeGuard(kind, event, at: now) }
        if isAfterLoss {
            await take(
                [Happening(.missed, at: .sinceBoot(now), missedSince: lastHeard.map { outbox.bootTime.time(of: $0) })],
                precision, at: now)
        }
        await take(
            [Happening(kind, at: .sinceBoot(now), regions: states[precision]?.regions?.sorted(), event: event)],
            precision, at: now)
    }

    /// Takes the whole state when it says more than the events have. Where it finds out that the machine is in a region already,
    /// or moves already, the daemon tells no event: nothing has changed. Nor does it when somebody has acknowledged an alarm.
    func takeFoundOut(_ status: Status, _ precision: Precision) async {
        guard !recovering.contains(precision), KnownState(status) != states[precision] else { return }
        await take(EventReport(status), precision)
    }

    private func know(_ status: Status, _ precision: Precision) {
        states[precision] = KnownState(status)
        if precision == .precise { sayPrecision(isReduced: status.precision == .reduced) }
    }

    /// Takes what the daemon has kept of a time at which nobody listened, in its order.
    ///
    /// All its parts are reckoned from one start of the boot. What is learnt of that differs by milliseconds from part to part,
    /// enough to make a location that is due look too soon.
    func takeRecovered(_ happenings: [Happening], _ precision: Precision) async {
        let now = clocks.boot()
        learn(nil, at: now)
        let start = recoveringFrom[precision] ?? outbox.bootTime.start
        recoveringFrom[precision] = start
        var (entries, last): ([Outbox.Entry], BootInstant?) = ([], nil)
        for happening in happenings {
            guard case .civil(let time) = happening.moment else { continue }
            // Never in the future, which would hold back what comes: the two clocks differ a little.
            let instant = min(now, BootInstant(sinceBoot: time.duration(since: start)))
            entries += filtered(happening, precision, at: instant)
            last = instant
        }
        await put(entries, heardUntil: last)
    }

    /// Says that the time since the last run is made up for, as far as it can be. Until then that time counts as not heard: a
    /// run that ends earlier leaves the rest of it to the next one.
    func hasRecovered(_ precision: Precision) async {
        recovering.remove(precision)
        recoveringFrom[precision] = nil
        await pulses[precision]?.ring()
    }

    /// Says that a time is missing, until now.
    func takeMissed(since start: Timestamp?, _ precision: Precision) async {
        let now = clocks.boot()
        learn(nil, at: now)
        await take([Happening(.missed, at: .sinceBoot(now), missedSince: start)], precision, at: now)
    }

    private func take(_ happenings: [Happening], _ precision: Precision, at now: BootInstant) async {
        await put(
            happenings.flatMap { filtered($0, precision, at: now) }, heardUntil: recovering.isEmpty ? now : nil)
        await pulses[precision]?.ring()
    }

    /// What goes to which sinks: a report that several want is one.
    ///
    /// - Parameter isMeant: for which of them it is.
    func filtered(
        _ happening: Happening, _ precision: Precision, at now: BootInstant,
        for isMeant: (Post) -> Bool = { _ in true }
    ) -> [Outbox.Entry] {
        var entries: [Outbox.Entry] = []
        for name in posts.keys.sorted() {
            guard let post = posts[name], post.sink.settings.precision == precision, isMeant(post) else { continue }
            add(posts[name]?.filter.take(happening, at: now) ?? [], for: name, to: &entries)
        }
        return entries
    }

    private func add(_ happenings: [Happening], for name: String, to entries: inout [Outbox.Entry]) {
        for happening in happenings {
            if let known = entries.firstIndex(where: { $0.happening == happening }) {
                entries[known].sinks.append(name)
            } else {
                entries.append(Outbox.Entry(happening, for: [name]))
            }
        }
    }

    /// - Parameters:
    ///   - trips: what is told of trips once this is safe. Where it cannot be written, they count as not told.
    ///   - guarding: likewise, of the guard.
    func put(
        _ entries: [Outbox.Entry], heardUntil: BootInstant? = nil, trips: TripsTold? = nil, guarding: GuardTold? = nil
    ) async {
        guard !entries.isEmpty || trips != nil || guarding != nil else { return }
        let isSafe = outbox.put(entries, heardUntil: heardUntil, trips: trips, guarding: guarding)
        if isSafe {
            tripsTold = trips ?? tripsTold
            guardTold = guarding ?? guardTold
        }
        sayOutbox()
        for name in Set(entries.flatMap(\.sinks)) { await alarms[name]?.ring() }
    }

    /// Puts the locations that were held and are due. Returns whether the whole state is wanted, and when to ask again.
    ///
    /// While past events are being taken over, nothing is due: by the present's clock each of them would be, and the filters
    /// would hold back all that follow it as too soon.
    func pulse(_ precision: Precision) async -> (wantsHeartbeat: Bool, next: Duration?) {
        guard !recovering.contains(precision) else { return (false, nil) }
        let now = clocks.boot()
        var entries: [Outbox.Entry] = []
        var (wantsHeartbeat, next): (Bool, BootInstant?) = (false, nil)
        for name in posts.keys.sorted() where posts[name]?.sink.settings.precision == precision {
            add(posts[name]?.filter.due(at: now) ?? [], for: name, to: &entries)
            guard let filter = posts[name]?.filter else { continue }
            if filter.wantsHeartbeat(at: now) { wantsHeartbeat = true }
            next = [next, filter.wakeAt].compactMap(\.self).min()
        }
        await put(entries)
        return (wantsHeartbeat, next.map { max(.milliseconds(10), now.duration(to: $0)) })
    }

    /// Takes the whole state, for the sinks that want it now.
    ///
    /// - Parameter isAfterTrip: whether those want it that are told of trips: the odometer stands in it.
    func takeHeartbeat(_ status: Status, _ precision: Precision, isAfterTrip: Bool = false) async {
        let now = clocks.boot()
        learn(EventReport(status), at: now)
        know(status, precision)
        let entries = filtered(Happening(status, at: now), precision, at: now) {
            isAfterTrip ? $0.filter.rules.kinds.hasTrips : $0.filter.wantsHeartbeat(at: now)
        }
        await put(entries)
    }

    /// As the last run has left it.
    var lastHeard: Outbox.Heard? { outbox.lastHeard }

    /// How long ago the last run heard the daemon; nil when nobody knows, because the clock has been wrong or is.
    func silence(since heard: Outbox.Heard, boot: String) -> Duration? {
        if heard.boot == boot { return heard.instant.duration(to: clocks.boot()) }
        guard let time = heard.time else { return nil }
        let silence = clocks.wall().duration(since: time)
        return silence < .zero ? nil : silence
    }
}
