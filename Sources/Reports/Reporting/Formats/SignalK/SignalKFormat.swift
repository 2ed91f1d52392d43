import PlacemarkModel

extension ReportFormat {
    public static let signalk = ReportFormat("signalk", deltas: { SignalKFormat() }, showsGuard: true)
}

/// Reports as deltas of Signal K: SI units, angles in radians, null for what is not known any more. Held against
/// `schemas/delta.json` (1.5.1) and the texts of SignalK/specification 1.8.2, February 2026.
///
/// There is no standard path for the names of places: ours stand below `placemarkd`. Anchorages as resources are left out:
/// resources are no part of a delta, but of the server's own interface.
///
/// A server shows only the present: of each path, what is older than what has been delivered of it is left out.
public struct SignalKFormat: Sendable {
    /// The newest report that was delivered, by path.
    private var newest: [String: NewestReport] = [:]
    /// The last report that was delivered.
    private var last: (id: ReportIdentity, takenAt: Timestamp)?

    public init() {}

    /// One delta, without a newline; nil when there is nothing to tell.
    public func delta(for report: Report) -> [UInt8]? {
        let values = values(of: report).filter { newest[$0.path]?.allows(report) ?? true }
        guard !values.isEmpty else { return nil }
        return Self.delta(values, of: report.id, takenAt: report.takenAt)
    }

    /// Takes a report for delivered. Not sooner: what has to be sent again with others would be older than they are.
    public mutating func delivered(_ report: Report) {
        for value in values(of: report) where newest[value.path, default: NewestReport()].isPassed(by: report) {
            last = (report.id, report.takenAt)
        }
    }

    /// A delta that says nothing new, for a server that takes silence for the end. While nothing has been delivered that could be
    /// said again, it has no update: the schema allows that, and a server throws it away (`handleMessage`, signalk-server 2.19).
    public var signOfLife: [UInt8] {
        last.map { Self.delta([], of: $0.id, takenAt: $0.takenAt) }
            ?? Array(#"{"context":"vessels.self","updates":[]}"#.utf8)
    }

    private static func delta(
        _ values: [SignalKValue], of report: ReportIdentity, takenAt: Timestamp
    ) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.field("context", "vessels.self")
        writer.key("updates")
        writer.beginArray()
        writer.beginObject()
        writer.field("$source", "placemarkd")
        writer.field("timestamp", takenAt.description)
        writer.key("values")
        writer.beginArray()
        // By the last one a second copy can be told from a new delta: the values themselves are the same in both.
        for value in values + [.text("placemarkd.report", report.description)] {
            writer.beginObject()
            writer.field("path", value.path)
            writer.key("value")
            value.write(to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    /// What a report tells, by path, and what is known no longer of what was delivered.
    private func values(of report: Report) -> [SignalKValue] {
        let values = Self.values(of: report)
        guard report.event?.status != nil else { return values }
        // Other instruments may tell a heading: one of ours is taken back only where there was one.
        let told = Set(values.map(\.path))
        return values + SignalKValue.ofNoHeading.filter { newest[$0.path] != nil && !told.contains($0.path) }
    }

    /// What a report tells, by path.
    private static func values(of report: Report) -> [SignalKValue] {
        switch report.kind {
        case .location, .placemark, .heartbeat:
            let source = report.event?.status?.source.state
            var values: [SignalKValue] = []
            if let location = report.location, source == nil || source == .live {
                values += SignalKValue.of(location)
            } else if source != nil {
                values += SignalKValue.ofLoss
            }
            if let placemark = report.placemark?.placemark { values += SignalKValue.of(placemark) }
            if let heading = report.event?.status?.heading { values += SignalKValue.of(heading) }
            if let odometer = report.event?.status?.odometer { values.append(.log(odometer)) }
            if let guarding = report.event?.guard { values += SignalKValue.of(guarding) }
            return values
        case .source:
            // A fix that comes back comes with its location.
            guard let source = report.event?.source, source.state != .live else { return [] }
            return SignalKValue.ofLoss
        case .regionEntered, .regionExited:
            return report.event?.region.map { [.notification(of: $0, entered: report.kind == .regionEntered)] } ?? []
        case .timeZone: return report.event?.timeZone.map { [.text("placemarkd.timeZone", $0)] } ?? []
        case .guardWarning, .guardAlarm, .guardBlind, .guardCleared:
            return report.event?.guard.map(SignalKValue.of) ?? []
        case .tripStarted, .tripResumed, .tripEnded: return report.event?.trip.map(SignalKValue.of) ?? []
        case .visitArrived, .visitDeparted, .paused, .resumed, .missed: return []
        }
    }
}
