import LocationEngine
import PlacemarkModel

/// The source goes from state to state as `SourceState` documents it, one state at a time, and each event is
/// news.
///
/// A receiver that flaps does not make it flap: it ceases to be live when the last fix is five seconds old and not
/// before, unless it is told that the receiver has gone.
struct SourceStates: Invariant {
    private var state = SourceState.connecting
    private var reason: String?
    private var lastFix: BootInstant?

    private static let shortestSilence = Duration.seconds(5)

    mutating func check(_ step: Step, _ violations: inout Violations) {
        var changes = 0
        for event in step.news {
            guard case .source(let source) = event.kind else { continue }
            changes += 1
            check(source, step, &violations)
            (state, reason) = (source.state, source.reason)
        }
        if changes > 1 { complain("\(changes) states at once", step, &violations) }
        lastFix = step.location?.receivedAt ?? lastFix
        guard let shown = step.publication?.snapshot.source, shown.state != state || shown.reason != reason else {
            return
        }
        complain("\(shown.state.rawValue) is shown, and \(state.rawValue) was reported", step, &violations)
        (state, reason) = (shown.state, shown.reason)
    }

    private func check(_ source: SourceMonitor, _ step: Step, _ violations: inout Violations) {
        if source.state == state, source.reason == reason { complain("nothing has changed", step, &violations) }
        if source.state != state, !Self.successors(of: state).contains(source.state) {
            complain("from \(state.rawValue) to \(source.state.rawValue)", step, &violations)
        }
        if source.since > step.now { complain("in this state since the future", step, &violations) }
        guard state == .live, source.state != .live, !isTold(step), let lastFix else { return }
        let silence = lastFix.duration(to: step.now)
        if silence < Self.shortestSilence { complain("not live any more after \(silence)", step, &violations) }
    }

    private func isTold(_ step: Step) -> Bool {
        switch step.input {
        case .source(.disconnected), .source(.deviceLost): true
        default: false
        }
    }

    private static func successors(of state: SourceState) -> [SourceState] {
        switch state {
        case .connecting: [.waiting, .disconnected]
        case .disconnected: [.waiting]
        case .waiting: [.noFix, .live, .lost, .disconnected]
        case .noFix: [.live, .lost, .disconnected]
        case .live: [.stale, .noFix, .lost, .disconnected]
        case .stale: [.live, .noFix, .lost, .disconnected]
        case .lost: [.live, .noFix, .disconnected]
        }
    }

    private func complain(_ text: @autoclosure () -> String, _ step: Step, _ violations: inout Violations) {
        violations.add("source states", at: step.now, text())
    }
}
