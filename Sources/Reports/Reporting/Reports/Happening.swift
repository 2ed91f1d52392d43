public import PlacemarkModel

/// Something to report before it has a number: what the daemon told, and when.
public struct Happening: Hashable, Sendable {
    /// When it happened, by the clock that is known.
    public enum Moment: Hashable, Sendable {
        /// In this boot.
        case sinceBoot(BootInstant)
        /// The daemon has kept it with its time.
        case civil(Timestamp)
    }

    public var kind: ReportKind
    public var moment: Moment
    public var regions: [String]?
    public var event: EventReport?
    public var missedSince: Timestamp?

    public init(
        _ kind: ReportKind, at moment: Moment, regions: [String]? = nil, event: EventReport? = nil,
        missedSince: Timestamp? = nil
    ) {
        self.kind = kind
        self.moment = moment
        self.regions = regions
        self.event = event
        self.missedSince = missedSince
    }

    /// The whole state, in this boot.
    public init(_ state: Status, at now: BootInstant) {
        self.init(.heartbeat, at: .sinceBoot(now), regions: state.regions, event: EventReport(state))
    }

    /// The report of it.
    ///
    /// - Parameter boot: of the boot in which it happened.
    func report(_ id: ReportIdentity, boot: BootTime) -> Report {
        let (happenedAt, isSuspect) =
            switch moment {
            case .sinceBoot(let instant): (boot.time(of: instant), boot.isSuspect)
            case .civil(let time): (time, false)
            }
        let location = event?.location ?? event?.status?.location
        return Report(
            id: id, kind: kind, happenedAt: happenedAt, takenAt: location?.takenAt(seenAt: happenedAt),
            isTimeSuspect: isSuspect, regions: regions, event: event, missedSince: missedSince)
    }
}

extension LocationReport {
    /// When it was taken: by the receiver's clock where that can be right, otherwise by its age.
    fileprivate func takenAt(seenAt now: Timestamp) -> Timestamp {
        if let timestamp, timestampSuspect != true { return timestamp }
        // An age of more than the 292 years that a timestamp spans is none.
        return now.advanced(by: .seconds(min(9e9, max(0, age)) * -1)) ?? now
    }
}

/// As the outbox keeps it: all but its moment, which has columns of its own.
extension Happening {
    struct Content: Codable {
        var regions: [String]?
        var event: EventReport?
        var missedSince: Timestamp?
    }

    var content: Content { Content(regions: regions, event: event, missedSince: missedSince) }

    init(_ kind: ReportKind, at moment: Moment, _ content: Content) {
        self.init(
            kind, at: moment, regions: content.regions, event: content.event, missedSince: content.missedSince)
    }
}
