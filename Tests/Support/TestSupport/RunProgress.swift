import Glibc

/// How far the run is, on a terminal; nothing elsewhere.
public struct RunProgress {
    private let isTerminal = isatty(STDERR_FILENO) == 1

    public init() {}

    /// - Parameter share: 0…1.
    public func show(_ share: Double) {
        guard isTerminal else { return }
        let percent = Int(min(1, max(0, share)) * 100)
        let filled = percent / 5
        let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: 20 - filled)
        output("\r[\(bar)] \(percent) %")
    }

    /// Takes the bar away.
    public func finish() { if isTerminal { output("\r\u{1B}[K") } }

    private func output(_ text: String) {
        let bytes = Array(text.utf8)
        // Progress that cannot be shown is no reason to stop.
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
