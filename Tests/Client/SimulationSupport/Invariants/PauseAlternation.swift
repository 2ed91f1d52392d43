import LocationEngine
import PlacemarkModel

/// `paused` and `resumed` alternate, beginning with `paused`, and `motion` says the same.
struct PauseAlternation: Invariant {
    private var isPaused = false

    mutating func check(_ step: Step, _ violations: inout Violations) {
        guard step.publicationCount > 0 else { return }
        for event in step.news {
            switch event.kind {
            case .paused:
                if isPaused { complain("paused twice", step, &violations) }
                isPaused = true
            case .resumed:
                if !isPaused { complain("resumed without a pause", step, &violations) }
                isPaused = false
            default: break
            }
        }
        let motion = step.publication?.snapshot.motion
        if isPaused, motion == .moving { complain("paused and moving", step, &violations) }
        if !isPaused, motion == .stationary { complain("stationary without a pause", step, &violations) }
    }

    private func complain(_ text: @autoclosure () -> String, _ step: Step, _ violations: inout Violations) {
        violations.add("pauses alternate", at: step.now, text())
    }
}
