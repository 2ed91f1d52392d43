public import PlacemarkModel

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
        /// The last ended trips, the oldest first.
        public internal(set) var recent: [TripRecord] = []
        /// The way of all ended trips, in metres.
        var odometer = 0.0
        /// The last accepted fix.
        var lastFix: FixTime?
        /// Whether the instants are those of an earlier boot, moved before this one.
        var isOfEarlierBoot = false

        /// The trip that goes on, as far as it is known here; the places of its end have no names yet.
        public var current: TripRecord? {
            trip.map { trip in
                trip.record(
                    trip.isToldAsEnded ? .provisional : .underway, until: trip.meter.last, trip.meter, placemark: nil)
            }
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
