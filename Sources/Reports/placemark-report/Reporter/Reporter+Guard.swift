import PlacemarkModel
import Reporting

/// The guard: its events, each once, and how it stands, for who shows that.
extension Reporter {
    private func wantsGuard(_ precision: Precision) -> Bool {
        precision == .precise
            && posts.values.contains { $0.sink.settings.precision == .precise && $0.filter.rules.kinds.hasGuard }
    }

    /// Takes an event of the guard as the precise readers are told it, unless it has been told.
    func takeGuard(_ kind: ReportKind, _ event: EventReport, at now: BootInstant) async {
        guardEvents += 1
        guard wantsGuard(.precise) else { return }
        var told = guardTold
        guard told.take(event) else { return }
        let happening = Happening(
            kind, at: .sinceBoot(now), regions: states[.precise]?.regions?.sorted(), event: event)
        await put(
            filtered(happening, .precise, at: now), heardUntil: recovering.isEmpty ? now : nil, guarding: told)
        await pulses[.precise]?.ring()
    }

    /// Whether to ask the daemon how its guard stands: nil for not, otherwise what `takeGuard` wants to know beside the answer.
    ///
    /// While the past is being made up for nobody asks, as with `pulse`.
    func questionOfGuard(_ status: Status, _ precision: Precision) async -> Int? {
        guard wantsGuard(precision), status.precision == .precise, !recovering.contains(precision) else { return nil }
        guard status.guardState == .off, !guardTold.isOn else { return guardEvents }
        // From now on it is known that nothing is guarded: what comes later is news.
        await takeGuard(GuardReport(.off), status, question: guardEvents)
        return nil
    }

    /// Takes how the guard stands. Tells what it has told while nobody listened; and how it stands, to those who show that.
    ///
    /// - Parameters:
    ///   - status: the whole state that led to the question.
    ///   - question: if an event has come since, the answer may be older than that, and is left.
    func takeGuard(_ report: GuardReport, _ status: Status, question: Int) async {
        guard question == guardEvents else { return }
        let now = clocks.boot()
        var (told, entries): (GuardTold, [Outbox.Entry]) = (guardTold, [])
        for name in told.take(report) {
            guard let kind = ReportKind(name) else { continue }
            let event = EventReport(missed: name, report, status.location)
            entries += filtered(
                Happening(kind, at: .sinceBoot(now), regions: status.regions, event: event), .precise, at: now)
        }
        if report.state != .off {
            var state = Happening(status, at: now)
            state.event?.guard = report
            entries += filtered(state, .precise, at: now) {
                $0.sink.settings.format.showsGuard && $0.filter.rules.kinds.hasGuard
            }
        }
        await put(entries, guarding: told == guardTold ? nil : told)
    }
}

extension EventReport {
    /// An event that nobody has heard, with what is so now.
    fileprivate init(missed name: Name, _ report: GuardReport, _ location: LocationReport?) {
        self.init(name, elapsed: .zero)
        (elapsed, self.guard, self.location) = (nil, report, location)
    }
}
