import PlacemarkModel

/// Events as people read them: when, what happened, and the gist of it.
enum EventText {
    /// With the time since the first fix, in a replay.
    static func line(ofReplay event: EventReport) -> String {
        let seconds = event.elapsed.map { Words.number($0, decimals: 1) + " s" } ?? "now"
        return line(event, Words.rightAligned(seconds, width: 10))
    }

    /// With the local time of this machine.
    static func line(_ event: EventReport, at now: Timestamp) -> String { line(event, now.localTimeOfDay) }

    private static func line(_ event: EventReport, _ time: String) -> String {
        "\(time)  \(Words.leftAligned(event.event.rawValue, width: 13))  \(gist(event))"
    }

    private static func gist(_ event: EventReport) -> String {
        switch event.event {
        case .status:
            guard let status = event.status else { return "" }
            return [
                Words.source(status.source),
                status.placemark.map { Words.placemark($0, staleness: status.placemarkStaleness) },
            ].compactMap(\.self)
                .joined(separator: "; ")
        case .location: return event.location.map(Words.location) ?? ""
        case .rejected: return event.reason ?? ""
        case .geocode: return event.reason.map { "asked, because: \($0)" } ?? ""
        case .placemark: return event.placemark.map { Words.placemark($0) } ?? ""
        case .regionEntered, .regionExited: return event.region ?? ""
        case .visitArrived, .visitDeparted: return event.visit.map(Words.visit) ?? ""
        case .tripStarted, .tripEnded: return event.trip.map(Words.trip) ?? ""
        case .paused, .resumed: return event.location.map(Words.location) ?? ""
        case .heading: return event.heading.map(Words.heading) ?? ""
        case .compass: return event.compass.map(Words.compass) ?? ""
        case .timeZone: return [event.previousTimeZone, event.timeZone].compactMap(\.self).joined(separator: " → ")
        case .source: return event.source.map(Words.source) ?? ""
        case .beacons: return (event.beacons ?? []).map(Words.beacon).joined(separator: "; ")
        case .beaconPlace:
            return [event.region, event.location.map(Words.location)].compactMap(\.self).joined(separator: ": ")
        case .guardWarning, .guardAlarm, .guardBlind, .guardCleared: return event.guard.map(Words.guarding) ?? ""
        }
    }
}
