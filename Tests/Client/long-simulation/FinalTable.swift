import LocationEngine
import PlacemarkModel
import SimulationSupport

/// What has happened in a run, in two columns.
struct FinalTable {
    let text: String

    init(_ run: SimulatedRun, memory: MemoryWatch) {
        let tally = run.tally
        let rejected = tally.rejected.sorted { $0.key.rawValue < $1.key.rawValue }
        let geocodes = tally.geocodes.sorted { $0.key.rawValue < $1.key.rawValue }
        var rows = [
            ("processor time", "\(ProcessorTime.now.inSeconds.rounded(toDecimals: 1)) s"),
            ("steps", "\(tally.steps)"),
            ("reports of receivers", "\(tally.fixes)"),
            ("  accepted", "\(tally.accepted)"),
        ]
        rows += rejected.map { ("  \($0.key.rawValue)", "\($0.value)") }
        rows += [
            ("locations delivered", "\(tally.locations)"),
            ("geocodes", "\(tally.geocodes.values.reduce(0, +))"),
        ]
        rows += geocodes.map { ("  \($0.key.rawValue)", "\($0.value)") }
        rows += [
            ("placemarks", "\(tally.placemarks)"),
            ("region events", "\(tally.regionsEntered) entered, \(tally.regionsExited) exited"),
            ("visits", "\(tally.visits)"),
            ("pauses", "\(tally.pauses)"),
            ("time zones", "\(tally.timeZones)"),
            ("changes of the source", "\(tally.sourceChanges)"),
            ("faults", "\(Fault.allCases.reduce(0) { $0 + tally.faults[$1] })"),
        ]
        rows += Fault.allCases.map { ("  \($0.rawValue)", "\(tally.faults[$0])") }
        if let early = memory.early {
            rows.append(("memory", "\(Words.megabytes(early)), \(Words.megabytes(memory.last)) at the end"))
        }
        rows.append(("digest", "\(run.digest)"))
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        text = rows.map { $0.0 + String(repeating: " ", count: width - $0.0.count) + $0.1 }.joined(separator: "\n")
    }
}

/// Numbers with their units.
enum Words {
    static func days(_ duration: Duration) -> String { "\((duration.inSeconds / 86_400).rounded(toDecimals: 3)) days" }
    static func megabytes(_ number: Double) -> String { "\(number.rounded(toDecimals: 1)) MB" }
}
