import PlacemarkModel
import Replay
import SystemClocks

/// Trips as people read them: one a line, with the times of the places where they began and ended.
enum TripTable {
    static func text(_ report: TripsReport) -> String {
        guard !report.trips.isEmpty else { return "\nno trip" }
        return "\n" + text(report.trips) + "\n\nAll trips together: \(Words.length(report.odometer))"
    }

    /// - Parameter withIdentities: whether the last column is what `show` and `label` take.
    static func text(_ trips: [TripRecord], withIdentities: Bool = false) -> String {
        let columns = ["Start", "End", "From", "To", "Way", "Moving", "Mean", "Greatest", "Remarks"]
        let lines = trips.map { line($0) + (withIdentities ? [$0.id] : []) }
        let head = columns + (withIdentities ? ["Identity"] : [])
        return ReplayTable.table([head] + lines, leftColumns: [0, 1, 2, 3, 8, 9])
    }

    /// All that is known of one trip.
    static func details(_ trip: TripRecord) -> String {
        func end(_ end: TripRecord.End) -> String {
            "\(time(end))  \(end.placemark.map(Words.place) ?? Words.coordinate(end.coordinate))"
        }
        var rows = [
            ("Identity", trip.id), ("State", trip.state.rawValue), ("Start", end(trip.start)), ("End", end(trip.end)),
            ("Way", "\(Words.length(trip.distance)) ±\(Words.length(trip.distanceError))"),
            ("Time", "\(Words.age(trip.duration)), moving \(Words.age(trip.movingTime))"),
        ]
        if let mean = trip.meanSpeed { rows.append(("Mean", speed(mean))) }
        if let greatest = trip.greatestSpeed { rows.append(("Greatest", speed(greatest))) }
        for gap in trip.gaps ?? [] {
            let from = gap.from.map { " from \($0)" } ?? ""
            rows.append(("Gap", "\(Words.age(gap.duration))\(from), \(Words.length(gap.distance)) or more"))
        }
        for country in trip.countries {
            rows.append(("Country", "\(country.country ?? country.isoCountryCode ?? "?") \(since(country))"))
        }
        for place in trip.places { rows.append(("Place", "\(place.city ?? "?") \(since(place))")) }
        if let kind = trip.label?.class { rows.append(("Class", kind)) }
        if let note = trip.label?.note { rows.append(("Note", note)) }
        return rows.map { "\(Words.leftAligned($0.0, width: 9))  \($0.1)" }.joined(separator: "\n")
    }

    private static func since(_ place: TripRecord.Place) -> String { place.timestamp.map { "since \($0)" } ?? "" }

    private static func line(_ trip: TripRecord) -> [String] {
        let gaps = trip.gaps?.count ?? 0
        let remarks = [
            trip.state == .final ? nil : trip.state == .underway ? "under way" : "not certain to have ended",
            gaps == 0 ? nil : gaps == 1 ? "a gap" : "\(gaps) gaps", trip.label?.class,
        ]
        return [
            time(trip.start), time(trip.end), place(trip.start), place(trip.end),
            "\(Words.length(trip.distance)) ±\(Words.length(trip.distanceError))", Words.age(trip.movingTime),
            trip.meanSpeed.map(speed) ?? "", trip.greatestSpeed.map(speed) ?? "",
            remarks.compactMap(\.self).joined(separator: ", "),
        ]
    }

    private static func speed(_ metersPerSecond: Double) -> String {
        "\(Words.number(metersPerSecond * 3.6, decimals: 0)) km/h"
    }

    private static func place(_ end: TripRecord.End) -> String {
        end.placemark.flatMap { $0.city } ?? Words.coordinate(end.coordinate)
    }

    private static func time(_ end: TripRecord.End) -> String { time(end.timestamp, offset: end.utcOffset) }

    /// `2026-11-20 21:24:49 +01:00`; in UTC where the zone is not known.
    static func time(_ timestamp: Timestamp?, offset: Int?) -> String {
        guard let timestamp else { return "?" }
        let text = (timestamp.advanced(by: .seconds(offset ?? 0)) ?? timestamp).description
        let zone = offset.map(self.offset) ?? "Z"
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) \(zone)"
    }

    /// `+05:30`
    static func offset(_ seconds: Int) -> String {
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = abs(seconds) / 60
        return "\(seconds < 0 ? "-" : "+")\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }
}

extension TripsReport {
    /// With how far the clocks of start and end are ahead of UTC, by this machine's time zone database.
    var withLocalTimes: TripsReport {
        var report = self
        report.trips = trips.map(\.withLocalTimes)
        return report
    }
}
