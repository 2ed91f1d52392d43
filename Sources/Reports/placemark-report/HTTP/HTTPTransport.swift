import CurlClient
import GzipCompression
import PlacemarkModel
import Reporting
import ServiceLifecycle
import Settings

/// Carries reports to an HTTP server: as many to a request as the format takes.
struct HTTPTransport: ReportTransport {
    private let format: RequestFormat
    private let isPacked: Bool
    private let curl: CurlThread
    private let wallClock: @Sendable () -> Timestamp

    /// A batch over a bad link takes minutes. One that stands still is given up sooner.
    private static let timeout: Duration = .seconds(600)
    private static let stallTimeout: Duration = .seconds(60)
    /// Shorter bodies become longer by packing.
    private static let shortestPackedBody = 200

    /// - Parameter format: of the sink.
    init(_ sink: Sink, format: RequestFormat, wallClock: @escaping @Sendable () -> Timestamp) {
        var settings = CurlHandle.Settings(
            userAgent: "placemark-report/\(Installation.version)", timeout: Self.timeout)
        settings.stallTimeout = Self.stallTimeout
        if let secret = sink.secret, !format.holdsPassword {
            settings.login = sink.settings.user.map { .basic(user: $0, password: secret) } ?? .bearer(token: secret)
        }
        settings.authorityFile = sink.settings.authorityFile
        settings.certificateFile = sink.settings.certificateFile
        settings.keyFile = sink.settings.keyFile
        curl = CurlThread(settings)
        self.format = format
        isPacked = sink.settings.compression == .gzip
        self.wallClock = wallClock
    }

    /// Throws what is wrong with the file of the sink.
    static func plan(_ sink: Sink) throws(ConfigurationProblem.Reason) -> TransportPlan {
        let format = try sink.requests()
        return { HTTPTransport(sink, format: format, wallClock: $0.wallClock) }
    }

    /// Breaks off what is under way when the program ends.
    func run() async {
        try? await gracefulShutdown()
        curl.abandon()
    }

    var warnings: [String] { format.warnings }

    func send(_ reports: [Report]) async -> DeliveryResult {
        guard !format.takesBatches else { return .all(await post(reports)) }
        var outcomes: [DeliveryOutcome] = []
        for report in reports {
            let outcome = await post([report])
            outcomes.append(outcome)
            // The others would fail as well, each after its own timeout.
            if case .failed = outcome { break }
        }
        let rest = DeliveryOutcome.failed(reason: "", retryAfter: nil)
        return .each(outcomes + Array(repeating: rest, count: reports.count - outcomes.count))
    }

    private func post(_ reports: [Report]) async -> DeliveryOutcome {
        // What the format has no word for is not for this receiver.
        guard let told = format.request(for: reports, at: wallClock()) else { return .acknowledged }
        var request = CurlRequest(told.address, body: told.body, headers: told.headers)
        request.isPut = told.method == .put
        if isPacked, let body = request.body, body.count >= Self.shortestPackedBody {
            request.body = Gzip.packed(body)
            request.headers.append("Content-Encoding: gzip")
        }
        let reply: Result<CurlReply, CurlFailure>
        do throws(CurlFailure) { reply = .success(try await curl.exchange(request)) } catch { reply = .failure(error) }
        return HTTPVerdict.outcome(of: reply, format.receipt, wallClock: wallClock())
    }
}
