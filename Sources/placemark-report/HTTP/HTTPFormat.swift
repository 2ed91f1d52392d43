import PlacemarkCore
import ReportFormats
import Reporting

/// How reports look in the body of a request, and by what their receiver says that it has them.
struct HTTPFormat: Sendable {
    let contentType: String
    let receipt: HTTPVerdict.Receipt
    /// Whether a request takes several reports.
    let takesBatches: Bool
    /// The body; nil when the format has no place for any of the reports.
    let body: @Sendable ([Report]) -> [UInt8]?

    /// Our own events, one a line: NDJSON.
    static let placemarkd = HTTPFormat(
        contentType: "application/x-ndjson", receipt: .status, takesBatches: true,
        body: { PlacemarkdFormat().lines($0) })

    /// The format of a sink; nil when it is none for HTTP.
    static func of(_ sink: Sink, wallClock: @escaping @Sendable () -> Timestamp) -> HTTPFormat? {
        let precision = sink.settings.precision
        guard let format = whole(sink, wallClock: wallClock) else { return nil }
        return HTTPFormat(
            contentType: format.contentType, receipt: format.receipt, takesBatches: format.takesBatches,
            body: { reports in
                let allowed = reports.compactMap { $0.limited(to: precision) }
                return allowed.isEmpty ? nil : format.body(allowed)
            })
    }

    /// Without looking at what the receiver may know.
    private static func whole(_ sink: Sink, wallClock: @escaping @Sendable () -> Timestamp) -> HTTPFormat? {
        switch sink.settings.format {
        case .placemarkd: return placemarkd
        case .overland:
            let format = OverlandFormat(deviceID: sink.device)
            return HTTPFormat(
                contentType: json, receipt: .resultOK, takesBatches: true, body: { format.body(for: $0) })
        case .traccar:
            let format = TraccarFormat(deviceID: sink.device)
            return HTTPFormat(
                contentType: json, receipt: .status, takesBatches: false,
                body: { $0.first.flatMap { format.body(for: $0) } })
        case .owntracks:
            let format = OwnTracksFormat(user: sink.settings.user ?? "placemark", device: sink.device)
            return HTTPFormat(
                contentType: json, receipt: .jsonOrNothing, takesBatches: false,
                body: { $0.first.flatMap { format.body(for: $0, at: wallClock()) } })
        case .homeassistant, .signalk, .template: return nil
        }
    }

    private static let json = "application/json"
}
