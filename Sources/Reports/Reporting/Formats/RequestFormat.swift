public import PlacemarkModel

/// How reports look in requests over HTTP, and by what their receiver says that it has them.
public struct RequestFormat: Sendable {
    /// What a server of a format says when it has taken a report.
    public enum Receipt: Hashable, Sendable {
        /// Any status 2xx, as long as the answer is no web page.
        case status
        /// JSON with `"result": "ok"`, as Overland's servers answer.
        case resultOK
        /// Any status 2xx of a server that answers 400 while it does not know this device.
        case known(device: String)
        /// JSON, or nothing, as the servers of OwnTracks answer; 400 likewise.
        case jsonOrNothing(device: String)
    }

    public let receipt: Receipt
    /// Whether a request takes several reports.
    public let takesBatches: Bool
    /// Whether the password stands in the requests: then it goes nowhere else.
    public let holdsPassword: Bool
    /// What the address of the sink lacks for some receivers of this format: sentences that say what to do.
    public internal(set) var warnings: [String] = []
    private let made: @Sendable ([Report], Timestamp) -> ReportRequest?

    /// Requests that take any number of reports.
    static func batches(
        _ receipt: Receipt, _ request: @escaping @Sendable ([Report]) -> ReportRequest?
    ) -> RequestFormat {
        RequestFormat(receipt: receipt, takesBatches: true, holdsPassword: false) { reports, _ in request(reports) }
    }

    /// Requests that take one report each; they get the wall clock beside it.
    static func single(
        _ receipt: Receipt, holdsPassword: Bool = false,
        _ request: @escaping @Sendable (Report, Timestamp) -> ReportRequest?
    ) -> RequestFormat {
        RequestFormat(receipt: receipt, takesBatches: false, holdsPassword: holdsPassword) { reports, now in
            reports.first.flatMap { request($0, now) }
        }
    }

    /// The request that tells these reports; nil when the format has no place for any of them.
    ///
    /// - Parameters:
    ///   - reports: one, where the format does not take batches.
    ///   - now: the wall clock.
    public func request(for reports: [Report], at now: Timestamp) -> ReportRequest? { made(reports, now) }
}

/// Of a request over HTTP.
public enum RequestMethod: String, CaseIterable, Sendable {
    case post = "POST"
    case put = "PUT"
    case get = "GET"
}

/// A request over HTTP that tells reports, ready to be sent.
public struct ReportRequest: Hashable, Sendable {
    /// May have a position or the password in it.
    public var address: String
    public var method = RequestMethod.post
    /// Name and value.
    public var headers: [String]
    /// Nil with GET.
    public var body: [UInt8]?

    init(address: String, method: RequestMethod, headers: [String], body: [UInt8]?) {
        (self.address, self.method, self.headers, self.body) = (address, method, headers, body)
    }

    /// A body that is posted; nil without one.
    init?(_ body: [UInt8]?, _ contentType: String = "application/json", to address: String, headers: [String] = []) {
        guard let body else { return nil }
        (self.address, self.body) = (address, body)
        self.headers = ["Content-Type: \(contentType)"] + headers
    }
}
