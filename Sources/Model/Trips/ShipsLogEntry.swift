/// An entry of the ship's log: where the box was at a full hour under way, or what somebody has remarked, and where that was.
public struct ShipsLogEntry: Codable, Hashable, Sendable {
    /// The longest remark, in characters.
    public static let longestRemark = 500

    /// By the receiver's clock; nil when it tells no time that can be right.
    public var timestamp: Timestamp?
    /// How far the clocks of the place are ahead of UTC, in seconds; nil where nobody has looked it up.
    public var utcOffset: Int?
    /// The last position; nil when none is known.
    public var coordinate: Coordinate?
    /// Radius in metres round the coordinate in which the box was with 95 % probability.
    public var horizontalAccuracy: Double?
    /// How old the position was, in seconds; nil for a present one.
    public var positionAge: Double?
    /// Over ground, in degrees from true north.
    public var course: Double?
    /// Over ground, in m/s.
    public var speed: Double?
    /// The way of all trips until then, in metres.
    public var odometer: Double?
    /// The locality, or the next coarser name that there is; at sea the name of the water.
    public var place: String?
    /// The identity of the trip that went on; nil at rest.
    public var trip: String?
    /// What somebody has said; nil in an entry that the log has got by itself.
    public var remark: String?
    /// The number of the user who has said it.
    public var by: UInt32?

    public init(timestamp: Timestamp?, coordinate: Coordinate?) {
        self.timestamp = timestamp
        self.coordinate = coordinate
    }

    /// Whether a text is a remark: one line that can be shown, and not too long.
    package static func isRemark(_ text: String) -> Bool {
        !text.isEmpty && text.count <= longestRemark && !text.unicodeScalars.contains(where: \.isASCIIControl)
    }
}
