import LocationEngine
import PlacemarkModel

/// The place of an event among those that readers with one precision are told of in one run of the daemon, as they know
/// it: `9f2c01ab-42`.
struct EventID: Hashable, CustomStringConvertible {
    /// Tells this run, and this precision, from others, whose numbers mean nothing here.
    let run: UInt32
    /// Counts from 1; 0 stands before the first event.
    let number: UInt64

    var description: String { "\(String(run, radix: 16))-\(number)" }

    init(run: UInt32, number: UInt64) {
        self.run = run
        self.number = number
    }

    /// Reads what `description` has written. Returns nil for anything else.
    init?(parsing text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let run = UInt32(parts[0], radix: 16), let number = UInt64(parts[1]) else { return nil }
        self.init(run: run, number: number)
    }
}

/// The last events of this run that readers with one precision are told of, so that a reader who was away for a moment
/// misses none.
struct EventJournal {
    /// How many events are kept.
    static let capacity = 256

    /// An event and its place.
    struct Entry {
        let id: EventID
        /// Of the readers for whom this is its place.
        let precision: Precision
        let event: Event
    }

    private let precision: Precision
    /// The place of the newest event.
    private(set) var newest: EventID
    private var entries: [Entry] = []

    init(of precision: Precision, run: UInt32) {
        self.precision = precision
        newest = EventID(run: run, number: 0)
    }

    /// Gives the events that are for these readers their places. Returns them with these.
    ///
    /// - Parameter afterGap: whether others that came before them have been lost. What is kept begins anew then.
    mutating func append(_ events: [Event], afterGap: Bool = false) -> [Entry] {
        if afterGap {
            // One place for all that was lost: a reader that has the event before the gap does not have the one after it.
            newest = EventID(run: newest.run, number: newest.number + 1)
            entries = []
        }
        let new = events.filter { precision == .precise || $0.isForReducedReaders }.map { event in
            newest = EventID(run: newest.run, number: newest.number + 1)
            return Entry(id: newest, precision: precision, event: event)
        }
        entries = (entries + new).suffix(Self.capacity)
        return new
    }

    /// What came after an event; nil when it cannot be told any more, because the event is of another run or has been
    /// forgotten.
    func entries(after id: EventID) -> ArraySlice<Entry>? {
        guard id.run == newest.run, id.number <= newest.number else { return nil }
        let count = newest.number - id.number
        return count <= UInt64(entries.count) ? entries.suffix(Int(count)) : nil
    }
}

/// The journals for all readers, one for each precision. In a common one the places of what reduced readers are told would
/// count what they are not told: each fix, and each kilometre.
struct EventJournals {
    private var precise: EventJournal
    private var reduced: EventJournal

    init(run: UInt32) {
        precise = EventJournal(of: .precise, run: run)
        reduced = EventJournal(of: .reduced, run: ~run)
    }

    subscript(precision: Precision) -> EventJournal { precision == .precise ? precise : reduced }

    /// Gives the events their places: an event for all readers has two.
    ///
    /// - Parameter gaps: the readers for whom others that came before these have been lost.
    mutating func append(_ events: [Event], gaps: Set<Precision> = []) -> [EventJournal.Entry] {
        precise.append(events, afterGap: gaps.contains(.precise))
            + reduced.append(events, afterGap: gaps.contains(.reduced))
    }
}
