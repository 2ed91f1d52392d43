/// A trip: what lies between two stays. So it is told, kept and shown.
public struct TripRecord: Codable, Hashable, Sendable {
    /// Whether it has ended.
    public enum State: String, Codable, CaseIterable, Sendable {
        /// It goes on.
        case underway
        /// It seems to have ended: the box has stood for three minutes, or has been silent for five. It may go on.
        case provisional
        /// It has ended, and nothing of it changes any more.
        case final
    }

    /// One end of a trip.
    public struct End: Codable, Hashable, Sendable {
        public var coordinate: Coordinate
        /// Radius in metres round the coordinate in which the box was with 95 % probability.
        public var horizontalAccuracy: Double?
        /// By the receiver's clock; nil when it tells no time that can be right.
        public var timestamp: Timestamp?
        /// How far the clocks of that place are ahead of UTC at that time, in seconds; nil where nobody has looked it up.
        public var utcOffset: Int?
        /// The place in words, as soon as a placemark of it is known.
        public var placemark: Placemark?

        public init(coordinate: Coordinate, horizontalAccuracy: Double? = nil, timestamp: Timestamp? = nil) {
            self.coordinate = coordinate
            self.horizontalAccuracy = horizontalAccuracy
            self.timestamp = timestamp
        }
    }

    /// A time without a fix, in which nobody knows the way.
    public struct Gap: Codable, Hashable, Sendable {
        /// The times of the fixes before and after, by the receiver's clock.
        public var from, until: Timestamp?
        /// In seconds.
        public var duration: Double
        /// The straight way from the one fix to the other, in metres: the shortest that the way can have been.
        public var distance: Double

        public init(from: Timestamp?, until: Timestamp?, duration: Double, distance: Double) {
            (self.from, self.until) = (from, until)
            (self.duration, self.distance) = (duration, distance)
        }
    }

    /// A place on the way, from the moment in which it was first named.
    public struct Place: Codable, Hashable, Sendable {
        /// The locality, or the next coarser name that there is.
        public var city: String?
        /// ISO 3166-1 alpha-2.
        public var isoCountryCode: String?
        public var country: String?
        /// By the receiver's clock.
        public var timestamp: Timestamp?

        public init(_ placemark: Placemark, at timestamp: Timestamp?) {
            city = placemark.city
            isoCountryCode = placemark.isoCountryCode
            country = placemark.country
            self.timestamp = timestamp
        }
    }

    /// The same for ever: made of the box's own identity and the time of the start.
    public var id: String
    public var state: State
    public var start: End
    /// Where the box was last while the trip goes on.
    public var end: End
    /// Seconds from start to end, by the boot-time clock where the machine has run through.
    public var duration: Double
    /// Metres, without what is only the scatter of fixes at rest. Gaps count with their straight ways.
    public var distance: Double
    /// In metres: the true way is within this much of `distance` with 95 % probability, but for what nobody knows of gaps.
    public var distanceError: Double
    /// Seconds in which the box moved; gaps do not count.
    public var movingTime: Double
    /// In m/s, over the moving time; nil when there is none.
    public var meanSpeed: Double?
    /// In m/s: two fixes in a row were at least as fast; nil when no two tell it.
    public var greatestSpeed: Double?
    /// In order; nil when there is none.
    public var gaps: [Gap]?
    /// The countries that the trip was in, in order, the one of the start first, each from when it was first named.
    public var countries: [Place]
    /// The localities, likewise; of a very long trip the first ones.
    public var places: [Place]
    /// What somebody has said of it; nil while nobody has.
    public var label: TripLabel?

    package init(id: String, start: End) {
        (self.id, self.start, end, state) = (id, start, start, .underway)
        (duration, distance, distanceError, movingTime) = (0, 0, 0, 0)
        (countries, places) = ([], [])
    }
}
