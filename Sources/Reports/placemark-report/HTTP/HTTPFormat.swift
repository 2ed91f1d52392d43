import CurlClient
import PlacemarkModel
import ReportFormats
import Reporting

/// How reports look in a request, and by what their receiver says that it has them.
struct HTTPFormat: Sendable {
    let receipt: HTTPVerdict.Receipt
    /// Whether a request takes several reports.
    let takesBatches: Bool
    /// The request; nil when the format has no place for any of the reports.
    let request: @Sendable ([Report]) -> CurlRequest?

    /// The format of a sink; nil when it is none for HTTP, or what it says of requests is wrong.
    static func of(_ sink: Sink, wallClock: @escaping @Sendable () -> Timestamp) -> HTTPFormat? {
        let precision = sink.settings.precision
        guard sink.settings.transport == .http, let address = sink.settings.url,
            let format = whole(sink, to: address, wallClock: wallClock)
        else { return nil }
        return HTTPFormat(
            receipt: format.receipt, takesBatches: format.takesBatches,
            request: { reports in
                let allowed = reports.compactMap { $0.limited(to: precision) }
                return allowed.isEmpty ? nil : format.request(allowed)
            })
    }

    /// Without looking at what the receiver may know.
    private static func whole(
        _ sink: Sink, to address: String, wallClock: @escaping @Sendable () -> Timestamp
    ) -> HTTPFormat? {
        let device = sink.device
        switch sink.settings.format {
        case .placemarkd:
            // Our own events, one a line: NDJSON.
            return HTTPFormat(receipt: .status, takesBatches: true) { reports in
                post(PlacemarkdFormat().lines(reports), "application/x-ndjson", to: address)
            }
        case .overland:
            let format = OverlandFormat(deviceID: device)
            return HTTPFormat(receipt: .resultOK, takesBatches: true) { reports in
                format.body(for: reports).map { post($0, to: address) }
            }
        case .traccar:
            let format = TraccarFormat(deviceID: device)
            return one(.known(device: device)) { report in format.body(for: report).map { post($0, to: address) } }
        case .owntracks:
            let user = sink.settings.user ?? "placemark"
            let format = OwnTracksFormat(user: user, device: device)
            let address = OwnTracksFormat.address(address, user: user, device: device)
            return one(.jsonOrNothing(device: format.topic.replacing("/", with: "-"))) { report in
                format.body(for: report, at: wallClock()).map {
                    post($0, to: address, OwnTracksFormat.headers(user: user, device: device))
                }
            }
        case .template:
            guard let template = try? template(of: sink) else { return nil }
            return one(.status) { report in
                let request = template.request(for: report, device: device, password: sink.secret)
                var made = CurlRequest(request.address, body: request.body, headers: request.headers)
                made.isPut = request.method == .put
                return made
            }
        case .homeassistant, .signalk: return nil
        }
    }

    /// A format whose requests take one report.
    private static func one(
        _ receipt: HTTPVerdict.Receipt, _ request: @escaping @Sendable (Report) -> CurlRequest?
    ) -> HTTPFormat {
        HTTPFormat(receipt: receipt, takesBatches: false) { $0.first.flatMap(request) }
    }

    private static func post(
        _ body: [UInt8], _ contentType: String = "application/json", to address: String, _ headers: [String] = []
    ) -> CurlRequest {
        CurlRequest(address, body: body, headers: ["Content-Type: \(contentType)"] + headers)
    }

    /// The template of a sink; nil for one that has none.
    static func template(of sink: Sink) throws(RequestTemplate.Mistake) -> RequestTemplate? {
        let settings = sink.settings
        guard settings.transport == .http, settings.format == .template, let url = settings.url else { return nil }
        let template = try RequestTemplate(
            address: url, method: settings.method, header: settings.header, body: settings.body)
        guard !template.holdsPassword || sink.secret != nil else {
            throw RequestTemplate.Mistake(
                key: "[Credentials] Credential", reason: "expected one, or PasswordFile=, because of {password}")
        }
        return template
    }
}
