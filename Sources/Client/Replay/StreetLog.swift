public import PlacemarkModel

/// A part of a trip that went along one street.
public struct StreetStretch: Codable, Hashable, Sendable {
    /// Seconds from the first fix of the trip to the first one in this street.
    public var elapsed: Double
    /// The receiver's time of that fix.
    public var timestamp: Timestamp?
    /// Where it was.
    public var coordinate: Coordinate
    /// The name of the street; nil where none is near.
    public var street: String?
    public var locality: String?
    /// The first house number that was known on the way, and the last one.
    public var firstNumber: String?
    public var lastNumber: String?
    /// How many fixes were in it.
    public var fixes = 1
    /// Metres along it, without jitter.
    public var distance = 0.0
}

/// The streets of a trip, in order.
public struct StreetsReport: Codable, Hashable, Sendable {
    public var event = "streets"
    /// How often the street changed from one fix to the next.
    public var changes: Int
    /// How often it would have, had each fix been looked up by its position alone.
    public var changesByPosition: Int
    public var streets: [StreetStretch]
}

/// Writes down in which street a trip was, as a placemark of each fix would have said.
struct StreetLog {
    private let geocode: (GeocodeRequest) -> Placemark?
    private var stretches: [StreetStretch] = []
    private var changes = StreetChanges()
    private var changesByPosition = StreetChanges()
    private var odometer = Odometer()
    private var firstFix: BootInstant?

    init(geocode: @escaping (GeocodeRequest) -> Placemark?) { self.geocode = geocode }

    var report: StreetsReport {
        var streets = stretches
        for index in streets.indices { streets[index].distance = streets[index].distance.rounded(toDecimals: 1) }
        return StreetsReport(changes: changes.count, changesByPosition: changesByPosition.count, streets: streets)
    }

    /// Takes an accepted fix and its street into account.
    mutating func accepted(_ request: GeocodeRequest) {
        changesByPosition.take(placemark(for: GeocodeRequest(location: request.location))?.thoroughfare)
        let placemark = placemark(for: request)
        changes.take(placemark?.thoroughfare)
        let location = request.location
        let start = firstFix ?? location.receivedAt
        firstFix = start
        let before = odometer.distanceInMeters
        odometer.accepted(location)
        if let last = stretches.last, last.street == placemark?.thoroughfare, last.locality == placemark?.locality {
            stretches[stretches.count - 1].fixes += 1
        } else {
            stretches.append(
                StreetStretch(
                    elapsed: start.duration(to: location.receivedAt).inSeconds.rounded(toDecimals: 3),
                    timestamp: location.timestamp, coordinate: location.coordinate, street: placemark?.thoroughfare,
                    locality: placemark?.locality))
        }
        let current = stretches.count - 1
        stretches[current].distance += odometer.distanceInMeters - before
        if let number = placemark?.subThoroughfare {
            stretches[current].firstNumber = stretches[current].firstNumber ?? number
            stretches[current].lastNumber = number
        }
    }

    private func placemark(for request: GeocodeRequest) -> Placemark? {
        geocode(request)?.limited(toAccuracyInMeters: request.location.horizontalAccuracy)
    }
}

/// Counts how often a name is another one than before.
private struct StreetChanges {
    private(set) var count = 0
    private var last: String??

    mutating func take(_ name: String?) {
        if let last, last != name { count += 1 }
        last = .some(name)
    }
}
