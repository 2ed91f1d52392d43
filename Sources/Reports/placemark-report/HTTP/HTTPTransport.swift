import CurlClient
import GzipCompression
import PlacemarkModel
import ReportFormats
import Reporting
import Settings

/// Carries reports to an HTTP server: as many to a request as the format takes.
struct HTTPTransport: ReportTransport {
    private let format: HTTPFormat
    private let isPacked: Bool
    private let curl: CurlThread
    private let wallClock: @Sendable () -> Timestamp

    /// A batch over a bad link takes minutes. One that stands still is given up sooner.
    private static let timeout: Duration = .seconds(600)
    private static let stallTimeout: Duration = .seconds(60)
    /// Shorter bodies become longer by packing.
    private static let shortestPackedBody = 200

    /// Returns nil for a sink that does not use HTTP.
    init?(_ sink: Sink, format: HTTPFormat, wallClock: @escaping @Sendable () -> Timestamp) {
        guard sink.settings.transport == .http else { return nil }
        var settings = CurlHandle.Settings(
            userAgent: "placemark-report/\(Installation.version)", timeout: Self.timeout)
        settings.stallTimeout = Self.stallTimeout
        // A template that names the password has it go nowhere else.
        if let secret = sink.secret, (try? HTTPFormat.template(of: sink))??.holdsPassword != true {
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

    /// What is wrong with the templates of these sinks, each in the file of its sink.
    static func problems(of sinks: [Sink], in directory: String) -> [ConfigurationProblem] {
        sinks.compactMap { sink in
            do throws(RequestTemplate.Mistake) {
                _ = try HTTPFormat.template(of: sink)
                return nil
            } catch {
                return ConfigurationProblem(
                    file: "\(directory)/\(sink.name).conf", line: nil, reason: .contradiction(error.description))
            }
        }
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
        guard var request = format.request(reports) else { return .acknowledged }
        if isPacked, let body = request.body, body.count >= Self.shortestPackedBody {
            request.body = Gzip.packed(body)
            request.headers.append("Content-Encoding: gzip")
        }
        let reply: Result<CurlReply, CurlFailure>
        do throws(CurlFailure) { reply = .success(try await curl.exchange(request)) } catch { reply = .failure(error) }
        return HTTPVerdict.outcome(of: reply, format.receipt, wallClock: wallClock())
    }
}
