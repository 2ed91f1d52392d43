import FoundationEssentials
public import PlacemarkModel

/// An event of the daemon as it goes to receivers, perhaps much later: with an identity, and with times instead of ages.
public struct Report: Hashable, Sendable {
    public var id: ReportIdentity
    public var kind: ReportKind
    /// When the event reached the reporter. The ages in `event` count back from here.
    public var happenedAt: Timestamp
    /// When the location in the event was taken: by the receiver's clock where that can be believed, otherwise by this
    /// machine's. The same as `happenedAt` where there is no location.
    public var takenAt: Timestamp
    /// True when this machine's clock was wrong and nobody has set it since: `happenedAt` then says no more than the order,
    /// and `takenAt` likewise unless the receiver has told it.
    public var isTimeSuspect: Bool
    /// The identifiers of the regions that the machine was in, in alphabetical order; nil where that is not known.
    public var regions: [String]?
    /// What the daemon told. For a heartbeat its `status`; nil for `missed`, of which nobody knows what it was.
    public var event: EventReport?
    /// The moment from which on nothing is known, until `happenedAt`. Of `missed` only, and nil there when no report was
    /// ever made before.
    public var missedSince: Timestamp?

    public init(
        id: ReportIdentity, kind: ReportKind, happenedAt: Timestamp, takenAt: Timestamp? = nil,
        isTimeSuspect: Bool = false, regions: [String]? = nil, event: EventReport? = nil, missedSince: Timestamp? = nil
    ) {
        self.id = id
        self.kind = kind
        self.happenedAt = happenedAt
        self.takenAt = takenAt ?? happenedAt
        self.isTimeSuspect = isTimeSuspect
        self.regions = regions
        self.event = event
        self.missedSince = missedSince
    }

    /// The location of the event, or the one of its status.
    public var location: LocationReport? { event?.location ?? event?.status?.location }

    /// The placemark of the event, or the one of its status.
    public var placemark: PlacemarkReport? { event?.placemark ?? event?.status?.placemark }
}

/// As one object: the keys of a line of `watch`, and beside them `id`, `report` (the kind), `happenedAt`, `takenAt`,
/// `timeSuspect` where it is true, `regions` and `missedSince`.
extension Report: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, report, happenedAt, takenAt, timeSuspect, regions, missedSince, event
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(ReportIdentity.self, forKey: .id),
            kind: try container.decode(ReportKind.self, forKey: .report),
            happenedAt: try container.decode(Timestamp.self, forKey: .happenedAt),
            takenAt: try container.decode(Timestamp.self, forKey: .takenAt),
            isTimeSuspect: try container.decodeIfPresent(Bool.self, forKey: .timeSuspect) ?? false,
            regions: try container.decodeIfPresent([String].self, forKey: .regions),
            event: container.contains(.event) ? try EventReport(from: decoder) : nil,
            missedSince: try container.decodeIfPresent(Timestamp.self, forKey: .missedSince))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(kind, forKey: .report)
        try container.encode(happenedAt, forKey: .happenedAt)
        try container.encode(takenAt, forKey: .takenAt)
        if isTimeSuspect { try container.encode(true, forKey: .timeSuspect) }
        try container.encodeIfPresent(regions, forKey: .regions)
        try container.encodeIfPresent(missedSince, forKey: .missedSince)
        try event?.encode(to: encoder)
    }

    /// The object as JSON, without a newline.
    public var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(self))
        } catch {
            // Only a number that is not finite cannot be encoded, and a report was JSON before.
            preconditionFailure("a report cannot be encoded")
        }
    }
}
