import PlacemarkCore
public import Reporting

/// Reports as deltas of Signal K: SI units, angles in radians, null for what is not known any more. Held against
/// `schemas/delta.json` (1.5.1) and the texts of SignalK/specification 1.8.2, February 2026.
///
/// There is no standard path for the names of places: ours stand below `placemarkd`. Anchorages as resources are left out:
/// resources are no part of a delta, but of the server's own interface.
public struct SignalKFormat: Sendable {
    /// The kinds of report that it has a delta for.
    public static let kinds: Set<ReportKind> = [
        .location, .placemark, .heartbeat, .regionEntered, .regionExited, .timeZone, .source,
    ]

    public init() {}

    /// One delta, without a newline; nil when there is nothing to tell.
    public func delta(for report: Report) -> [UInt8]? {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.field("context", "vessels.self")
        writer.key("updates")
        writer.beginArray()
        writer.beginObject()
        writer.field("$source", "placemarkd")
        writer.field("timestamp", report.takenAt.description)
        writer.key("values")
        writer.beginArray()
        guard writeValues(of: report, to: &writer) else { return nil }
        // By what a second copy can be told from a new delta: the values themselves are the same in both.
        writer.text("placemarkd.report", report.id.description)
        writer.endArray()
        writer.endObject()
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    /// Returns whether there were any.
    private func writeValues(of report: Report, to writer: inout JSONWriter) -> Bool {
        switch report.kind {
        case .location, .placemark, .heartbeat:
            let source = report.event?.status?.source.state
            if let location = report.location, source == nil || source == .live {
                writer.write(location)
            } else if source != nil {
                writer.writeLoss()
            }
            if let placemark = report.placemark?.placemark { writer.write(placemark) }
            return report.location != nil || report.placemark != nil || source != nil
        case .source:
            // A fix that comes back comes with its location.
            guard let source = report.event?.source, source.state != .live else { return false }
            writer.writeLoss()
            return true
        case .regionEntered, .regionExited:
            guard let region = report.event?.region else { return false }
            writer.write(region, entered: report.kind == .regionEntered)
            return true
        case .timeZone:
            guard let zone = report.event?.timeZone else { return false }
            writer.text("placemarkd.timeZone", zone)
            return true
        case .visitArrived, .visitDeparted, .paused, .resumed, .missed: return false
        }
    }
}

extension JSONWriter {
    private mutating func begin(_ path: String) {
        beginObject()
        field("path", path)
        key("value")
    }

    /// A value; null where there is none, so that nobody goes on showing the last one.
    fileprivate mutating func text(_ path: String, _ text: String?) {
        begin(path)
        if let text { value(text) } else { null() }
        endObject()
    }

    private mutating func number(_ path: String, _ number: Double?) {
        begin(path)
        if let number { value(number) } else { null() }
        endObject()
    }

    fileprivate mutating func write(_ location: LocationReport) {
        begin("navigation.position")
        beginObject()
        field("latitude", location.coordinate.latitude)
        field("longitude", location.coordinate.longitude)
        field("altitude", location.altitude)
        endObject()
        endObject()
        number("navigation.speedOverGround", location.speed)
        // Four decimals are half a hundredth of a degree, more than any receiver knows.
        number("navigation.courseOverGroundTrue", location.course.map { ($0 * .pi / 180).rounded(toDecimals: 4) })
    }

    /// There is a receiver, and it does not know where it is.
    fileprivate mutating func writeLoss() {
        for path in ["navigation.position", "navigation.speedOverGround", "navigation.courseOverGroundTrue"] {
            text(path, nil)
        }
    }

    fileprivate mutating func write(_ placemark: Placemark) {
        text("placemarkd.name", placemark.name)
        text("placemarkd.locality", placemark.locality)
        text("placemarkd.subAdministrativeArea", placemark.subAdministrativeArea)
        text("placemarkd.administrativeArea", placemark.administrativeArea)
        text("placemarkd.country", placemark.country)
        text("placemarkd.isoCountryCode", placemark.isoCountryCode)
        text("placemarkd.timeZone", placemark.timeZone)
        text("placemarkd.water", placemark.inlandWater ?? placemark.ocean)
        text("placemarkd.cityWithContext", placemark.cityWithContext)
    }

    /// A notification: entering a region raises it, leaving brings it back to normal.
    fileprivate mutating func write(_ region: String, entered: Bool) {
        // The schema allows letters, digits and hyphens.
        begin("notifications.placemarkd.\(SafeName.identifier(region, separator: "-"))")
        beginObject()
        field("state", entered ? "alert" : "normal")
        key("method")
        beginArray()
        if entered { value("visual") }
        endArray()
        field("message", (entered ? "Entered " : "Left ") + region)
        endObject()
        endObject()
    }
}
