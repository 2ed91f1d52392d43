import CurlClient
import PlacemarkModel
import Synchronization
import TestConditions
import TestSupport
import Testing

@testable import placemark_nominatim

@Suite("Service", .tags(.waits))
struct ServiceTests {
    @Test(
        "fault 88: what the daemon was answered, or is being answered, is neither told to a client at once nor shared with it",
        .timeLimit(.minutes(1)))
    func apart() async throws {
        let (asked, directory) = (Asked(delay: .milliseconds(50), reply: TestedService.good), try TemporaryDirectory())
        let service = TestedService.make(asked, interval: .zero, directory: directory, deadline: .seconds(30))
        _ = try await service.places(for: .reverse(1, for: .daemon))
        // As long as for any other place.
        for number in [1, 2] {
            let before = asked.count
            _ = try await service.places(for: .reverse(number))
            #expect(asked.count == before + 1)
        }
        // Nor the other way round: what a client has asked costs the daemon its request, as any other place does.
        _ = try await service.places(for: .reverse(2, for: .daemon))
        #expect(asked.count == 4)
        async let own = service.places(for: .reverse(3, for: .daemon))
        async let others = service.places(for: .reverse(3))
        _ = try await (own, others)
        #expect(asked.count == 6)
        // Each has its own answers now.
        for asker in GeocodeAsker.allCases { _ = try await service.places(for: .reverse(3, for: asker)) }
        #expect(asked.count == 6)
        let health = await service.health
        #expect(health.cache.entries == 6)
        #expect(await service.clearCache() == 6)
    }

    @Test(
        "fault 61: a request that cannot be written down is not sent, and the health page says why",
        .timeLimit(.minutes(1)))
    func notKept() async throws {
        let (asked, directory) = (Asked(reply: TestedService.good), try TemporaryDirectory())
        let isWritable = Mutex(false)
        // As a process after the other, each with the same old file.
        for _ in 0..<5 {
            let service = TestedService.make(asked, directory: directory, save: { _ in isWritable.withLock(\.self) })
            let query = PlaceQuery.reverse(1, for: .daemon)
            let refusal = RequestBudget.Refusal(reason: .notKept, retryAfter: .seconds(60))
            await #expect(throws: ServiceError.refused(refusal)) { try await service.places(for: query) }
            #expect(await service.health.refusal == refusal)
            #expect(await service.health.attemptsToday == 0)
        }
        #expect(asked.count == 0)
        // A server of one's own without a bound has nothing that would have to be written down.
        let unbounded = TestedService.make(asked, interval: .zero, directory: directory, save: { _ in false })
        _ = try await unbounded.places(for: .reverse(1, for: .daemon))
        #expect(asked.count == 1)
        isWritable.withLock { $0 = true }
        let service = TestedService.make(asked, directory: directory, save: { _ in isWritable.withLock(\.self) })
        _ = try await service.places(for: .reverse(2, for: .daemon))
        #expect(await service.health.refusal == nil)
        #expect(asked.count == 2)
    }

    @Test("an answer from the cache costs no budget", .timeLimit(.minutes(1)))
    func cached() async throws {
        let (asked, directory) = (Asked(reply: TestedService.good), try TemporaryDirectory())
        let service = TestedService.make(asked, dailyLimit: 1, directory: directory)
        for _ in 0..<100 { #expect(try await service.places(for: .reverse(1, for: .daemon)).count == 1) }
        #expect(asked.count == 1)
        await #expect(throws: ServiceError.self) { try await service.places(for: .reverse(2, for: .daemon)) }
        let health = await service.health
        #expect(health.attemptsToday == 1)
        #expect(health.figures.outcomes == [.answered: 100, .refused: 1])
    }

    @Test("clients who ask the same share one request", .timeLimit(.minutes(1)))
    func shared() async throws {
        let (asked, directory) = (Asked(delay: .milliseconds(100), reply: TestedService.good), try TemporaryDirectory())
        let service = TestedService.make(asked, directory: directory, deadline: .seconds(30))
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<500 { group.addTask { (try? await service.places(for: .reverse(1)).count) ?? 0 } }
            for await count in group { #expect(count == 1) }
        }
        #expect(asked.count == 1)
    }

    @Test("fault 51: the deadline holds, whatever the server does", .timeLimit(.minutes(1)))
    func deadline() async throws {
        let (asked, directory) = (Asked(delay: .seconds(600), reply: TestedService.good), try TemporaryDirectory())
        let service = TestedService.make(asked, directory: directory, deadline: .milliseconds(300))
        await #expect(throws: ServiceError.timeout) { try await service.places(for: .reverse(1)) }
    }

    @Test(
        "fault 52: once the server has throttled, nobody asks it, and everybody hears until when",
        .timeLimit(.minutes(1))
    )
    func throttled() async throws {
        let reply = CurlReply(status: 429, contentType: "text/html", retryAfter: "7200", body: [])
        let (asked, directory) = (Asked(reply: .success(reply)), try TemporaryDirectory())
        let service = TestedService.make(asked, directory: directory)
        await #expect(throws: ServiceError.provider(.throttled(status: 429, retryAfter: "7200"))) {
            try await service.places(for: .reverse(1))
        }
        for number in 2..<50 {
            let query = PlaceQuery.reverse(number)
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
        let (asked, directory) = (Asked(reply: TestedService.good), try TemporaryDirectory())
        var settings = HelperSettings()
        settings.granularity = .city
        let responder = HelperResponder(service: TestedService.make(asked, directory: directory), settings: settings)
        let position = try #require(Coordinate(latitude: 47.14159265, longitude: 9.52718281))
        _ = await responder.answer(.reverse(position, accuracyInMeters: nil, language: nil))
        let address = try #require(asked.addresses.withLock { $0.first?.address })
        #expect(address.contains("lat=47.145000&lon=9.530000"))
        #expect(!address.contains("1415") && !address.contains("5271"))
        #expect(await responder.service.health.figures.sent == [.street: 0, .city: 1].filter { $0.value > 0 })
    }
}
