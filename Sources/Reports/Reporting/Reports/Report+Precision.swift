public import PlacemarkModel

extension Report {
    /// The report as a receiver with this precision may know it; nil when nothing is left of it.
    ///
    /// The daemon tells a reader with reduced precision nothing else: this is the second lock, for a reporter that may read more
    /// than one of its sinks. It stands in `SinkLoop`, before every transport.
    public func limited(to precision: Precision) -> Report? {
        guard precision == .reduced else { return self }
        var limited = self
        limited.regions = nil
        guard let event else { return limited }
        guard let event = event.limited(to: .reduced) else { return nil }
        limited.event = event
        return limited
    }
}

extension EventReport {
    /// The event as readers with this precision are told it: what is not named here, readers with reduced precision are not told.
    ///
    /// Nil when they are told nothing of it, and when it was made for those who may know everything: that cannot be cut down,
    /// because the position that others are told is not in it.
    func limited(to precision: Precision) -> EventReport? {
        guard precision == .reduced else { return self }
        guard EventFilter([event]).isForReducedReaders, status?.precision != .precise else { return nil }
        var limited = EventReport(event, elapsed: .zero)
        limited.elapsed = elapsed
        limited.location = location.flatMap { $0.precision == .reduced ? $0 : nil }
        guard event != .location || limited.location != nil else { return nil }
        if var known = placemark {
            (known.placemark, known.horizontalAccuracy) = (known.placemark.limited(to: .reduced), nil)
            limited.placemark = known
        }
        (limited.timeZone, limited.previousTimeZone) = (timeZone, previousTimeZone)
        (limited.source, limited.status) = (source, status)
        return limited
    }
}
