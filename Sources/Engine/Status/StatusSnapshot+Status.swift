public import PlacemarkModel

extension StatusSnapshot {
    /// The status for a reader with this precision, with ages as of `now`.
    public func status(at now: BootInstant, precision: Precision) -> Status {
        var snapshot = self
        // When the machine wakes up, somebody may ask before the timer has fired that makes the source stale.
        snapshot.source.advance(to: now)
        return snapshot.report(at: now, precision: precision)
    }

    private func report(at now: BootInstant, precision: Precision) -> Status {
        let sourceReport = SourceReport(source, at: now)
        var status = Status(
            sequence: precision == .precise ? sequence : reducedSequence, precision: precision, source: sourceReport,
            location: locationReport(at: now, precision: precision),
            placemark: placemark.map { PlacemarkReport($0, precision, at: now, isStale: isPlacemarkStale) })
        guard precision == .precise else {
            status.guard = isAlarmForAll ? .alarm : nil
            return status
        }
        // Only here: that a beacon is heard says where one is.
        if let place = beaconPlace(at: now) {
            status.location = LocationReport(place, at: now)
            status.placemark = PlacemarkReport(place, at: now)
        }
        status.geocoding = GeocodingReport(
            policy: geocodingMode, next: nextInWords, nextIn: nextIn(at: now), isFailing: isGeocodingFailing,
            requests: counters.requests, saved: counters.saved,
            network: network.map { NetworkGeocoderReport($0, counters, at: now) })
        status.fixes = FixesReport(accepted: counters.accepted, rejected: counters.rejected)
        status.motion = motion
        status.heading = heading.flatMap { HeadingReport(current: $0, at: now) }
        status.compasses = compassReports(at: now)
        status.regions = regions
        status.beacons = beacons
        status.visit = visit.map { VisitReport($0, at: now) }
        status.guard = guarding?.state
        status.odometer = odometerInMeters?.rounded(toDecimals: 0)
        return status
    }

    /// Nil where none has reported for a long time.
    private func compassReports(at now: BootInstant) -> [CompassReport]? {
        let reports = compasses.compactMap { CompassReport(known: $0, inUse: compassInUse, at: now) }
        return reports.isEmpty ? nil : reports
    }

    /// Whether the placemark may no longer be where the box is.
    private var isPlacemarkStale: Bool {
        source.state != .live || placemark?.location == nil
            || (isGeocodingFailing && !isGeocodingBridged && !isNamed)
    }

    /// Whether the last answer still names the location, though a later request has failed.
    private var isNamed: Bool { if case .hold(let hold) = next { hold.isNamed } else { false } }

    private func locationReport(at now: BootInstant, precision: Precision) -> LocationReport? {
        let isStale = source.state != .live
        switch precision {
        case .precise: return location.map { LocationReport($0, at: now, isStale: isStale) }
        case .reduced: return reducedPosition.map { LocationReport($0, at: now, isStale: isStale) }
        }
    }

    /// A fix always wins; and somebody may ask before the timer has fired that ends it.
    private func beaconPlace(at now: BootInstant) -> BeaconPlace? {
        guard let beaconPlace, source.state != .live, now < beaconPlace.end else { return nil }
        return beaconPlace
    }

    private var nextInWords: String {
        switch next {
        case .geocode, .bridge: "now"
        case .wait: isGeocodingFailing ? "retry after a failure" : "interval since the last request"
        case .hold(.noLocation): "first fix"
        case .hold(.requestInFlight): "answer of the geocoder"
        case .hold(.sameFix): "next fix"
        case .hold(.sameNames): "other names"
        case .hold(.notMoved): "moved \(Int(geocodingDistanceInMeters)) m"
        }
    }

    private func nextIn(at now: BootInstant) -> Duration? {
        if case .wait(let until) = next { max(.zero, now.duration(to: until)) } else { nil }
    }
}
