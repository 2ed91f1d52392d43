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
    ///
    /// Boot-time instants mean something within one boot only: see `VisitDetector.Memory`.
    public struct Memory: Hashable, Codable, Sendable {
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
        /// The last accepted fix.
        var lastFix: FixTime?
        /// Whether the instants are those of an earlier boot, moved before this one.
        var isOfEarlierBoot = false

        /// The trip that goes on.
        public var current: TripRecord? {
            trip.map { trip in
                let last = trip.meter.last
                return trip.record(
                    trip.isToldAsEnded ? .provisional : .underway, until: last, trip.meter, placemark: name(at: last))
            }
        }

        /// The newest placemark, if it is of a location here.
        func name(at point: TripPoint) -> Placemark? {
            guard let newestName, newestName.isNear(point) else { return nil }
            return newestName.placemark
        }

        /// The same memory after a reboot: until the receiver's clock tells how long the machine was off, the last fix was in
        /// the moment of the boot, and all other instants keep their distance from it.
        public var ofEarlierBoot: Memory {
            guard let lastFix else { return self }
            var moved = shifted(by: lastFix.shiftToBoot)
            moved.isOfEarlierBoot = true
            return moved
        }

        /// Moves the instants of an earlier boot to where the receiver's clock puts them, seen from a fix of this boot.
        /// Returns false, and does nothing, when that clock cannot be believed.
        mutating func bridgeReboot(to fix: FixTime) -> Bool {
            guard let shift = lastFix?.shift(bridgingRebootTo: fix) else { return false }
            self = shifted(by: shift)
            isOfEarlierBoot = false
            return true
        }

        /// Whether a run can have left this.
        var isSound: Bool {
            (stay?.isSound ?? true) && (trip?.isSound ?? true) && odometer >= 0 && odometer < 1e12
                && recent.count <= TripDetector.mostRecent
        }

        private func shifted(by offset: Duration) -> Memory {
            var shifted = self
            shifted.stay = stay?.shifted(by: offset)
            shifted.trip = trip?.shifted(by: offset)
            shifted.lastFix = lastFix?.shifted(by: offset)
            return shifted
        }
    }
}
