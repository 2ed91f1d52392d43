import PlacemarkModel

extension ReportFormat {
    public static let traccar = ReportFormat(
        "traccar",
        requests: { sink, address in
            let format = TraccarFormat(deviceID: sink.device)
            return .single(.known(device: sink.device)) { report, _ in
                ReportRequest(format.body(for: report), to: address)
            }
        })
}

/// One location as Traccar Client 9 sends it to port 5055 of Traccar 6.7 or later: what has no location would be stored at the
/// last one. Held against `decodeJson` of OsmAndProtocolDecoder.java and its tests, traccar 6.14.5 of August 2026.
public struct TraccarFormat: Sendable {
    /// By what Traccar knows this machine: the identifier of a device there.
    public let deviceID: String

    public init(deviceID: String) { self.deviceID = deviceID }

    /// The body of a request; nil when the report has no location.
    public func body(for report: Report) -> [UInt8]? {
        guard let location = report.location else { return nil }
        var writer = JSONWriter(capacity: 384)
        writer.beginObject()
        writer.key("location")
        writer.beginObject()
        writer.field("timestamp", report.takenAt.description)
        writer.key("coords")
        writer.beginObject()
        writer.field("latitude", location.coordinate.latitude)
        writer.field("longitude", location.coordinate.longitude)
        // Traccar demands all of them. Below zero it takes none; of the altitude it cannot be told.
        writer.field("accuracy", location.horizontalAccuracy ?? -1)
        writer.field("speed", location.speed ?? -1)
        writer.field("heading", location.course ?? -1)
        writer.field("altitude", location.altitude ?? 0)
        writer.endObject()
        writer.field("is_moving", isMoving(report))
        if location.simulated == true { writer.field("mock", true) }
        if let event = event(report) { writer.field("event", event) }
        // Attributes of the position, which Traccar shows and stores.
        writer.key("extras")
        writer.beginObject()
        writer.field("report", report.id.description)
        writer.field("region", report.event?.region)
        writer.field("place", report.placemark?.placemark.cityWithContext)
        writer.endObject()
        writer.endObject()
        writer.field("device_id", deviceID)
        writer.endObject()
        return writer.bytes
    }

    private func isMoving(_ report: Report) -> Bool? {
        switch report.kind {
        case .paused: false
        case .resumed: true
        default: report.event?.status?.motion.map { $0 == .moving }
        }
    }

    /// The app's words where it has one; otherwise ours.
    private func event(_ report: Report) -> String? {
        switch report.kind {
        case .location: nil
        case .paused, .resumed: "motionchange"
        default: report.kind.rawValue
        }
    }
}
