import CurlClient
import PlacemarkModel
import Synchronization
import TestConditions
import TestSupport
import Testing

@testable import placemark_nominatim

/// The service with a server of the test, on the real clock or on one that stands still.
@Suite("Service", .tags(.waits))
struct ServiceTests {
    private static let good = Result<CurlReply, ProviderError>.success(
        CurlReply(
            status: 200, contentType: "application/json",
            body: Array(
                #"{"lat":"47.1","lon":"9.5","name":"Vaduz","address":{"village":"Vaduz","country_code":"li"}}"#.utf8)))

    private func service(
        _ asked: Asked, interval: Duration = .milliseconds(50), dailyLimit: Int? = nil, directory: TemporaryDirectory,
        deadline: Duration = .milliseconds(2700), clock: StandingClock? = nil,
        save: @escaping @Sendable (RequestBudget.Memory) -> Bool = { _ in true }
    ) -> GeocodingService {
        let settings = GeocodingService.Settings(
            server: "http://server.test", budget: .init(interval: interval, dailyLimit: dailyLimit), deadline: deadline)
        return GeocodingService(
            settings, budget: RequestBudget(settings.budget, startingAt: clock?.now ?? now),
            caches: Caches(.init(), directory: directory.path),
            surroundings: .init(
                now: { clock?.now ?? self.now },
                wallClock: { Timestamp(nanosecondsSinceEpoch: 1_795_000_000_000_000_000) },
                sleep: { pause in
                    if let clock { return await clock.sleep(pause) }
                    try? await ContinuousClock().sleep(for: pause)
                },
                save: save, log: { _ in }),
            fetch: asked.fetch)
    }

    /// How questions have ended so far, in their order.
    private final class Ends: Sendable {
        private let ends = Mutex<[ServiceError?]>([])
        var all: [ServiceError?] { ends.withLock(\.self) }
        func append(_ end: ServiceError?) { ends.withLock { $0.append(end) } }
    }

    private static let epoch = ContinuousClock.now
    private var now: BootInstant { BootInstant(sinceBoot: .seconds(1000) + (ContinuousClock.now - Self.epoch)) }

    private func query(_ number: Int) -> PlaceQuery {
        PlaceQuery(subject: .search("place \(number)", near: nil, limit: 1), language: nil, granularity: .street)
    }

    private func reverse(_ number: Int, for asker: GeocodeAsker = .client) throws -> PlaceQuery {
        let coordinate = try #require(Coordinate(latitude: Double(number) / 1000, longitude: 9))
        return PlaceQuery(subject: .reverse(coordinate), language: nil, granularity: .street, asker: asker)
    }

    @Test(
        "fault 88: what the daemon was answered, or is being answered, is neither told to a client at once nor shared with it",
        .timeLimit(.minutes(1)))
    func apart() async throws {
        let (asked, directory) = (Asked(delay: .milliseconds(50), reply: Self.good), try TemporaryDirectory())
        let service = service(asked, interval: .zero, directory: directory)
        _ = try await service.places(for: reverse(1, for: .daemon))
        // As long as for any other place.
        for number in [1, 2] {
            let before = asked.count
            _ = try await service.places(for: reverse(number))
            #expect(asked.count == before + 1)
        }
        // Nor the other way round: what a client has asked costs the daemon its request, as any other place does.
        _ = try await service.places(for: reverse(2, for: .daemon))
        #expect(asked.count == 4)
        async let own = service.places(for: reverse(3, for: .daemon))
        async let others = service.places(for: reverse(3))
        _ = try await (own, others)
        #expect(asked.count == 6)
        // Each has its own answers now.
        for asker in GeocodeAsker.allCases { _ = try await service.places(for: reverse(3, for: asker)) }
        #expect(asked.count == 6)
        let health = await service.health
        #expect(health.cache.entries == 6)
        #expect(await service.clearCache() == 6)
    }

    @Test(
        "fault 89: a hundred clients in loops, and each of the daemon's own questions is answered",
        .timeLimit(.minutes(2)))
    func crowded() async throws {
        let (asked, directory) = (Asked(delay: .milliseconds(5), reply: Self.good), try TemporaryDirectory())
        let service = service(asked, interval: .milliseconds(100), dailyLimit: 1000, directory: directory)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 1...100 {
                group.addTask {
                    var number = client * 800
                    while !Task.isCancelled {
                        number += 1
                        _ = try? await service.places(for: self.reverse(number % 80_000))
                        await Task.yield()
                    }
                }
            }
            #expect(await poll(atMost: .seconds(20)) { await service.health.waiting > 10 })
            for number in 0..<10 { _ = try await service.places(for: reverse(number, for: .daemon)) }
            group.cancelAll()
        }
        let health = await service.health
        #expect((health.figures.outcomes[.crowded] ?? 0) > 100)
    }

    @Test(
        "fault 89: where a client's question would cost the daemon's own its deadline, it is not asked",
        .timeLimit(.minutes(1)))
    func slowServer() async throws {
        let (clock, directory) = (StandingClock(), try TemporaryDirectory())
        let slow = Asked(delay: .milliseconds(600), reply: Self.good, sleep: clock.sleep)
        let service = service(
            slow, interval: .zero, directory: directory, deadline: .milliseconds(1100), clock: clock)
        async let own = service.places(for: reverse(1, for: .daemon))
        // The request that is under way, and its deadline.
        #expect(await poll(atMost: .seconds(20)) { clock.sleepers(within: .milliseconds(1100)) == 2 })
        clock.advance(by: .milliseconds(600))
        _ = try await own
        await #expect(throws: ServiceError.crowded) { try await service.places(for: reverse(2)) }
        #expect(slow.count == 1)
        // Nor where the interval is longer than the daemon waits.
        let asked = Asked(reply: Self.good)
        let seldom = self.service(asked, interval: .seconds(10), directory: directory)
        await #expect(throws: ServiceError.crowded) { try await seldom.places(for: reverse(3)) }
        #expect(asked.count == 0)
    }

    @Test(
        "fault 89: clients cannot use up the requests of the day that are left to the daemon", .timeLimit(.minutes(1)))
    func day() async throws {
        let (asked, directory) = (Asked(reply: Self.good), try TemporaryDirectory())
        let service = service(asked, interval: .zero, dailyLimit: 8, directory: directory)
        for number in 0..<2 { _ = try await service.places(for: reverse(number)) }
        for number in 2..<10 {
            let query = try reverse(number)
            do throws(ServiceError) {
                _ = try await service.places(for: query)
                Issue.record("an answer came")
            } catch {
                guard case .refused(let refusal) = error else { throw error }
                #expect(refusal.reason == .clientLimit(2))
            }
        }
        for number in 0..<6 { _ = try await service.places(for: reverse(number, for: .daemon)) }
        #expect(asked.count == 8)
        #expect(await service.health.refusal?.reason == .dailyLimit(8))
    }

    @Test(
        "fault 61: a request that cannot be written down is not sent, and the health page says why",
        .timeLimit(.minutes(1)))
    func notKept() async throws {
        let (asked, directory) = (Asked(reply: Self.good), try TemporaryDirectory())
        let isWritable = Mutex(false)
        // As a process after the other, each with the same old file.
        for _ in 0..<5 {
            let service = service(asked, directory: directory, save: { _ in isWritable.withLock(\.self) })
            let query = try reverse(1, for: .daemon)
            let refusal = RequestBudget.Refusal(reason: .notKept, retryAfter: .seconds(60))
            await #expect(throws: ServiceError.refused(refusal)) { try await service.places(for: query) }
            #expect(await service.health.refusal == refusal)
            #expect(await service.health.attemptsToday == 0)
        }
        #expect(asked.count == 0)
        // A server of one's own without a bound has nothing that would have to be written down.
        let unbounded = service(asked, interval: .zero, directory: directory, save: { _ in false })
        _ = try await unbounded.places(for: reverse(1, for: .daemon))
        #expect(asked.count == 1)
        isWritable.withLock { $0 = true }
        let service = service(asked, directory: directory, save: { _ in isWritable.withLock(\.self) })
        _ = try await service.places(for: reverse(2, for: .daemon))
        #expect(await service.health.refusal == nil)
        #expect(asked.count == 2)
    }

    @Test("an answer from the cache costs no budget", .timeLimit(.minutes(1)))
    func cached() async throws {
        let (asked, directory) = (Asked(reply: Self.good), try TemporaryDirectory())
        let service = service(asked, dailyLimit: 1, directory: directory)
        for _ in 0..<100 { #expect(try await service.places(for: reverse(1, for: .daemon)).count == 1) }
        #expect(asked.count == 1)
        await #expect(throws: ServiceError.self) { try await service.places(for: reverse(2, for: .daemon)) }
        let health = await service.health
        #expect(health.attemptsToday == 1)
        #expect(health.figures.outcomes == [.answered: 100, .refused: 1])
    }

    @Test(
        "fault 62: a thousand clients at once share one budget, in their order; who cannot be answered is told so at once",
        .timeLimit(.minutes(1)))
    func stampede() async throws {
        let (clock, interval) = (StandingClock(), Duration.milliseconds(100))
        let (asked, directory) = (Asked(reply: Self.good), try TemporaryDirectory())
        let service = service(asked, interval: interval, directory: directory, clock: clock)
        let ends = Ends()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    do throws(ServiceError) {
                        guard let query = try? self.reverse(number) else { return }
                        _ = try await service.places(for: query)
                        ends.append(nil)
                    } catch {
                        ends.append(error)
                    }
                }
            }
            // At once: no time has passed when each of them waits or has been told, with Retry-After.
            let haveCome = await poll(atMost: .seconds(5)) {
                await ends.all.count + service.health.waiting == 1000
            }
            #expect(haveCome)
            let waiting = await service.health.waiting
            #expect((15...24).contains(waiting), "\(waiting)")
            #expect(ends.all.allSatisfy { $0 == .crowded } && asked.count == 0)
            #expect(ServiceError.crowded.retryAfterInSeconds != nil)
            // One in each interval, and all that wait before their deadline.
            for number in 1...max(1, waiting) {
                #expect(await poll(atMost: .seconds(5)) { clock.sleepers(within: interval) == 1 })
                clock.advance(by: interval)
                #expect(await poll(atMost: .seconds(5)) { await service.health.waiting == waiting - number })
                #expect(asked.count == number)
            }
        }
        #expect(ends.all.count == 1000)
        #expect(ends.all.count { $0 == nil } == asked.count)
    }

    @Test("clients who ask the same share one request", .timeLimit(.minutes(1)))
    func shared() async throws {
        let (asked, directory) = (Asked(delay: .milliseconds(100), reply: Self.good), try TemporaryDirectory())
        let service = service(asked, directory: directory)
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<500 { group.addTask { (try? await service.places(for: self.reverse(1)).count) ?? 0 } }
            for await count in group { #expect(count == 1) }
        }
        #expect(asked.count == 1)
    }

    @Test(
        "fault 62: a client that leaves is taken off the queue, and its question is not asked", .timeLimit(.minutes(1)))
    func leaving() async throws {
        let (asked, directory, clock) = (Asked(reply: Self.good), try TemporaryDirectory(), StandingClock())
        let service = service(asked, interval: .milliseconds(400), directory: directory, clock: clock)
        let first = Task { try await service.places(for: query(1)) }
        let second = Task { try await service.places(for: query(2)) }
        #expect(await poll(atMost: .seconds(5)) { await service.health.waiting == 2 })
        second.cancel()
        await #expect(throws: ServiceError.cancelled) { try await second.value }
        #expect(await poll(atMost: .seconds(5)) { clock.sleepers(within: .milliseconds(400)) == 1 })
        clock.advance(by: .milliseconds(400))
        // The reply of the test is that of a reverse look-up, which is no list.
        await #expect(throws: ServiceError.self) { try await first.value }
        #expect(await service.health.waiting == 0)
        #expect(await service.health.figures.outcomes[.left] == 1)
        #expect(asked.count == 1)
    }

    @Test("fault 51: the deadline holds, whatever the server does", .timeLimit(.minutes(1)))
    func deadline() async throws {
        let (asked, directory) = (Asked(delay: .seconds(600), reply: Self.good), try TemporaryDirectory())
        let service = service(asked, directory: directory, deadline: .milliseconds(300))
        await #expect(throws: ServiceError.timeout) { try await service.places(for: reverse(1)) }
    }

    @Test(
        "fault 52: once the server has throttled, nobody asks it, and everybody hears until when",
        .timeLimit(.minutes(1))
    )
    func throttled() async throws {
        let reply = CurlReply(status: 429, contentType: "text/html", retryAfter: "7200", body: [])
        let (asked, directory) = (Asked(reply: .success(reply)), try TemporaryDirectory())
        let service = service(asked, directory: directory)
        await #expect(throws: ServiceError.provider(.throttled(status: 429, retryAfter: "7200"))) {
            try await service.places(for: reverse(1))
        }
        for number in 2..<50 {
            let query = try reverse(number)
            do throws(ServiceError) {
                _ = try await service.places(for: query)
                Issue.record("an answer came")
            } catch {
                #expect(error.status == 503)
                #expect((7000...7200).contains(error.retryAfterInSeconds ?? 0))
            }
        }
        #expect(asked.count == 1)
        #expect(await service.health.refusal?.reason == .circuit(.throttled))
    }

    @Test("what leaves the machine is a rounded position, and is counted", .timeLimit(.minutes(1)))
    func privacy() async throws {
        let (asked, directory) = (Asked(reply: Self.good), try TemporaryDirectory())
        var settings = HelperSettings()
        settings.granularity = .city
        let responder = HelperResponder(service: service(asked, directory: directory), settings: settings)
        let position = try #require(Coordinate(latitude: 47.14159265, longitude: 9.52718281))
        _ = await responder.answer(.reverse(position, accuracyInMeters: nil, language: nil))
        let address = try #require(asked.addresses.withLock { $0.first?.address })
        #expect(address.contains("lat=47.145000&lon=9.530000"))
        #expect(!address.contains("1415") && !address.contains("5271"))
        #expect(await responder.service.health.figures.sent == [.street: 0, .city: 1].filter { $0.value > 0 })
    }
}
