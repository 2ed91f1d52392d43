/// A line on a terminal that tells how much is done. Says nothing elsewhere.
struct ProgressBar {
    private let total: Double
    private let inWords: (Double) -> String
    private let isShown = Terminal.isErrorTerminal
    private var shown = -1

    /// - Parameter inWords: an amount as people read it.
    init(total: Double, inWords: @escaping (Double) -> String) {
        self.total = max(total, 1)
        self.inWords = inWords
    }

    mutating func show(_ done: Double) {
        let percent = Int(min(100, max(0, done / total * 100)))
        guard isShown, percent != shown else { return }
        shown = percent
        let bar = String(repeating: "#", count: percent / 5) + String(repeating: ".", count: 20 - percent / 5)
        Terminal.error(
            "\r[\(bar)] \(Words.rightAligned("\(percent)", width: 3)) %  \(inWords(done)) of \(inWords(total)) ",
            terminator: "")
    }

    /// Makes room for a line of its own. The next `show` draws the progress anew.
    mutating func interrupt() {
        guard isShown, shown >= 0 else { return }
        Terminal.error("\r\u{1b}[K", terminator: "")
        shown = -1
    }

    func finish() { if isShown, shown >= 0 { Terminal.error("") } }
}
