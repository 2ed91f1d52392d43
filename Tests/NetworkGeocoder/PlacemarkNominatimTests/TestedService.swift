import CurlClient
import PlacemarkModel
import TestSupport

@testable import placemark_nominatim

/// The service with a server of the test, on the real clock or on one that stands still.
enum TestedService {
    static let good = Result<CurlReply, ProviderError>.success(
        CurlReply(
            status: 200, contentType: "application/json",
            body: Array(
                #"{"lat":"47.1","lon":"9.5","name":"Vaduz","address":{"village":"Vaduz","country_code":"li"}}"#.utf8)))

    static let start = BootInstant(sinceBoot: .seconds(1000))
    private static let epoch = ContinuousClock.now
    private static var now: BootInstant { start.advanced(by: ContinuousClock.now - epoch) }

    static func make(
        _ asked: Asked, interval: Duration = .milliseconds(50), dailyLimit: Int? = nil, directory: TemporaryDirectory,
        deadline: Duration = .milliseconds(2700), clock: StandingClock? = nil,
        wallClock: @escaping @Sendable () -> Timestamp = {
            Timestamp(nanosecondsSinceEpoch: 1_795_000_000_000_000_000)
        },
        save: @escaping @Sendable (RequestBudget.Memory) -> Bool = { _ in true }
    ) -> GeocodingService {
        let settings = GeocodingService.Settings(
            server: "http://server.test", budget: .init(interval: interval, dailyLimit: dailyLimit), deadline: deadline)
        return GeocodingService(
            settings, budget: RequestBudget(settings.budget, startingAt: clock?.now ?? now),
            caches: Caches(.init(), directory: directory.path),
            surroundings: .init(
                now: { clock?.now ?? now }, wallClock: wallClock,
                sleep: { pause in
                    if let clock { return await clock.pause(pause) }
                    try? await ContinuousClock().sleep(for: pause)
                },
                save: save, log: { _ in }),
            fetch: asked.fetch)
    }
}

extension PlaceQuery {
    static func search(_ number: Int) -> PlaceQuery {
        PlaceQuery(subject: .search("place \(number)", near: nil, limit: 1), language: nil, granularity: .street)
    }

    /// - Parameter number: of thousandths of a degree to the north, at most 90,000.
    static func reverse(_ number: Int, for asker: GeocodeAsker = .client) -> PlaceQuery {
        let coordinate = Coordinate(clampingLatitude: Double(number) / 1000, wrappingLongitude: 9)
        return PlaceQuery(subject: .reverse(coordinate), language: nil, granularity: .street, asker: asker)
    }
}
