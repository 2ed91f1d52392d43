public import PlacemarkModel
public import Reporting

extension Report {
    /// The report without what a receiver with this precision may not know. The daemon tells a reader with reduced precision
    /// nothing else: this is the second lock, for a reporter that may read more than one of its sinks.
    ///
    /// Returns nil when nothing is left, or when the report itself says too much.
    public func limited(to precision: Precision) -> Report? {
        guard precision == .reduced else { return self }
        switch kind {
        case .regionEntered, .regionExited, .visitArrived, .visitDeparted, .paused, .resumed: return nil
        case .location, .placemark, .timeZone, .source, .heartbeat, .missed: break
        }
        var limited = self
        limited.regions = nil
        guard let event else { return limited }
        // A status that was made for readers who may know everything says so, and cannot be cut down to what others are told:
        // their position is not in it.
        if let status = event.status {
            guard status.precision == .reduced else { return nil }
            return limited
        }
        limited.event?.reason = nil
        limited.event?.region = nil
        limited.event?.visit = nil
        limited.event?.heading = nil
        if event.location?.isReduced == false { limited.event?.location = nil }
        limited.event?.placemark?.placemark =
            event.placemark?.placemark.limited(to: .reduced) ?? Placemark(geocoder: "")
        limited.event?.placemark?.horizontalAccuracy = nil
        return kind == .location && limited.location == nil ? nil : limited
    }
}

extension LocationReport {
    /// Whether it has nothing but what readers with reduced precision are told. A precise one always has the dimensions that
    /// the receiver solved for.
    var isReduced: Bool {
        mode == nil && timestamp == nil && speed == nil && course == nil && altitude == nil && verticalAccuracy == nil
            && satellitesUsed == nil && satellitesSeen == nil
    }
}
