/// An area that is watched, and what its border reports: CoreLocation's `CLRegion`.
public struct Region: Hashable, Sendable {
    /// Tells one region from another: of two with the same identifier the later one counts.
    public var identifier: String
    public var shape: Shape
    /// Whether entering is an event.
    public var notifyOnEntry: Bool
    /// Whether leaving is an event.
    public var notifyOnExit: Bool
    /// How long the box must be inside until it counts as entered.
    public var dwell: Duration
    /// The beacons that it is about: CoreLocation's `CLBeaconRegion`. The box is inside while one of them is heard, and the
    /// shape only says where they are. Nil for a region that is about its ground.
    public var beacon: BeaconConstraint?
    /// How long no beacon must be heard until the region is left.
    public var exitAfter: Duration

    /// The ground that a region covers.
    public enum Shape: Hashable, Sendable {
        /// All within a distance of its center.
        case circle(center: Coordinate, radiusInMeters: Double)
        /// One or more polygons, of which none overlaps another.
        case polygons([Polygon])
        /// Nobody has said where it is: for regions that name a beacon.
        case unlocated
    }

    /// A ring, and the rings of its holes. Rings are not closed (the first vertex is not repeated), have at least three
    /// vertices, and their sides take the short way across the antimeridian.
    public struct Polygon: Hashable, Sendable {
        public var exterior: [Coordinate]
        public var holes: [[Coordinate]]

        public init(exterior: [Coordinate], holes: [[Coordinate]] = []) {
            self.exterior = exterior
            self.holes = holes
        }
    }

    public init(
        identifier: String, shape: Shape, notifyOnEntry: Bool = true, notifyOnExit: Bool = true,
        dwell: Duration = .zero,
        beacon: BeaconConstraint? = nil, exitAfter: Duration = Self.usualSilence
    ) {
        self.identifier = identifier
        self.shape = shape
        self.notifyOnEntry = notifyOnEntry
        self.notifyOnExit = notifyOnExit
        self.dwell = dwell
        self.beacon = beacon
        self.exitAfter = exitAfter
    }

    /// As CoreLocation has it.
    public static let usualSilence = Duration.seconds(30)
}

/// Where the box is, seen from one region: CoreLocation's `CLRegionState`.
public enum RegionState: String, Codable, CaseIterable, Sendable {
    case inside, outside
    /// No fix has told yet, or none that was accurate enough.
    case unknown
}

extension Region {
    /// What fixes are held against: nothing when beacons decide.
    package var ground: Shape { beacon == nil ? shape : .unlocated }

    /// How many corners its polygons have; 0 for a circle.
    package var cornerCount: Int {
        guard case .polygons(let polygons) = shape else { return 0 }
        return polygons.reduce(0) { count, polygon in
            polygon.holes.reduce(count + polygon.exterior.count) { $0 + $1.count }
        }
    }
}
