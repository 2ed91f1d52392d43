import LocationEngine
import PlacemarkModel

/// Every number that a reader sees is finite and in its range, in both precisions, and everything can be written as
/// JSON and read back.
struct SaneNumbers: Invariant {
    /// Every so many publications the status and the delivered location are looked at; other events always are.
    let statusSampling: Int
    /// Every so many publications the JSON is written and read.
    let jsonSampling: Int
    private var publications = 0

    init(statusSampling: Int, jsonSampling: Int) {
        self.statusSampling = statusSampling
        self.jsonSampling = jsonSampling
    }

    mutating func check(_ step: Step, _ violations: inout Violations) {
        guard let publication = step.publication else { return }
        publications += 1
        let isJSONDue = publications % jsonSampling == 0
        for event in step.news { check(event, isJSONDue, step, &violations) }
        guard isJSONDue || publications % statusSampling == 0 else { return }
        if step.news.isEmpty { for event in step.events { check(event, isJSONDue, step, &violations) } }
        for precision in Precision.allCases {
            let status = publication.snapshot.status(at: step.now, precision: precision)
            if let problem = status.problem { complain("\(precision.rawValue): \(problem)", step, &violations) }
            if isJSONDue, let problem = JSONRoundTrip.problem(status) { complain(problem, step, &violations) }
        }
    }

    private func check(_ event: Event, _ isJSONDue: Bool, _ step: Step, _ violations: inout Violations) {
        for precision in Precision.allCases {
            guard let report = EventReport(event, precision: precision) else { continue }
            if let problem = report.problem { complain("\(report.event.rawValue): \(problem)", step, &violations) }
            if isJSONDue, let problem = JSONRoundTrip.problem(report) { complain(problem, step, &violations) }
        }
    }

    private func complain(_ text: @autoclosure () -> String, _ step: Step, _ violations: inout Violations) {
        violations.add("sane numbers", at: step.now, text())
    }
}

/// What is wrong with the numbers of a report, or nil.
extension Status {
    var problem: String? {
        if let problem = source.since.problem("source.since", in: ages) ?? location?.problem { return problem }
        if let problem = placemark?.problem ?? heading?.problem ?? visit?.problem { return problem }
        if let problem = geocoding?.nextIn?.problem("geocoding.nextIn", in: ages) { return problem }
        let counters = [geocoding?.requests, geocoding?.saved, fixes?.accepted].compactMap(\.self)
        if counters.contains(where: { $0 < 0 }) || fixes?.rejected.contains(where: { $0.value < 1 }) == true {
            return "a counter is below zero, or a rejection without a fix is named"
        }
        guard precision == .reduced else { return nil }
        if motion != nil || heading != nil || compasses != nil || regions != nil || visit != nil {
            return "it tells more than a cell"
        }
        return location?.tellsTooMuch ?? placemark?.tellsTooMuch
    }
}

extension EventReport {
    var problem: String? {
        if let problem = elapsed?.problem("elapsed", in: ages) ?? location?.problem { return problem }
        return placemark?.problem ?? heading?.problem ?? visit?.problem ?? source?.since.problem("since", in: ages)
    }
}

extension LocationReport {
    fileprivate var problem: String? {
        let problems: [String?] = [
            coordinate.problem,
            age.problem("age", in: ages),
            horizontalAccuracy?.problem("horizontalAccuracy", in: lengths),
            verticalAccuracy?.problem("verticalAccuracy", in: lengths),
            altitude?.problem("altitude", in: -20_000...1e8),
            ellipsoidalAltitude?.problem("ellipsoidalAltitude", in: -20_000...1e8),
            speed?.problem("speed", in: 0...20_000),
            speedAccuracy?.problem("speedAccuracy", in: 0...20_000),
            course?.problem("course", in: courses),
            courseAccuracy?.problem("courseAccuracy", in: 0...360),
        ]
        return problems.lazy.compactMap(\.self).first
    }

    fileprivate var tellsTooMuch: String? {
        let isMore = [altitude, ellipsoidalAltitude, verticalAccuracy, speed, speedAccuracy, course, courseAccuracy]
            .contains { $0 != nil }
        let tellsSatellites = satellitesUsed != nil || satellitesSeen != nil
        return isMore || timestamp != nil || mode != nil || tellsSatellites
            ? "the location tells more than a cell" : nil
    }
}

extension PlacemarkReport {
    fileprivate var problem: String? {
        age.problem("placemark.age", in: ages) ?? horizontalAccuracy?.problem("horizontalAccuracy", in: lengths)
            ?? placemark.problem
    }

    fileprivate var tellsTooMuch: String? {
        horizontalAccuracy != nil || placemark.distance != nil || placemark.bearing != nil
            || placemark.thoroughfare != nil || placemark.postalCode != nil
            ? "the placemark tells more than a locality" : nil
    }
}

extension HeadingReport {
    fileprivate var problem: String? {
        trueHeading?.problem("trueHeading", in: courses) ?? magneticHeading?.problem("magneticHeading", in: courses)
            ?? declination?.problem("declination", in: -180...180)
            ?? accuracy?.problem("heading.accuracy", in: 0...360) ?? age.problem("heading.age", in: ages)
    }
}

extension VisitReport {
    fileprivate var problem: String? {
        coordinate.problem ?? horizontalAccuracy.problem("visit.horizontalAccuracy", in: lengths)
            ?? duration.problem("visit.duration", in: ages) ?? placemark?.problem
    }
}

extension Placemark {
    fileprivate var problem: String? {
        distance?.problem("placemark.distance", in: 0...2.1e7) ?? bearing?.problem("placemark.bearing", in: courses)
    }
}

extension Coordinate {
    fileprivate var problem: String? {
        latitude.problem("latitude", in: -90...90) ?? longitude.problem("longitude", in: -180...180)
    }
}

private let ages = 0.0...3.2e10
private let lengths = 0.0...4.1e7
/// Up to the last number below 360 that has one decimal.
private let courses = 0.0...359.9999

extension Double {
    fileprivate func problem(_ name: StaticString, in range: ClosedRange<Double>) -> String? {
        // A comparison with NaN is false, so this refuses it too.
        self >= range.lowerBound && self <= range.upperBound ? nil : "\(name) is \(self)"
    }
}
