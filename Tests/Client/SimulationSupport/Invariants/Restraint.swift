import LocationEngine
import PlacemarkModel

/// The machine keeps still when nothing happens: a bounded number of actions for each input, and timers that lead on.
struct Restraint: Invariant {
    /// Beside one event for each region there is.
    private static let mostActions = 20
    private static let mostEvents = 20
    private static let mostTimersAtOnce = 3

    private let regionCount: Int
    private var lastTimer: BootInstant?
    private var timersAtOnce = 0
    /// Of the last event.
    private var lastElapsed = Duration.zero

    init(regionCount: Int) { self.regionCount = regionCount }

    mutating func check(_ step: Step, _ violations: inout Violations) {
        if step.actionCount > Self.mostActions + regionCount {
            complain("\(step.actionCount) actions", step, &violations)
        }
        if step.events.count > Self.mostEvents + regionCount {
            complain("\(step.events.count) events", step, &violations)
        }
        if case .timer = step.input {
            timersAtOnce = lastTimer == step.now ? timersAtOnce + 1 : 1
            lastTimer = step.now
            if timersAtOnce > Self.mostTimersAtOnce {
                complain("the timer fires for the \(timersAtOnce)th time at this moment", step, &violations)
            }
        }
        for index in step.events.indices {
            let (moment, elapsed) = (step.events[index].at, step.events[index].elapsed)
            if moment != step.now { complain("an event of another moment", step, &violations) }
            if elapsed < lastElapsed { complain("the elapsed time runs backwards", step, &violations) }
            lastElapsed = elapsed
        }
    }

    private func complain(_ text: @autoclosure () -> String, _ step: Step, _ violations: inout Violations) {
        violations.add("restraint", at: step.now, text())
    }
}
