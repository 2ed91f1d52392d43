import PlacemarkModel
import Reporting

/// What is sent, and what became of it.
extension Reporter {
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

    /// Takes these from the queue of a sink that may not know them. They count as delivered, and say nothing of the receiver.
    func withhold(_ reports: [ReportIdentity], from name: String) {
        outbox.acknowledge(reports, of: name, at: clocks.wall())
        sayOutbox()
    }

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
}
