import Logging
import PlacemarkCore
import Reporting

/// What the program knows: the outbox, what each sink wants to be told, and how its deliveries go. It decides nothing itself:
/// `ReportFilter`, `Retention` and `DeliverySchedule` do, and it carries them out.
actor Reporter {
    /// What belongs to one sink.
    private struct Post {
        let sink: Sink
        var filter: ReportFilter
        var schedule: DeliverySchedule
        /// Whether its program allows it to catch up, and when it has said so.
        var permission: (isGiven: Bool, at: BootInstant)?
        /// What the log has last said of its deliveries.
        var saidFailure: String?
        var saidDropped = 0
        var failedAt: Timestamp?
        /// Deliveries that have ended, in whatever way.
        var deliveries = 0
    }

    let outbox: Outbox
    private let clocks: Clocks
    private let log: Logger
    private var posts: [String: Post] = [:]
    /// The regions that the machine is in; nil while that is not known.
    private var regions: [Precision: Set<String>] = [:]
    private var saidOutboxFailure: String?
    private var heardAt: BootInstant?
    /// Rung when there is something to send.
    private nonisolated let alarms: [String: Alarm]
    /// Rung when a filter has to be asked at another time.
    nonisolated let pulses: [Precision: Alarm]

    /// How long a program's word on catching up holds.
    static let permissionLifetime: Duration = .seconds(60)

    init(_ sinks: [Sink], outbox: Outbox, clocks: Clocks, log: Logger) {
        (self.outbox, self.clocks, self.log) = (outbox, clocks, log)
        let now = clocks.boot()
        for sink in sinks {
            posts[sink.name] = Post(
                sink: sink, filter: ReportFilter(sink.settings.filter, at: now),
                schedule: DeliverySchedule(sink.settings.delivery))
        }
        alarms = Dictionary(uniqueKeysWithValues: sinks.map { ($0.name, Alarm()) })
        pulses = Dictionary(uniqueKeysWithValues: Precision.allCases.map { ($0, Alarm()) })
    }

    // MARK: What happens

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
        if heardAt.map({ $0.duration(to: now) >= .seconds(5) }) ?? true {
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
        if event.event == .status { regions[precision] = event.status?.regions.map(Set.init) }
        if let region = event.region {
            if kind == .regionEntered { regions[precision]?.insert(region) } else { regions[precision]?.remove(region) }
        }
        if isAfterLoss {
            await take(
                [Happening(.missed, at: .sinceBoot(now), missedSince: lastHeard.map { outbox.bootTime.time(of: $0) })],
                precision, at: now)
        }
        await take(
            [Happening(kind, at: .sinceBoot(now), regions: regions[precision]?.sorted(), event: event)], precision,
            at: now)
    }

    /// Takes what the daemon has kept of a time at which nobody listened, in its order.
    func takeRecovered(_ happenings: [Happening], _ precision: Precision) async {
        let now = clocks.boot()
        learn(nil, at: now)
        let start = outbox.bootTime.start
        var entries: [Outbox.Entry] = []
        for happening in happenings {
            guard case .civil(let time) = happening.moment else { continue }
            // Never in the future, which would hold back what comes: the two clocks differ a little.
            let instant = min(now, BootInstant(sinceBoot: time.duration(since: start)))
            entries += filtered(happening, precision, at: instant)
        }
        await put(entries)
    }

    /// Says that a time is missing, until now.
    func takeMissed(since start: Timestamp?, _ precision: Precision) async {
        let now = clocks.boot()
        learn(nil, at: now)
        await take([Happening(.missed, at: .sinceBoot(now), missedSince: start)], precision, at: now)
    }

    private func take(_ happenings: [Happening], _ precision: Precision, at now: BootInstant) async {
        await put(happenings.flatMap { filtered($0, precision, at: now) })
        await pulses[precision]?.ring()
    }

    /// What goes to which sinks: a report that several want is one.
    private func filtered(_ happening: Happening, _ precision: Precision, at now: BootInstant) -> [Outbox.Entry] {
        var entries: [Outbox.Entry] = []
        for name in posts.keys.sorted() where posts[name]?.sink.settings.precision == precision {
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

    private func put(_ entries: [Outbox.Entry]) async {
        guard !entries.isEmpty else { return }
        outbox.put(entries)
        sayOutbox()
        for name in Set(entries.flatMap(\.sinks)) { await alarms[name]?.ring() }
    }

    // MARK: What is due

    /// Puts the locations that were held and are due. Returns whether the whole state is wanted, and when to ask again.
    func pulse(_ precision: Precision) async -> (wantsHeartbeat: Bool, next: Duration?) {
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
    func takeHeartbeat(_ status: Status, _ precision: Precision) async {
        let now = clocks.boot()
        learn(EventReport(status), at: now)
        let happening = Happening(
            .heartbeat, at: .sinceBoot(now), regions: status.regions, event: EventReport(status))
        var entries: [Outbox.Entry] = []
        for name in posts.keys.sorted() where posts[name]?.sink.settings.precision == precision {
            guard posts[name]?.filter.wantsHeartbeat(at: now) == true else { continue }
            add(posts[name]?.filter.take(happening, at: now) ?? [], for: name, to: &entries)
        }
        await put(entries)
    }

    // MARK: What is sent

    /// What a sink's task does next.
    enum Step {
        /// Wait for the alarm.
        case wait(atMost: Duration?)
        case send([Report])
        /// Ask this program whether the past may be sent.
        case ask(program: String)
    }

    func next(for name: String) -> Step {
        let now = clocks.boot()
        guard let post = posts[name] else { return .wait(atMost: nil) }
        let isAllowed: Bool
        switch post.sink.settings.catchUp {
        case .always: isAllowed = true
        case .never: isAllowed = false
        case .whenAllowed(let program):
            guard let permission = post.permission, permission.at.duration(to: now) < Self.permissionLifetime else {
                guard outbox.count(of: name) > 0 else { return .wait(atMost: nil) }
                return .ask(program: program)
            }
            isAllowed = permission.isGiven
        }
        let rules = post.schedule.rules
        let present = isAllowed ? [] : presentReports(of: name, limit: rules.batchCount)
        switch posts[name]?.schedule.step(waiting: isAllowed ? outbox.count(of: name) : present.count, at: now) {
        case .send(let limit):
            let reports =
                isAllowed ? outbox.waiting(for: name, rules.order, limit: limit) : Array(present.suffix(limit))
            // The file may have become unreadable.
            return reports.isEmpty ? .wait(atMost: .seconds(60)) : .send(reports)
        case .wait(let until): return .wait(atMost: max(.milliseconds(1), now.duration(to: until)))
        case .waitForReports, nil:
            let asksAgain = if case .whenAllowed = post.sink.settings.catchUp { !isAllowed } else { false }
            return .wait(atMost: asksAgain ? Self.permissionLifetime : nil)
        }
    }

    func permit(_ isGiven: Bool, for name: String) { posts[name]?.permission = (isGiven, clocks.boot()) }

    /// The newest reports that are not past yet, in their order.
    private func presentReports(of name: String, limit: Int) -> [Report] {
        guard let limitTime = outbox.bootTime.time(of: clocks.boot()).advanced(by: .zero - CatchUp.presence) else {
            return []
        }
        return outbox.waiting(for: name, .newestFirst, limit: limit).filter { $0.happenedAt >= limitTime }
    }

    nonisolated func alarm(of name: String) -> Alarm? { alarms[name] }

    /// Takes the result of a delivery.
    func ended(_ result: DeliveryResult, of reports: [Report], for name: String) {
        let verdict = posts[name]?.schedule.ended(
            result, of: reports.map(\.id), at: clocks.boot(), random: .random(in: 0..<1))
        guard let verdict else { return }
        posts[name]?.deliveries += 1
        outbox.acknowledge(verdict.acknowledged, of: name, at: clocks.wall())
        for (report, reason) in verdict.refused { outbox.refuse(report, of: name, reason: reason) }
        sayOutbox()
        sayDelivery(of: name, refused: verdict.refused.map(\.1))
    }

    // MARK: What is said

    private func sayDelivery(of name: String, refused: [String]) {
        if let reason = refused.first { log.warning("sink \(name): \(refused.count) reports set aside: \(reason)") }
        let failure = posts[name]?.schedule.failure
        guard failure != posts[name]?.saidFailure else { return }
        posts[name]?.saidFailure = failure
        posts[name]?.failedAt = failure == nil ? nil : clocks.wall()
        if let failure {
            log.warning("sink \(name): \(failure); \(outbox.count(of: name)) reports wait")
        } else {
            log.info("sink \(name): reports are delivered again")
        }
    }

    private func sayOutbox() {
        let failure = outbox.figures.failure
        guard failure != saidOutboxFailure else { return }
        saidOutboxFailure = failure
        if let failure {
            log.error("outbox: \(failure): what happens meanwhile is lost (\(outbox.path))")
        } else {
            log.info("outbox: works again; \(outbox.figures.unwritten) reports were lost meanwhile")
        }
    }

    /// What has to be done now and then: old reports go, and the log hears what was dropped.
    func clean() {
        outbox.dropExpired(at: outbox.bootTime.time(of: clocks.boot()))
        for name in posts.keys.sorted() {
            guard let dropped = outbox.state(of: name)?.dropped, let said = posts[name]?.saidDropped else { continue }
            if dropped > said { log.warning("sink \(name): \(dropped - said) reports dropped by Retention") }
            posts[name]?.saidDropped = dropped
        }
        sayOutbox()
    }

    /// The totals that the log need not repeat, and what nobody will ever send.
    func begin() {
        for name in posts.keys { posts[name]?.saidDropped = outbox.state(of: name)?.dropped ?? 0 }
        for name in outbox.sinks where posts[name] == nil {
            let count = outbox.count(of: name)
            guard count > 0 else { continue }
            log.warning("outbox: \(count) reports wait for a sink \(name) that is no longer configured")
        }
        sayOutbox()
    }

    // MARK: What others ask

    var sinkNames: [String] { posts.keys.sorted() }
    func sink(_ name: String) -> Sink? { posts[name]?.sink }
    func deliveries(of name: String) -> Int { posts[name]?.deliveries ?? 0 }

    /// Why the deliveries to a sink fail, and since when; nil when they do not.
    func failure(of name: String) -> (reason: String, since: Timestamp?)? {
        posts[name].flatMap { post in post.schedule.failure.map { ($0, post.failedAt) } }
    }

    /// Puts the state into the queue of one sink, whatever its filter says, and has it sent at once. Nil when it was not kept.
    func putForTest(_ status: Status, for name: String) async -> ReportIdentity? {
        let now = clocks.boot()
        let happening = Happening(
            .heartbeat, at: .sinceBoot(now), regions: status.regions, event: EventReport(status))
        guard outbox.put(happening, for: [name]) else { return nil }
        posts[name]?.schedule.receiverIsBack()
        await alarms[name]?.ring()
        return outbox.waiting(for: name, .newestFirst, limit: 1).first?.id
    }

    var lastHeard: Outbox.Heard? { outbox.lastHeard }
    /// How long ago the last run heard the daemon; nil when nobody knows, because the clock has been wrong or is.
    func silence(since heard: Outbox.Heard, boot: String) -> Duration? {
        if heard.boot == boot { return heard.instant.duration(to: clocks.boot()) }
        guard let time = heard.time else { return nil }
        let silence = clocks.wall().duration(since: time)
        return silence < .zero ? nil : silence
    }

    func close() { outbox.close() }
}
