import NIOCore
import LocationEngine
import PlacemarkModel
import SystemClocks

/// Events as they are sent. Each is encoded once for each precision, however many audiences there are: their filters are
/// the clients' choice, and must not multiply the work.
struct EventLines {
    private let entries: [EventJournal.Entry]
    /// The readers for whom other events have been lost.
    private let gaps: Set<Precision>
    private let present: (Audience) -> ByteBuffer
    /// For each entry its line, as far as somebody wanted it.
    private var encoded: [Int: [UInt8]] = [:]
    private var known: [Audience: Lines] = [:]

    /// The events for one audience.
    struct Lines {
        var bytes = ByteBuffer()
        var count = 0
    }

    /// - Parameters:
    ///   - gaps: the readers for whom other events have been lost.
    ///   - present: the present state, which they get instead of all.
    init(
        _ entries: some Sequence<EventJournal.Entry>, gaps: Set<Precision> = [],
        present: @escaping (Audience) -> ByteBuffer
    ) {
        self.entries = Array(entries)
        self.gaps = gaps
        self.present = present
    }

    /// What the audience gets.
    mutating func lines(for audience: Audience) -> Lines {
        if let known = known[audience] { return known }
        if gaps.contains(audience.precision) { return presentState(for: audience) }
        var lines = Lines()
        for (index, entry) in entries.enumerated() where entry.precision == audience.precision {
            guard var report = EventReport(entry.event, precision: audience.precision, filter: audience.filter) else {
                continue
            }
            if encoded[index] == nil { report.trip = report.trip?.withLocalTimes }
            // A filter decides whether there is a report, not what it says.
            let line = encoded[index] ?? JSONLine.encode(report)
            encoded[index] = line
            lines.bytes.writeBytes(audience.framing.bytes(line, report.event, id: entry.id))
            lines.count += 1
        }
        known[audience] = lines
        return lines
    }

    /// The same for every filter.
    private mutating func presentState(for audience: Audience) -> Lines {
        let audience = Audience(precision: audience.precision, framing: audience.framing)
        let lines = known[audience] ?? Lines(bytes: present(audience), count: 1)
        known[audience] = lines
        return lines
    }
}
