/// A stay at one place: CoreLocation's `CLVisit`.
public struct Visit: Hashable, Codable, Sendable {
    /// The middle of the fixes of the stay.
    public var coordinate: Coordinate
    /// Radius in metres round the coordinate in which the stay was (95 % of it).
    public var horizontalAccuracy: Double
    /// When the box came, by the receiver's clock.
    public var arrival: Timestamp?
    /// When the box came, by the boot-time clock; earlier than the boot when the stay has outlived one.
    public var arrivedAt: BootInstant
    /// When the box left, by the receiver's clock; nil while it is there.
    public var departure: Timestamp?
    /// When the box left, by the boot-time clock; nil while it is there.
    public var departedAt: BootInstant?
    /// The place in words, as soon as a placemark of it is known.
    public var placemark: Placemark?

    public init(
        coordinate: Coordinate, horizontalAccuracy: Double, arrival: Timestamp?, arrivedAt: BootInstant,
        departure: Timestamp? = nil, departedAt: BootInstant? = nil, placemark: Placemark? = nil
    ) {
        self.coordinate = coordinate
        self.horizontalAccuracy = horizontalAccuracy
        self.arrival = arrival
        self.arrivedAt = arrivedAt
        self.departure = departure
        self.departedAt = departedAt
        self.placemark = placemark
    }

    /// Whether it ends after it has begun, and is smaller than the earth.
    package var isSound: Bool {
        horizontalAccuracy.magnitude < Earth.equatorialRadiusInMeters && departedAt.map { $0 >= arrivedAt } ?? true
    }

    /// The same visit on a boot-time clock that shows `offset` more.
    package func shifted(by offset: Duration) -> Visit {
        var shifted = self
        shifted.arrivedAt = arrivedAt.advanced(by: offset)
        shifted.departedAt = departedAt?.advanced(by: offset)
        return shifted
    }
}
