import LocationEngine
public import PlacemarkModel

/// The trips of a recording, in order.
public struct TripsReport: Codable, Hashable, Sendable {
    public var event = "trips"
    public var trips: [TripRecord]
    /// The way of all of them, in metres.
    public var odometer: Double
}

/// Writes down which trips a recording has. The last one ends with it, as when the power goes.
struct TripLog {
    private var detector = TripDetector(box: "replay")
    private var trips: [TripRecord] = []
    private let geocode: (GeocodeRequest) -> Placemark?

    init(geocode: @escaping (GeocodeRequest) -> Placemark?) { self.geocode = geocode }

    /// Takes an accepted fix into account.
    mutating func accepted(_ fix: Location) {
        keep(detector.advance(to: fix.receivedAt))
        keep(detector.accepted(fix))
        if let placemark = geocode(GeocodeRequest(location: fix)) { detector.named(placemark, at: fix) }
    }

    private mutating func keep(_ changes: [TripDetector.Change]) {
        for case .ended(let trip) in changes where trip.state == .final { trips.append(trip) }
    }

    /// The trips, if the recording ended now.
    var report: TripsReport {
        var ended = self
        ended.keep(ended.detector.finish())
        return TripsReport(trips: ended.trips, odometer: ended.detector.odometer)
    }
}
