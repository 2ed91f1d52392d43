import CurlClient
import GzipCompression
import PlacemarkCore
import Reporting

/// Carries reports to an HTTP server: as many to a request as the format takes.
struct HTTPTransport: ReportTransport {
    private let address: String
    private let format: HTTPFormat
    private let isPacked: Bool
    private let curl: CurlThread
    private let wallClock: @Sendable () -> Timestamp

    /// A batch over a bad link takes minutes. One that stands still is given up sooner.
    private static let timeout: Duration = .seconds(600)
    private static let stallTimeout: Duration = .seconds(60)
    /// Shorter bodies become longer by packing.
    private static let shortestPackedBody = 200

    /// Returns nil for a sink that is none of HTTP.
    init?(_ sink: Sink, format: HTTPFormat, wallClock: @escaping @Sendable () -> Timestamp) {
        guard sink.settings.transport == .http, let url = sink.settings.url else { return nil }
        var settings = CurlHandle.Settings(
            userAgent: "placemark-report/\(Installation.version)", timeout: Self.timeout)
        settings.stallTimeout = Self.stallTimeout
        if let secret = sink.secret {
            settings.login = sink.settings.user.map { .basic(user: $0, password: secret) } ?? .bearer(token: secret)
        }
        settings.authorityFile = sink.settings.authorityFile
        settings.certificateFile = sink.settings.certificateFile
        settings.keyFile = sink.settings.keyFile
        curl = CurlThread(settings)
        address = url
        self.format = format
        isPacked = sink.settings.compression == .gzip
        self.wallClock = wallClock
    }

    /// Breaks off what is under way when the program ends.
    func run() async {
        // Longer than any machine runs; cancelling ends it.
        while (try? await Task.sleep(for: .seconds(86_400))) != nil {}
        curl.abandon()
    }

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
        guard let body = format.body(reports) else { return .acknowledged }
        var request = CurlRequest(address, body: body, headers: ["Content-Type: \(format.contentType)"])
        if isPacked, body.count >= Self.shortestPackedBody {
            request.body = Gzip.packed(body)
            request.headers.append("Content-Encoding: gzip")
        }
        let reply: Result<CurlReply, CurlFailure>
        do throws(CurlFailure) { reply = .success(try await curl.exchange(request)) } catch { reply = .failure(error) }
        return HTTPVerdict.outcome(of: reply, format.receipt, wallClock: wallClock())
    }
}
