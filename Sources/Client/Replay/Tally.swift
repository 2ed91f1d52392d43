import LocationEngine
import PlacemarkModel

/// Counts what a trip brings about.
struct Tally {
    private(set) var timeline = CityTimeline()
    private var rightTime = RightTime()
    private var odometer = Odometer()
    private var snapshot: StatusSnapshot?
    private var firstFix: BootInstant?
    private(set) var lastFix: Location?
    private var city: String?
    private var cityChanges = 0
    private var placemarks = 0
    private var events: [EventReport.Name: Int] = [:]
    private var lastRequest: (location: Location, at: BootInstant)?
    private var shortestInterval: Duration?
    private var shortestDistance: Double?

    mutating func take(_ publication: Publication, truth: (Coordinate) -> String?) {
        let snapshot = publication.snapshot
        if let location = snapshot.location, snapshot.counters.accepted > self.snapshot?.counters.accepted ?? 0 {
            accepted(location, truth: truth(location.coordinate))
        }
        self.snapshot = snapshot
        for event in publication.events { take(event) }
    }

    /// How many fixes were believed.
    var accepted: Int { snapshot?.counters.accepted ?? 0 }

    mutating func count(_ name: EventReport.Name) { events[name, default: 0] += 1 }

    private mutating func accepted(_ location: Location, truth: String?) {
        firstFix = firstFix ?? location.receivedAt
        odometer.accepted(location)
        let speed = location.speed ?? lastFix.flatMap { location.speed(since: $0) }
        lastFix = location
        rightTime.accepted(truth: truth, speed: speed, at: location.receivedAt)
        timeline.accepted(truth: truth, at: location.receivedAt)
    }

    private mutating func take(_ event: Event) {
        switch event.kind {
        case .geocode(_, let location): asked(for: location, at: event.at)
        case .placemark(let known):
            placemarks += 1
            if city != nil, known.placemark.city != city { cityChanges += 1 }
            city = known.placemark.city
            rightTime.published(city, at: event.at)
        default: break
        }
    }

    private mutating func asked(for location: Location, at now: BootInstant) {
        if let last = lastRequest {
            let interval = last.at.duration(to: now)
            let distance = last.location.coordinate.distance(to: location.coordinate)
            shortestInterval = min(shortestInterval ?? interval, interval)
            shortestDistance = min(shortestDistance ?? distance, distance)
        }
        lastRequest = (location, now)
    }

    /// From the first fix to the last one.
    private var elapsed: Duration {
        guard let firstFix, let lastFix else { return .zero }
        return firstFix.duration(to: lastFix.receivedAt)
    }

    func summary(policy: GeocodingMode) -> TripSummary {
        let snapshot = snapshot ?? StatusSnapshot(at: BootInstant(sinceBoot: .zero), geocoding: .init(mode: policy))
        var geocoding = PolicySummary(
            policy: policy.rawValue, requests: snapshot.counters.requests, rightShare: rightTime.all.share)
        geocoding.rightShareDriving = rightTime.driving.share?.rounded(toDecimals: 4)
        geocoding.shortestInterval = shortestInterval?.inSeconds.rounded(toDecimals: 3)
        geocoding.shortestDistance = shortestDistance?.rounded(toDecimals: 1)
        geocoding.placemarks = placemarks
        geocoding.cityChanges = cityChanges
        return TripSummary(
            elapsed: elapsed.inSeconds.rounded(toDecimals: 3),
            distance: odometer.distanceInMeters.rounded(toDecimals: 1),
            fixes: FixesReport(accepted: snapshot.counters.accepted, rejected: snapshot.counters.rejected),
            geocoding: geocoding,
            events: Dictionary(uniqueKeysWithValues: events.map { ($0.key.rawValue, $0.value) }))
    }
}

extension Location {
    /// Metres a second on the straight way from an earlier location; nil when no time has passed.
    fileprivate func speed(since earlier: Location) -> Double? {
        let seconds = earlier.receivedAt.duration(to: receivedAt).inSeconds
        return seconds > 0 ? earlier.coordinate.distance(to: coordinate) / seconds : nil
    }
}

/// How far the box has come, without what is only jitter: a way counts once it is longer than the accuracy of its ends.
struct Odometer {
    private(set) var distanceInMeters = 0.0
    private var counted: Location?

    /// Jitter of a receiver that does not tell its accuracy.
    private static let leastWayInMeters = 10.0

    mutating func accepted(_ location: Location) {
        guard let last = counted else {
            counted = location
            return
        }
        let way = last.coordinate.distance(to: location.coordinate)
        let jitter = max(Self.leastWayInMeters, location.horizontalAccuracy ?? 0, last.horizontalAccuracy ?? 0)
        guard way > jitter else { return }
        distanceInMeters += way
        counted = location
    }
}
