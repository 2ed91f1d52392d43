public import PlacemarkModel

/// What goes over a wire, of what the engine knows.
extension SourceReport {
    init(_ monitor: SourceMonitor, at now: BootInstant) {
        self.init(
            monitor.state, since: monitor.since.duration(to: now).inReportedSeconds, device: monitor.device,
            reason: monitor.reason)
    }
}

extension LocationReport {
    init(_ position: ReducedPosition, at now: BootInstant, isStale: Bool) {
        self.init(
            coordinate: position.coordinate, horizontalAccuracy: position.horizontalAccuracy,
            age: position.takenAt.duration(to: now), isStale: isStale)
    }
}

extension PlacemarkReport {
    /// The placemark for a reader with this precision.
    init(_ known: StatusSnapshot.KnownPlacemark, _ precision: Precision, at now: BootInstant, isStale: Bool) {
        let isPrecise = precision == .precise
        self.init(
            known.placemark(for: precision),
            horizontalAccuracy: isPrecise ? known.location?.horizontalAccuracy : nil,
            age: (isPrecise ? known.answeredAt : known.reducedAnsweredAt).duration(to: now), isStale: isStale)
    }
}

/// It is where the box is now: there is nothing stale about it.
extension LocationReport {
    init(_ place: BeaconPlace, at now: BootInstant) {
        self.init(place.location, at: now, isStale: false)
        origin = .beacon
    }
}

extension PlacemarkReport {
    init(_ place: BeaconPlace, at now: BootInstant) {
        self.init(
            place.placemark, horizontalAccuracy: place.location.horizontalAccuracy, age: place.since.duration(to: now),
            isStale: false)
    }
}

extension HeadingReport {
    /// Returns nil when the heading is too old to say anything.
    init?(current heading: Heading, at now: BootInstant) {
        guard heading.receivedAt.duration(to: now) <= HeadingFilter.lifetime else { return nil }
        self.init(heading, at: now)
    }
}

extension CompassReport {
    /// Returns nil when the compass has been silent for so long that it does not count as one any more.
    ///
    /// - Parameter inUse: the compass that counted when something was last heard.
    init?(known compass: KnownCompass, inUse: KnownCompass.Identity?, at now: BootInstant) {
        let silence = compass.heading.receivedAt.duration(to: now)
        guard silence <= HeadingRule.memory else { return nil }
        let isSilent = silence >= HeadingRule.patience
        self.init(
            compass.heading, from: compass.identity.north, deviation: compass.deviation,
            state: isSilent ? .silent : compass.state, inUse: !isSilent && compass.identity == inUse,
            courseDifference: compass.courseDifferenceInDegrees, at: now)
    }
}

extension VisitsReport {
    public init(_ snapshot: StatusSnapshot, at now: BootInstant) {
        self.init(
            current: snapshot.visit.map { VisitReport($0, at: now) },
            recent: snapshot.recentVisits.map { VisitReport($0, at: now) })
    }
}

extension NetworkGeocoderReport {
    init(_ state: NetworkState, _ counters: StatusSnapshot.Counters, at now: BootInstant) {
        let results = counters.results
        self.init(
            answered: results[.answered, default: 0], noResult: results[.noResult, default: 0],
            failed: results[.failed, default: 0], refused: results[.refused, default: 0])
        lastError = state.lastFailure?.reason
        lastErrorAge = state.lastFailure?.at.duration(to: now).inReportedSeconds
        guard let known = state.health else { return }
        self.state = known.health.state
        reason = known.health.reason
        restsFor = known.health.retryAfter.map {
            now.duration(to: known.at.advanced(by: $0)).inReportedSeconds
        }
    }
}
