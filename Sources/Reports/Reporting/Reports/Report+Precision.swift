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
