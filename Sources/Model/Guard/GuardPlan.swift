/// What is guarded.
public enum GuardKind: String, Codable, CaseIterable, Sendable {
    /// A boat at anchor: it swings, with wind and tide, as far as its chain lets it.
    case anchor
    /// A vehicle that is parked: it does not move at all.
    case parked
}

/// The directions from the centre in which the ring is narrower, because there is a shore: clockwise from one bearing to
/// the other, in degrees from true north.
public struct GuardSector: Codable, Hashable, Sendable {
    public let from, to: Double

    /// Returns nil when a bearing is not in 0…360, or both are the same.
    public init?(from: Double, to: Double) {
        guard (0...360).contains(from), (0...360).contains(to), from != to else { return nil }
        self.from = from
        self.to = to
    }

    /// Reads two bearings with a hyphen between them, such as `120-200` or `350°-20°`.
    public init?(parsing text: String) {
        let sides = text.split(separator: "-", omittingEmptySubsequences: false).map { Quantity.degrees(String($0)) }
        guard sides.count == 2, let from = sides[0], let to = sides[1] else { return nil }
        self.init(from: from, to: to)
    }

    private enum CodingKeys: String, CodingKey { case from, to }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let (from, to) = (
            try container.decode(Double.self, forKey: .from), try container.decode(Double.self, forKey: .to)
        )
        guard let sector = GuardSector(from: from, to: to) else {
            throw DecodingError.dataCorruptedError(
                forKey: .from, in: container, debugDescription: "a sector is between two bearings of 0 to 360 degrees")
        }
        self = sector
    }
}

/// Where the box has to stay: a ring round a centre, and a nearer one that warns.
public struct GuardPlan: Codable, Hashable, Sendable {
    /// A ring that is smaller than receivers are wrong guards nothing; one that is larger is a region.
    public static let radiiInMeters = 5.0...10_000.0
    /// Of the ring that warns, as a share of the other.
    package static let usualWarningShare = 0.8
    public static let longestGraceInSeconds = 600.0

    public let kind: GuardKind
    public let coordinate: Coordinate
    /// In metres.
    public let radius: Double
    /// Radius in metres of the ring that warns; within `sector` it is the one that alarms.
    public let warning: Double
    public let sector: GuardSector?
    /// For how many seconds the box may be outside until the alarm.
    public let grace: Double
    /// True when nobody has asked for it (`Parked=auto`); nil otherwise.
    public let automatic: Bool?

    /// - Parameter warning: in metres; nil for four fifths of the radius.
    /// - Throws: the sentence that tells which number cannot be.
    public init(
        _ kind: GuardKind, coordinate: Coordinate, radius: Double, warning: Double? = nil, sector: GuardSector? = nil,
        grace: Double = 0, automatic: Bool? = nil
    ) throws(GuardMistake) {
        guard Self.radiiInMeters.contains(radius) else { throw .radius }
        let warning = warning ?? (radius * Self.usualWarningShare).rounded(toDecimals: 1)
        guard warning > 0, warning <= radius else { throw .warning }
        guard (0...Self.longestGraceInSeconds).contains(grace) else { throw .grace }
        self.kind = kind
        self.coordinate = coordinate
        self.radius = radius
        self.warning = warning
        self.sector = sector
        self.grace = grace
        self.automatic = automatic
    }

    private enum CodingKeys: String, CodingKey { case kind, coordinate, radius, warning, sector, grace, automatic }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        do throws(GuardMistake) {
            self = try GuardPlan(
                Self.decoded { try container.decode(GuardKind.self, forKey: .kind) },
                coordinate: Self.decoded { try container.decode(Coordinate.self, forKey: .coordinate) },
                radius: Self.decoded { try container.decode(Double.self, forKey: .radius) },
                warning: Self.decoded { try container.decode(Double.self, forKey: .warning) },
                sector: Self.decoded { try container.decodeIfPresent(GuardSector.self, forKey: .sector) },
                grace: Self.decoded { try container.decode(Double.self, forKey: .grace) },
                automatic: Self.decoded { try container.decodeIfPresent(Bool.self, forKey: .automatic) })
        } catch {
            throw DecodingError.dataCorruptedError(
                forKey: .radius, in: container, debugDescription: error.description)
        }
    }

    private static func decoded<Value>(_ body: () throws -> Value) throws(GuardMistake) -> Value {
        do { return try body() } catch { throw .incomplete }
    }
}

/// Why a guard cannot be as it was asked for.
public enum GuardMistake: Error, Hashable, Sendable, CustomStringConvertible {
    case radius, warning, grace, direction, incomplete
    /// Nobody has said where to guard the box, and it does not know where it is.
    case noPosition
    /// There is no guard.
    case isOff
    /// There is nothing to acknowledge.
    case isQuiet

    public var description: String {
        switch self {
        case .radius: "the radius of a guard is from 5 m to 10 km"
        case .warning: "the radius of the ring that warns is at most that of the guard"
        case .grace: "the grace time is at most 10 min"
        case .direction: "a bearing (0° to 360°) and a distance (up to 1000 m) go together"
        case .incomplete: "a guard needs a position, a radius, a warning radius and a grace time"
        case .noPosition: "there is no position now: wait for one, or say where the centre is (at=LAT,LON)"
        case .isOff: "there is no guard"
        case .isQuiet: "there is no alarm to acknowledge"
        }
    }
}
