import PlacemarkCore

/// The place of an event among all of one run of the daemon, as readers know it: `9f2c01ab-42`.
struct EventID: Hashable, CustomStringConvertible {
    /// Tells this run from others, whose numbers mean nothing here.
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

/// The last events of this run, so that a reader who was away for a moment misses none.
struct EventJournal {
    /// How many events are kept.
    static let capacity = 256

    /// An event and its place.
    struct Entry {
        let id: EventID
        let event: Event
    }

    /// The place of the newest event.
    private(set) var newest: EventID
    private var entries: [Entry] = []

    init(run: UInt32) { newest = EventID(run: run, number: 0) }

    /// Gives the events their places. Returns them with these.
    mutating func append(_ events: [Event]) -> [Entry] {
        let new = events.map { event in
            newest = EventID(run: newest.run, number: newest.number + 1)
            return Entry(id: newest, event: event)
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
