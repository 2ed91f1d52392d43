import PlacemarkModel

/// What the command is still to be run for, and what it has been run for: every decision of an alarm.
///
/// - **Of the guard nothing is lost, and nothing comes twice.** Each of its events has an identity, which the daemon keeps
///   over restarts. One that is known already is an echo. One that `guard` tells of afterwards was missed.
/// - **Of what tells how things stand only the newest waits.** Other events wait one after the other, up to `most` of them.
/// - **One at a time.** An event that waits for its next try keeps no other one waiting.
struct AlarmQueue: Codable, Equatable, Sendable {
    /// An event that the command is to be run for.
    struct Entry: Codable, Equatable, Sendable {
        let number: Int
        let event: EventReport.Name
        /// As the command gets it.
        let line: String
        var failures = 0
        /// Not before this moment. It is not kept: after a restart there is nothing to wait for.
        var notBefore: BootInstant?

        enum CodingKeys: String, CodingKey { case number, event, line, failures }
    }

    /// What is to be done now.
    enum Step: Equatable {
        case run(Entry)
        /// Nothing; at this moment again, or when there is news.
        case wait(until: BootInstant?)
    }

    /// What becomes of an event after a run of the command.
    enum Outcome: Equatable {
        case done
        case again(failures: Int)
        case givenUp
    }

    /// How many events may wait. Those of a guard are never the ones to go.
    static let most = 100

    private(set) var entries: [Entry] = []
    /// The last events of the guard that are known; nil before the first look at it.
    private(set) var told: GuardNews?
    private var lastNumber = 0
    private var running: Int?

    enum CodingKeys: String, CodingKey { case entries, told, lastNumber }

    // MARK: What happens

    /// Takes an event that the daemon tells. Returns how many others had to go for it.
    @discardableResult mutating func take(_ event: EventReport, line: String, wanted: EventFilter) -> Int {
        if event.event.isOfGuard {
            let identity = event.guard?.told?[event.event]
            if let identity, identity == told?[event.event] { return 0 }
            told = told ?? GuardNews()
            told?[event.event] = identity
        }
        return wanted.includes(event.event) ? append(event.event, line) : 0
    }

    /// Takes how the guard stands, after a time in which events may have been missed. Of each kind only the last one is known.
    ///
    /// The very first time only an alarm that goes on is news.
    ///
    /// - Parameter line: the line of an event that has been missed.
    mutating func take(
        _ report: GuardReport, wanted: EventFilter, line: (EventReport.Name) -> String
    ) {
        let known = told
        told = report.told ?? known ?? GuardNews()
        for name in EventReport.Name.allCases where name.isOfGuard && wanted.includes(name) {
            guard let identity = report.told?[name], identity != known?[name] else { continue }
            if known != nil || name == report.state.event { append(name, line(name)) }
        }
    }

    @discardableResult private mutating func append(_ event: EventReport.Name, _ line: String) -> Int {
        if event.tellsHowThingsStand { entries.removeAll { $0.event == event && $0.number != running } }
        lastNumber += 1
        entries.append(Entry(number: lastNumber, event: event, line: line))
        guard entries.count > Self.most,
            let oldest = entries.firstIndex(where: { !$0.event.isOfGuard && $0.number != running })
        else { return 0 }
        entries.remove(at: oldest)
        return 1
    }

    // MARK: What is done

    func next(at now: BootInstant) -> Step {
        guard running == nil else { return .wait(until: nil) }
        if let entry = entries.first(where: { ($0.notBefore ?? now) <= now }) { return .run(entry) }
        return .wait(until: entries.compactMap(\.notBefore).min())
    }

    mutating func began(_ entry: Entry) { running = entry.number }

    /// The command has ended for the event that it was run for.
    mutating func ended(well: Bool, _ settings: AlarmSettings, at now: BootInstant) -> Outcome {
        defer { running = nil }
        guard let index = entries.firstIndex(where: { $0.number == running }) else { return .done }
        entries[index].failures += 1
        let failures = entries[index].failures
        if well || failures > settings.retries {
            entries.remove(at: index)
            return well ? .done : .givenUp
        }
        entries[index].notBefore = now.advanced(by: settings.retryAfter)
        return .again(failures: failures)
    }
}

extension EventReport.Name {
    var isOfGuard: Bool {
        switch self {
        case .guardWarning, .guardAlarm, .guardBlind, .guardCleared: true
        default: false
        }
    }

    /// Whether the next event of this name makes this one old news.
    fileprivate var tellsHowThingsStand: Bool {
        switch self {
        case .status, .location, .placemark, .heading, .compass, .source, .guardWarning, .guardAlarm, .guardBlind,
            .guardCleared, .beacons, .beaconPlace:
            true
        case .rejected, .geocode, .regionEntered, .regionExited, .visitArrived, .visitDeparted, .paused, .resumed,
            .timeZone, .tripStarted, .tripEnded:
            false
        }
    }
}

extension GuardState {
    /// The event with which an alarm or a warning has begun that goes on, and that nobody has acknowledged.
    fileprivate var event: EventReport.Name? {
        switch self {
        case .warning: .guardWarning
        case .alarm: .guardAlarm
        case .blind: .guardBlind
        case .off, .armed, .acknowledged: nil
        }
    }
}
