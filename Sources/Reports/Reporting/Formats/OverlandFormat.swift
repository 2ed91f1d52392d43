import PlacemarkModel

extension ReportFormat {
    public static let overland = ReportFormat(
        "overland",
        requests: { sink, address in
            let format = OverlandFormat(deviceID: sink.device)
            return .batches(.resultOK) { ReportRequest(format.body(for: $0), to: address) }
        })
}

/// Locations in batches, as the app Overland sends them: GeoJSON features in one object. Held against the README of
/// aaronpk/Overland-iOS, October 2024. Battery and network are left out, which its receivers take.
public struct OverlandFormat: Sendable {
    /// The name of this machine at the receiver.
    public let deviceID: String

    public init(deviceID: String) { self.deviceID = deviceID }

    /// The body of a request; nil when none of the reports has a location.
    ///
    /// The identity of a report stands where GeoJSON has a place for it, in the feature's `id`.
    public func body(for reports: [Report]) -> [UInt8]? {
        let located = reports.filter { $0.location != nil }
        guard !located.isEmpty else { return nil }
        var writer = JSONWriter(capacity: 256 * located.count)
        writer.beginObject()
        writer.key("locations")
        writer.beginArray()
        for report in located { write(report, to: &writer) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private func write(_ report: Report, to writer: inout JSONWriter) {
        guard let location = report.location else { return }
        writer.beginObject()
        writer.field("type", "Feature")
        writer.field("id", report.id.description)
        writer.key("geometry")
        writer.beginObject()
        writer.field("type", "Point")
        writer.key("coordinates")
        writer.beginArray()
        writer.value(location.coordinate.longitude)
        writer.value(location.coordinate.latitude)
        writer.endArray()
        writer.endObject()
        writer.key("properties")
        writer.beginObject()
        writer.field("timestamp", report.takenAt.description)
        writer.field("altitude", location.altitude)
        writer.field("speed", location.speed)
        writer.field("course", location.course)
        writer.field("horizontal_accuracy", location.horizontalAccuracy)
        // -1 is CoreLocation's word for what is not known.
        writer.field("vertical_accuracy", location.verticalAccuracy ?? -1)
        writer.field("speed_accuracy", location.speedAccuracy ?? -1)
        writer.field("course_accuracy", location.courseAccuracy ?? -1)
        if report.event?.status?.motion == .stationary {
            writer.key("motion")
            writer.beginArray()
            writer.value("stationary")
            writer.endArray()
        }
        writer.field("device_id", deviceID)
        writer.endObject()
        writer.endObject()
    }
}
