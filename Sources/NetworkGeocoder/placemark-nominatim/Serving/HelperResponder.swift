import HTTPServing
import HTTPTypes
import HummingbirdCore
import PrometheusMetrics
import PlacemarkModel

extension HTTPAnswer {
    /// The last answer of its connection: whoever watches for a client's leaving has read beyond its request.
    fileprivate var closing: HTTPAnswer {
        var answer = self
        answer.fields[.connection] = "close"
        return answer
    }
}

extension Request {
    /// Who asks, by the daemon's word: only it, and root, may write to the socket. Whoever says nothing is a client.
    fileprivate var asker: GeocodeAsker {
        HTTPField.Name(GeocodeAsker.headerName).flatMap { head.headerFields[$0] }.flatMap(GeocodeAsker.init) ?? .client
    }
}

/// Turns requests into questions of the service, and what it says into answers.
struct HelperResponder: Sendable {
    let service: GeocodingService
    let settings: HelperSettings

    @Sendable func answer(_ request: Request) async -> HTTPAnswer {
        let asked: HelperRequest
        do throws(HelperRequest.Mistake) {
            asked = try HelperRequest(method: request.method, target: request.head.path ?? "/")
        } catch {
            return HelperAnswers.problem(error)
        }
        let answer: HTTPAnswer
        switch asked {
        case .reverse, .search:
            // A client that leaves takes its question along: the task is cancelled then.
            let asker = request.asker
            let answered = try? await request.body.consumeWithCancellationOnInboundClose { _ in
                await self.answer(asked, for: asker)
            }
            answer = (answered ?? HelperAnswers.problem(.cancelled, route: "left")).closing
        case .health, .metrics, .clearCache: answer = await self.answer(asked)
        }
        return request.method == .head ? answer.withoutBody() : answer
    }

    /// - Parameter asker: on whose behalf a place is asked for.
    func answer(_ request: HelperRequest, for asker: GeocodeAsker = .client) async -> HTTPAnswer {
        switch request {
        case .reverse(let position, let accuracy, let language):
            await reverse(
                position, accuracyInMeters: accuracy, language: language ?? settings.language, for: asker)
        case .search(let text, let near, let limit, let language):
            await search(text, near: near, limit: limit, language: language ?? settings.language, for: asker)
        case .health:
            HelperAnswers.json(report(await service.health), route: "health")
        case .metrics:
            HelperAnswers.metrics(HelperMetrics.text(await service.health, ProcessFigures.current()))
        case .clearCache: await clearCache()
        }
    }

    private func reverse(
        _ position: Coordinate, accuracyInMeters: Double?, language: String?, for asker: GeocodeAsker
    ) async -> HTTPAnswer {
        let query = PlaceQuery(
            subject: .reverse(QueryCell.middle(of: position, settings.granularity)), language: language,
            granularity: settings.granularity, asker: asker)
        do throws(ServiceError) {
            let places = try await service.places(for: query)
            guard let place = places.first else { throw .noPlace }
            let placemark = place.placemark(
                from: position, accuracyInMeters: accuracyInMeters, granularity: settings.granularity)
            return HelperAnswers.json(NetworkPlacemark(placemark, coordinate: place.coordinate), route: "reverse")
        } catch {
            return HelperAnswers.problem(error, route: "reverse")
        }
    }

    private func search(
        _ text: String, near: Coordinate?, limit: Int, language: String?, for asker: GeocodeAsker
    ) async -> HTTPAnswer {
        // The hint is often where the machine is: rounded coarsely whatever the granularity, because nearness needs no more.
        let hint = near.map { QueryCell.middle(of: $0, .city) }
        let query = PlaceQuery(
            subject: .search(text, near: hint, limit: limit), language: language, granularity: settings.granularity,
            asker: asker)
        do throws(ServiceError) {
            let places = try await service.places(for: query)
            return HelperAnswers.json(
                Results(results: places.prefix(limit).map { $0.result(of: text, near: near) }), route: "search")
        } catch {
            return HelperAnswers.problem(error, route: "search")
        }
    }

    private func report(_ health: GeocodingService.Health) -> GeocoderHealthReport {
        var report = GeocoderHealthReport(
            settings.server == nil ? .unconfigured : health.refusal == nil ? .ready : .resting)
        let error: ServiceError? = settings.server == nil ? .unconfigured : health.refusal.map(ServiceError.refused)
        report.reason = error?.sentence
        report.retryAfter = health.refusal.map { $0.retryAfter.inSeconds.rounded(.up) }
        report.provider = settings.provider.rawValue
        report.server = settings.server?.text
        report.granularity = settings.granularity.rawValue
        report.requestsToday = health.attemptsToday
        report.dailyLimit = settings.dailyLimit == 0 ? nil : settings.dailyLimit
        report.waiting = health.waiting
        report.cache = health.cache
        return report
    }

    private func clearCache() async -> HTTPAnswer {
        guard let count = await service.clearCache() else {
            return HelperAnswers.problem(503, "failed", "the cache does not work", route: "cache")
        }
        return HelperAnswers.json(ClearedCache(cleared: count), route: "cache")
    }

    private struct Results: Encodable { let results: [SearchResult] }
}
