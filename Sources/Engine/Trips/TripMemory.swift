public import PlacemarkModel

/// A placemark, and the location that it was asked for.
struct TripName: Hashable, Codable, Sendable {
    let placemark: Placemark
    private let coordinate: Coordinate
    /// In metres; nil when the receiver did not tell it.
    private let accuracy: Double?

    init(_ placemark: Placemark, at location: Location) {
        (self.placemark, coordinate) = (placemark, location.coordinate)
        accuracy = location.horizontalAccuracy
    }

    /// Whether it names this point, too.
    func isNear(_ point: TripPoint) -> Bool {
        point.coordinate.distance(to: coordinate) <= max(TripRules.nameRadius, accuracy ?? 0)
    }
}

extension TripDetector {
    /// What must outlive the process, so that a trip that goes on is still the same one afterwards.
    public struct Memory: Hashable, Codable, Sendable, BootBoundMemory {
        var stay: TripStay?
        var trip: OpenTrip?
        /// What names the stay, and how far away it was asked for, in metres.
        var stayPlacemark: Placemark?
        var stayNameDistance: Double?
        /// The newest placemark, for a trip that ends where it was asked for.
        var newestName: TripName?
        /// The last ended trips, the oldest first.
        public internal(set) var recent: [TripRecord] = []
        /// The way of all ended trips, in metres.
        var odometer = 0.0
        var lastFix: FixTime?
        var isOfEarlierBoot = false

        /// The trip that goes on.
        public var current: TripRecord? {
            trip.map { trip in
                let last = trip.meter.last
                return trip.record(
                    trip.isToldAsEnded ? .provisional : .underway, until: last, trip.meter, placemark: name(at: last))
            }
        }

        /// When the last fix was, by the receiver's clock; nil when that cannot be right.
        public var lastFixTimestamp: Timestamp? { lastFix?.timestamp }

        /// The newest placemark, if it is of a location here.
        func name(at point: TripPoint) -> Placemark? {
            guard let newestName, newestName.isNear(point) else { return nil }
            return newestName.placemark
        }

        /// What to restore when the identity of the boot is another than the one that was kept beside it.
        public var ofEarlierBoot: Memory { movedBeforeThisBoot }

        /// Whether a run can have left this.
        var isSound: Bool {
            (stay?.isSound ?? true) && (trip?.isSound ?? true) && odometer >= 0 && odometer < 1e12
                && recent.count <= TripDetector.mostRecent
        }

        func shifted(by offset: Duration) -> Memory {
            var shifted = self
            shifted.stay = stay?.shifted(by: offset)
            shifted.trip = trip?.shifted(by: offset)
            shifted.lastFix = lastFix?.shifted(by: offset)
            return shifted
        }
    }
}
