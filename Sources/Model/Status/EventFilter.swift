/// Which events a reader wants, beside the present state, which every reader gets first.
public struct EventFilter: OptionSet, Hashable, Sendable {
    /// One bit for each name, in the order of `EventReport.Name.allCases`, and one for `significant`.
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public init(_ names: some Sequence<EventReport.Name>) {
        self.init(names.map { EventFilter(rawValue: $0.bit) })
    }

    /// Everything that happens. How far the beacons are is not: that is measured, once a second, for those who ask.
    public static let all = EventFilter(EventReport.Name.allCases.filter { $0 != .beacons })
    /// CoreLocation's significant-change service: a location now and then, and nothing else.
    public static let significant = EventFilter(rawValue: 1 << 31)

    /// Not which events, but how they are told: as a reader with reduced precision is told them, whoever asks. It is for
    /// programs that pass on what they hear.
    public static let reduced = EventFilter(rawValue: 1 << 30)

    /// Several events by one word.
    private static let groups: [(word: String, names: [EventReport.Name])] = [
        ("regions", [.regionEntered, .regionExited]), ("visits", [.visitArrived, .visitDeparted]),
        ("motion", [.paused, .resumed]), ("guard", [.guardWarning, .guardAlarm, .guardBlind, .guardCleared]),
        ("trips", [.tripStarted, .tripEnded]),
    ]

    /// What a word may be.
    public static let words =
        EventReport.Name.allCases.map(\.rawValue) + groups.map(\.word) + [significantWord, reducedWord]
    private static let significantWord = "significant"
    private static let reducedWord = "reduced"

    /// Reads words such as `placemark regions`; none ask for everything. Throws the first one that is no such word.
    public init(parsing words: some Collection<Substring>) throws(WordError) {
        var filter: EventFilter = []
        var isReduced = false
        for word in words {
            if let name = EventReport.Name(rawValue: String(word)) {
                filter.formUnion([EventFilter([name])])
            } else if let group = Self.groups.first(where: { $0.word == word }) {
                filter.formUnion(EventFilter(group.names))
            } else if word == Self.significantWord {
                filter.formUnion(.significant)
            } else if word == Self.reducedWord {
                isReduced = true
            } else {
                throw .unknown(String(word))
            }
        }
        // Significant changes stand for themselves: with all the other locations they would not be seen.
        guard !filter.contains(.significant) || filter.isDisjoint(with: EventFilter([.location])) else {
            throw .notTogether
        }
        if filter.isEmpty { filter = .all }
        self = isReduced ? filter.union(.reduced) : filter
    }

    /// The filter in the words that `init(parsing:)` reads, with blanks between them; empty for `all`.
    public var arguments: String {
        let events = subtracting(.reduced)
        var words = events == .all ? [] : EventReport.Name.allCases.filter(includes).map(\.rawValue)
        if contains(.significant) { words.append(Self.significantWord) }
        if contains(.reduced) { words.append(Self.reducedWord) }
        return words.joined(separator: " ")
    }

    /// Whether the reader wants an event of this name.
    public func includes(_ name: EventReport.Name) -> Bool { rawValue & name.bit != 0 }

    /// Whether readers with reduced precision are ever told of anything in it.
    public var isForReducedReaders: Bool {
        contains(.significant) || EventReport.Name.allCases.contains { includes($0) && $0.isForReducedReaders }
    }

    /// Whether it has the events by which readers with reduced precision learn of an alarm where the operator wants that.
    package var mayTellOfAlarm: Bool { includes(.guardAlarm) || includes(.guardCleared) }

    /// What is wrong with the words.
    public enum WordError: Error, Hashable, Sendable, CustomStringConvertible {
        /// It stands for no event.
        case unknown(String)
        /// Significant changes, and every location.
        case notTogether

        public var description: String {
            switch self {
            case .unknown(let word):
                "there is no event '\(word)'; the events are: \(EventFilter.words.joined(separator: ", "))"
            case .notTogether: "'\(EventFilter.significantWord)' is instead of 'location': choose one of them"
            }
        }
    }
}

extension EventReport.Name {
    /// As `Event.isForReducedReaders` has it for the events of this name.
    fileprivate var isForReducedReaders: Bool {
        switch self {
        case .status, .location, .placemark, .timeZone, .source: true
        case .rejected, .geocode, .regionEntered, .regionExited, .visitArrived, .visitDeparted, .paused, .resumed,
            .heading, .compass, .guardWarning, .guardAlarm, .guardBlind, .guardCleared, .tripStarted, .tripEnded,
            .beacons, .beaconPlace:
            false
        }
    }

    fileprivate var bit: UInt32 { 1 << UInt32(Self.allCases.firstIndex(of: self) ?? 0) }
}
