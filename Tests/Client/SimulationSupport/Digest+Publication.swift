import LocationEngine
import PlacemarkModel

/// What of a publication goes into a digest: all of it.
extension Digest {
    mutating func add(_ publication: Publication) {
        add(publication.snapshot)
        for event in publication.events {
            add(event.at.sinceBoot)
            add(event.elapsed)
            add(event.kind)
        }
    }

    mutating func add(_ location: Location) {
        add(location.coordinate)
        add(location.mode.rawValue)
        for number in [
            location.horizontalAccuracy, location.altitude, location.ellipsoidalAltitude, location.verticalAccuracy,
            location.speed, location.speedAccuracy, location.course, location.courseAccuracy,
        ] {
            add(number)
        }
        add(location.timestamp.map { Int($0.nanosecondsSinceEpoch) } ?? .min)
        add(location.receivedAt.sinceBoot)
        add(location.device)
    }

    private mutating func add(_ coordinate: Coordinate) {
        add(coordinate.latitude)
        add(coordinate.longitude)
    }

    private mutating func add(_ snapshot: StatusSnapshot) {
        add(snapshot.sequence)
        add(snapshot.source)
        // The location that was fed is the same in both runs; that it is shown is what counts.
        add(snapshot.location?.receivedAt.sinceBoot ?? .zero)
        add(snapshot.location?.coordinate.latitude)
        add(snapshot.reducedPosition?.coordinate.latitude)
        add(snapshot.reducedPosition?.coordinate.longitude)
        add(snapshot.placemark?.answeredAt.sinceBoot ?? .zero)
        add(snapshot.motion?.rawValue)
        add(snapshot.heading?.trueHeading)
        add(snapshot.heading?.magneticHeading)
        for compass in snapshot.compasses { add(compass.state.rawValue) }
        for region in snapshot.regions ?? [] { add(region) }
        if let visit = snapshot.visit { add(visit) }
        add(snapshot.next)
        add(snapshot.isGeocodingFailing ? 1 : 0)
        add(snapshot.counters.accepted)
        add(snapshot.counters.requests)
        add(snapshot.counters.saved)
        // A sum does not depend on the order of a dictionary. Which one has grown, an event tells.
        add(snapshot.counters.rejected.values.reduce(0, +))
    }

    private mutating func add(_ source: SourceMonitor) {
        add(source.state.rawValue)
        add(source.since.sinceBoot)
        add(source.device)
        add(source.reason)
    }

    private mutating func add(_ decision: GeocodePolicy.Decision) {
        switch decision {
        case .geocode(let location, let reason):
            add(location)
            add(reason.rawValue)
        case .bridge(let location): add(location)
        case .wait(let until): add(until.sinceBoot)
        case .hold(let hold): add(hold.rawValue)
        }
    }

    private mutating func add(_ visit: Visit) {
        add(visit.coordinate)
        add(visit.horizontalAccuracy)
        add(visit.arrivedAt.sinceBoot)
        add(visit.departedAt?.sinceBoot ?? .zero)
        add(visit.placemark?.locality)
    }

    private mutating func add(_ placemark: Placemark) {
        add(placemark.name)
        add(placemark.locality)
        add(placemark.timeZone)
        add(placemark.distance)
    }

    private mutating func add(_ kind: Event.Kind) {
        switch kind {
        case .location(let location): add("location", location)
        case .significantLocation(let location): add("significantLocation", location)
        case .paused(let location): add("paused", location)
        case .resumed(let location): add("resumed", location)
        case .regionEntered(let region, let location): add("entered" + region.identifier, location)
        case .regionExited(let region, let location): add("exited" + region.identifier, location)
        case .geocode(let reason, let location): add(reason.rawValue, location)
        case .rejected(let rejection): add(rejection.rawValue)
        case .reducedPosition(let position): add(position.coordinate)
        case .placemark(let known): add(known.placemark)
        case .visitArrived(let visit), .visitDeparted(let visit): add(visit)
        case .tripStarted(let trip), .tripEnded(let trip):
            add(trip.id)
            add(trip.state.rawValue)
            add(trip.distance)
        case .heading(let heading): add(heading.trueHeading)
        case .compass(let compass, _): add(compass.state.rawValue)
        case .timeZone(let zone, let previous):
            add(zone)
            add(previous)
        case .source(let source): add(source)
        case .guardChanged(let change, _): add(change.report.state.rawValue)
        case .alarmForAll(let isOn): add(isOn ? "alarm" : "no alarm")
        case .beacons(let report): for beacon in report.beacons { add(beacon.distance) }
        case .beaconPlace(let place): add("beaconPlace" + (place?.region ?? ""), place?.location)
        }
    }

    private mutating func add(_ name: String, _ location: Location?) {
        add(name)
        if let location { add(location) }
    }
}
