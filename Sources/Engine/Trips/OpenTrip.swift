import PlacemarkModel

/// A trip that goes on.
struct OpenTrip: Codable, Hashable, Sendable {
    let id: String
    private let start: TripPoint
    private var startPlacemark: Placemark?
    var meter: TripMeter
    private var countries: [TripRecord.Place] = []
    private var places: [TripRecord.Place] = []
    /// Whether its end has been told as a provisional one, and nothing has contradicted that.
    var isToldAsEnded = false

    /// - Parameters:
    ///   - box: what tells this box from others.
    ///   - meter: begins where the trip does.
    init(box: String, _ meter: TripMeter, placemark: Placemark?) {
        start = meter.departure
        self.meter = meter
        startPlacemark = placemark
        id = Self.identity(of: box, start)
        if let placemark { pass(placemark, at: start.time.timestamp) }
    }

    /// The same for ever, and on each machine that knows the box and the second of the start. A receiver without a time
    /// gives the boot-time clock's, which is another one after each boot.
    private static func identity(of box: String, _ start: TripPoint) -> String {
        let seconds = start.time.timestamp.map { "\($0.nanosecondsSinceEpoch / 1_000_000_000)" }
        let moment = seconds ?? "boot \(start.time.at.sinceBoot.inSeconds.rounded(toDecimals: 3))"
        // As many digits as tell the trips of a million boxes apart, and do not lead back to what the box is called.
        return String("placemarkd trip \(box) \(moment)".utf8.sha256.prefix(16))
    }

    /// Takes note of a placemark on the way.
    mutating func pass(_ placemark: Placemark, at timestamp: Timestamp?) {
        let place = TripRecord.Place(placemark, at: timestamp)
        if place.isoCountryCode != nil, place.isoCountryCode != countries.last?.isoCountryCode,
            countries.count < TripRules.mostPlaces
        {
            var country = place
            country.city = nil
            countries.append(country)
        }
        if place.city != nil, place.city != places.last?.city, places.count < TripRules.mostPlaces {
            places.append(place)
        }
    }

    /// The trip as it is told.
    ///
    /// - Parameters:
    ///   - end: where it has ended, or where the box was last.
    ///   - meter: what had been measured by then.
    func record(
        _ state: TripRecord.State, until end: TripPoint, _ meter: TripMeter, placemark: Placemark?
    ) -> TripRecord {
        var record = TripRecord(id: id, start: start.end)
        record.state = state
        record.start.placemark = startPlacemark
        record.end = end.end
        record.end.placemark = placemark
        meter.write(into: &record, until: end)
        // Named while it stood at its end already: that is not on the way.
        func isOnTheWay(_ place: TripRecord.Place) -> Bool {
            guard state == .final, let last = end.time.timestamp, let time = place.timestamp else { return true }
            return time <= last || place.city == placemark?.city
        }
        record.countries = countries.filter(isOnTheWay)
        record.places = places.filter(isOnTheWay)
        return record
    }

    /// The same on a boot-time clock that shows `offset` more.
    func shifted(by offset: Duration) -> OpenTrip {
        var shifted = self
        shifted.meter = meter.shifted(by: offset)
        return shifted
    }

    /// Whether a run can have left this.
    var isSound: Bool { meter.isSound && start.isSound && countries.count + places.count <= 2 * TripRules.mostPlaces }
}
