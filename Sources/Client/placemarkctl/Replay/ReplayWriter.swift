import PlacemarkModel
import Recordings
import Replay

/// Writes what a replay brings about to standard output: JSON, or text for people.
struct ReplayWriter {
    private let isForPeople: Bool
    private let hasEvents: Bool
    private let line = EventLine()
    private var bytes: [UInt8] = []
    private var pace = ProgressPace()

    init(isForPeople: Bool, hasEvents: Bool) {
        self.isForPeople = isForPeople
        self.hasEvents = hasEvents
    }

    /// Whether a person sees the events go by, so that a progress bar would only be in their way.
    var isWatched: Bool { hasEvents && Terminal.isOutputTerminal }

    mutating func write(_ event: EventReport) {
        guard hasEvents else { return }
        if isForPeople {
            bytes += "\(EventText.line(ofReplay: event))\n".utf8
        } else {
            line.append(event, to: &bytes)
        }
    }

    /// Leaves it out when the last one was a moment ago.
    mutating func write(_ progress: ReplayProgress) {
        guard pace.isDue(at: .now) else { return }
        bytes += "\(JSON.line(progress))\n".utf8
    }

    mutating func write(_ question: ReplayQuestion) throws(CommandFailure) {
        bytes += "\(JSON.line(question))\n".utf8
        try flush()
    }

    mutating func write(_ summary: TripSummary) throws(CommandFailure) {
        bytes += "\(isForPeople ? ReplayTable.text(summary) : JSON.line(summary))\n".utf8
        try flush()
    }

    mutating func write(_ comparison: TripComparison) throws(CommandFailure) {
        bytes += "\(isForPeople ? ReplayTable.text(comparison) : JSON.line(comparison))\n".utf8
        try flush()
    }

    mutating func write(_ streets: StreetsReport) throws(CommandFailure) {
        bytes += "\(isForPeople ? ReplayTable.text(streets) : JSON.line(streets))\n".utf8
        try flush()
    }

    mutating func write(_ trips: TripsReport) throws(CommandFailure) {
        bytes += "\(isForPeople ? TripTable.text(trips) : JSON.line(trips))\n".utf8
        try flush()
    }

    /// Hands on what has been written so far.
    mutating func flush() throws(CommandFailure) {
        guard !bytes.isEmpty else { return }
        try Terminal.write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}

/// Tells of the damage in a recording on standard error, up to a number of lines, and then how much more there is.
struct DamageWriter {
    let file: String
    private(set) var count = 0
    /// Whether some of it can be read with `--dates`.
    private(set) var lacksDateOrder = false

    /// Less than a screen.
    private static let mostLines = 20

    init(file: String) { self.file = file }

    mutating func write(_ damage: RecordingDamage, beside progress: inout ProgressBar) {
        count += 1
        if damage.lacksDateOrder { lacksDateOrder = true }
        guard count <= Self.mostLines else { return }
        progress.interrupt()
        Terminal.complain("\(file):\(damage)")
    }

    func finish() {
        if count > Self.mostLines { Terminal.complain("\(file): and \(count - Self.mostLines) more like these") }
    }
}
