import Glibc
import Synchronization

/// Tells on stderr how far a build is, once it has taken longer than two seconds: a bar on a terminal, lines otherwise.
package final class BuildProgress: Sendable {
    private struct State {
        var step = ""
        var lastShown: ContinuousClock.Instant?
        var lastLine = ""
    }

    private let isTerminal: Bool
    /// How long nothing is shown at first, and then between two lines.
    private let patience, pause: Duration
    private let show: @Sendable (String) -> Void
    private let start = ContinuousClock.now
    private let state = Mutex(State())

    package convenience init() {
        let isTerminal = isatty(STDERR_FILENO) == 1
        // A bar may move often; lines stay, so there are few.
        self.init(
            isTerminal: isTerminal, patience: .seconds(2), pause: isTerminal ? .milliseconds(100) : .seconds(2)
        ) { StandardError.write($0) }
    }

    init(isTerminal: Bool, patience: Duration, pause: Duration, show: @escaping @Sendable (String) -> Void) {
        (self.isTerminal, self.patience, self.pause, self.show) = (isTerminal, patience, pause, show)
    }

    /// Says what happens from now on (nil: the same as before), at this share (0…1) of the whole.
    func report(_ share: Double, _ step: String? = nil) {
        let now = ContinuousClock.now
        state.withLock { state in
            state.step = step ?? state.step
            guard now - start >= patience, state.lastShown.map({ now - $0 >= pause }) ?? true else { return }
            let line = Self.line(share, state.step, isTerminal: isTerminal)
            guard line != state.lastLine else { return }
            show(isTerminal ? "\r\u{1B}[K\(line)" : "\(line)\n")
            (state.lastShown, state.lastLine) = (now, line)
        }
    }

    /// Takes the bar away.
    package func finish() {
        state.withLock { state in
            if isTerminal && state.lastShown != nil { show("\r\u{1B}[K") }
            state.lastShown = nil
        }
    }

    static func line(_ share: Double, _ step: String, isTerminal: Bool) -> String {
        let percent = Int((min(1, max(0, share)) * 100).rounded())
        guard isTerminal else { return "\(percent) % \(step)" }
        let filled = percent / 5
        return "[" + String(repeating: "#", count: filled) + String(repeating: " ", count: 20 - filled)
            + "] \(percent) % \(step)"
    }
}

/// What a person reads beside the output.
package enum StandardError {
    /// Writes the text. What cannot be shown is not a reason to stop.
    package static func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
