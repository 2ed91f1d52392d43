import PlacemarkModel
import Reporting

/// What `placemarkctl reports` asks.
extension Reporter {
    /// How all sinks are.
    func report() -> ReporterReport {
        ReporterReport(
            sinks: sinkNames.compactMap { report(of: $0) }, outboxFailure: outbox.figures.failure,
            lost: outbox.figures.unwritten + outbox.figures.damaged)
    }

    private func report(of name: String) -> SinkReport? {
        guard let sink = sink(name), let queue = outbox.state(of: name) else { return nil }
        let failure = failure(of: name)
        var report = SinkReport(
            name: name, state: failure != nil ? .failing : queue.waiting > 0 ? .delivering : .idle,
            type: sink.settings.transport?.rawValue ?? "", format: sink.settings.format.rawValue,
            precision: sink.settings.precision)
        (report.waiting, report.sizeInBytes, report.oldest) = (queue.waiting, queue.sizeInBytes, queue.oldest)
        (report.acknowledged, report.lastAcknowledgement) = (queue.acknowledged, queue.lastAcknowledgedAt)
        (report.refused, report.aside, report.dropped) = (queue.refused, queue.aside, queue.dropped)
        (report.error, report.failingSince) = (failure?.reason, failure?.since)
        report.warnings = warning(of: name).map { [$0] }
        return report
    }

    /// Forgets what waits for a sink, or for all, also for those that are no longer configured. Nil when the outbox cannot be
    /// written.
    func clear(_ name: String?) -> Int? { outbox.clear(name) }

    /// Whether the outbox has ever had a report for a sink of this name, or there is one.
    func knows(_ name: String) -> Bool { sink(name) != nil || outbox.sinks.contains(name) }

    /// Sends the present state to a sink, and says what has come of it. What waits before it goes first, unless the sink has
    /// the newest reports first.
    func test(_ name: String, _ status: Status) async -> SinkTestReport {
        guard let report = await putForTest(status, for: name) else {
            return SinkTestReport(.failed, "the outbox cannot be written: \(outbox.figures.failure ?? "no room")")
        }
        let (before, deadline) = (deliveries(of: name), ContinuousClock.now + Self.testPatience)
        let refused = outbox.state(of: name)?.refused ?? 0
        while ContinuousClock.now < deadline, !Task.isCancelled {
            if !outbox.isWaiting(report, for: name) {
                let isRefused = (outbox.state(of: name)?.refused ?? 0) > refused
                return isRefused
                    ? SinkTestReport(.refused, "the receiver does not take it; the log says why")
                    : SinkTestReport(.acknowledged, warning(of: name).map { "but \($0)" })
            }
            if deliveries(of: name) > before, let failure = failure(of: name) {
                return SinkTestReport(.failed, failure.reason)
            }
            try? await Task.sleep(for: .milliseconds(50))
        }
        return SinkTestReport(
            .unanswered,
            "it waits behind \(max(0, outbox.count(of: name) - 1)) other reports, or for the receiver's answer")
    }

    /// Puts the state into the queue of one sink, whatever its filter says, and has it sent at once. Nil when it was not kept.
    private func putForTest(_ status: Status, for name: String) async -> ReportIdentity? {
        let now = clocks.boot()
        guard outbox.put(Happening(status, at: now), for: [name]) else { return nil }
        // Before anything else can run: it may be delivered at once.
        let report = outbox.waiting(for: name, .newestFirst, limit: 1).first?.id
        posts[name]?.schedule.receiverIsBack()
        await alarms[name]?.ring()
        return report
    }

    /// Why a sink learns less than its file says; nil when it learns all of it.
    private func warning(of name: String) -> String? {
        isReduced && sink(name)?.settings.precision == .precise ? Self.reduced : nil
    }

    /// Why the deliveries to a sink fail, and since when; nil when they do not.
    private func failure(of name: String) -> (reason: String, since: Timestamp?)? {
        posts[name].flatMap { post in post.schedule.failure.map { ($0, post.failedAt) } }
    }

    /// Deliveries to a sink that have ended, in whatever way.
    private func deliveries(of name: String) -> Int { posts[name]?.deliveries ?? 0 }

    private static let testPatience: Duration = .seconds(30)
}
