import LocationEngine
import PlacemarkModel

/// Each change of the time zone begins where the last one ended.
struct TimeZoneChain: Invariant {
    private var last: String?

    mutating func check(_ step: Step, _ violations: inout Violations) {
        if case .restored(let placemark, _, _) = step.input, last == nil { last = placemark.timeZone }
        for event in step.news {
            guard case .timeZone(let zone, let previous) = event.kind else { continue }
            if zone == previous { violations.add("time zones", at: step.now, "from \(zone) to itself") }
            if let last, previous != last {
                violations.add("time zones", at: step.now, "from \(previous ?? "none"), which was \(last)")
            }
            last = zone
        }
    }
}
