public import PlacemarkModel

/// An event as its readers are told it.
extension EventReport {
    /// Returns nil when the event is not for readers with this precision, or not what they want.
    public init?(_ event: Event, precision: Precision, filter: EventFilter = .all) {
        switch (event.kind, precision) {
        case (.significantLocation(let location), .precise) where filter.contains(.significant):
            self.init(.location, event, location)
        // The reduced position changes too seldom already to need a filter of its own.
        case (.reducedPosition, .reduced) where filter.contains(.significant): self.init(reduced: event)
        case (_, .precise): self.init(precise: event, filter)
        case (_, .reduced): self.init(reduced: event, filter)
        }
    }

    private init?(precise event: Event, _ filter: EventFilter) {
        self.init(precise: event)
        guard filter.includes(self.event) else { return nil }
    }

    private init?(reduced event: Event, _ filter: EventFilter) {
        self.init(reduced: event)
        guard filter.includes(self.event) else { return nil }
    }

    private init(_ name: Name, _ event: Event) {
        self.init(name, elapsed: event.elapsed)
    }

    private init(_ name: Name, _ event: Event, _ location: Location?) {
        self.init(name, event)
        self.location = location.map { LocationReport($0, at: event.at, isStale: false) }
    }

    private init?(precise event: Event) {
        switch event.kind {
        case .location(let location): self.init(.location, event, location)
        case .reducedPosition, .significantLocation, .alarmForAll: return nil
        case .rejected(let rejection):
            self.init(.rejected, event)
            reason = rejection.rawValue
        case .geocode(let reason, let location):
            self.init(.geocode, event, location)
            self.reason = reason.rawValue
        case .placemark(let known):
            self.init(.placemark, event, known.location)
            placemark = PlacemarkReport(known, .precise, at: event.at, isStale: false)
        case .regionEntered(let region, let location):
            self.init(.regionEntered, event, location)
            self.region = region.identifier
        case .regionExited(let region, let location):
            self.init(.regionExited, event, location)
            self.region = region.identifier
        case .visitArrived(let visit):
            self.init(.visitArrived, event)
            self.visit = VisitReport(visit, at: event.at)
        case .visitDeparted(let visit):
            self.init(.visitDeparted, event)
            self.visit = VisitReport(visit, at: event.at)
        case .tripStarted(let trip):
            self.init(.tripStarted, event)
            self.trip = trip
        case .tripEnded(let trip):
            self.init(.tripEnded, event)
            self.trip = trip
        case .paused(let location): self.init(.paused, event, location)
        case .resumed(let location): self.init(.resumed, event, location)
        case .heading(let heading):
            self.init(.heading, event)
            self.heading = HeadingReport(heading, at: event.at)
        case .compass(let compass, let isInUse):
            guard let report = CompassReport(known: compass, inUse: isInUse ? compass.identity : nil, at: event.at)
            else { return nil }
            self.init(.compass, event)
            self.compass = report
        case .timeZone(let zone, let previous):
            self.init(.timeZone, event)
            (timeZone, previousTimeZone) = (zone, previous)
        case .source(let monitor):
            self.init(.source, event)
            source = SourceReport(monitor, at: event.at)
        case .beacons(let report):
            self.init(.beacons, event)
            beacons = report.beacons
        case .beaconPlace(let place):
            self.init(.beaconPlace, event)
            location = place.map { LocationReport($0, at: event.at) }
            placemark = place.map { PlacemarkReport($0, at: event.at) }
            region = place?.region
        case .guardChanged(let change, let location):
            self.init(change.kind.name, event, location)
            self.guard = change.report
        }
    }

    private init?(reduced event: Event) {
        guard event.isForReducedReaders else { return nil }
        switch event.kind {
        case .reducedPosition(let position):
            self.init(.location, event)
            location = LocationReport(position, at: event.at, isStale: false)
        case .placemark(let known):
            self.init(.placemark, event)
            placemark = PlacemarkReport(known, .reduced, at: event.at, isStale: false)
        case .alarmForAll(let isOn): self.init(isOn ? .guardAlarm : .guardCleared, event)
        default: self.init(precise: event)
        }
    }
}
