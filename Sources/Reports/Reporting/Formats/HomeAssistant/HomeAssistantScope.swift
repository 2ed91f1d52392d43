import PlacemarkModel

/// What a sink's file lets Home Assistant know and do.
struct HomeAssistantScope: Sendable {
    let precision: Precision
    /// Whether the guard can be armed and ended from there.
    let takesCommands: Bool
    let tellsTrips: Bool
    /// The odometer stands in the whole state.
    let tellsOdometer: Bool

    /// - Parameter kinds: what is reported. Whoever may not know of guards and trips gets no word for them.
    init(_ precision: Precision, takesCommands: Bool, kinds: Set<ReportKind>) {
        let isPrecise = precision == .precise
        self.precision = precision
        self.takesCommands = isPrecise && takesCommands
        tellsTrips = isPrecise && kinds.hasTrips
        tellsOdometer = tellsTrips && kinds.contains(.heartbeat)
    }
}
