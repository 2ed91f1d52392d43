import PlacemarkModel

/// Turns the daemon's events into `LocationUpdate`s.
struct LocationReading: EventReading {
    let filter: EventFilter
    private var last: LocationUpdate?

    /// - Parameter locations: which of them the reader wants.
    init(_ locations: EventFilter) {
        filter = locations.union(EventFilter([.paused, .resumed, .source]))
    }

    mutating func take(_ event: EventReport) -> [LocationUpdate]? {
        var update = last ?? LocationUpdate()
        if let location = event.location {
            update.location = location
            update.reason = nil
        }
        switch event.event {
        case .status:
            guard let status = event.status else { return [] }
            update = LocationUpdate(status)
        case .paused: update.isStationary = true
        case .resumed: update.isStationary = false
        case .source:
            guard let source = event.source else { return [] }
            // The daemon does not report a box at rest, or within the distance filter, again: the current state has its
            // location.
            guard source.state != .live else { return nil }
            update.location = nil
            update.reason = source.absenceOfLocation
        default: break
        }
        return news(update)
    }

    mutating func take(_ error: PlacemarkClientError) -> [LocationUpdate] {
        var update = last ?? LocationUpdate()
        update.location = nil
        update.reason = error.description
        if case .refused(code: "forbidden", _) = error { update.authorizationDenied = true }
        return news(update)
    }

    /// The update, unless it says the same as the last one.
    private mutating func news(_ update: LocationUpdate) -> [LocationUpdate] {
        defer { last = update }
        return update.says(last) ? [] : [update]
    }
}

extension LocationUpdate {
    init(_ status: Status) {
        isStationary = status.motion == .stationary
        accuracyLimited = status.precision == .reduced
        if status.source.state == .live, let location = status.location {
            self.location = location
        } else {
            reason = status.source.absenceOfLocation
        }
    }

    /// Whether it is the same except for the age of the location.
    fileprivate func says(_ other: LocationUpdate?) -> Bool {
        guard var other else { return false }
        if let age = location?.age { other.location?.age = age }
        return self == other
    }
}
