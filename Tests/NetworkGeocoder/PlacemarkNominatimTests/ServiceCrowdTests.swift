import PlacemarkModel
import Synchronization
import TestConditions
import TestSupport
import Testing

@testable import placemark_nominatim

@Suite("The service in a crowd", .tags(.waits))
struct ServiceCrowdTests {
    /// How questions have ended so far, in their order.
    private final class Ends: Sendable {
        private let ends = Mutex<[ServiceError?]>([])
        var all: [ServiceError?] { ends.withLock(\.self) }
        func append(_ end: ServiceError?) { ends.withLock { $0.append(end) } }
    }

    @Test(
        "fault 89: a hundred clients in loops, and each of the daemon's own questions is answered",
        .timeLimit(.minutes(2)))
    func crowded() async throws {
        let (asked, directory) = (Asked(delay: .milliseconds(5), reply: TestedService.good), try TemporaryDirectory())
        // Long enough for the daemon's own with a hundred in its way on a slow machine, too short for all of those.
        let service = TestedService.make(
            asked, interval: .milliseconds(200), dailyLimit: 1000, directory: directory, deadline: .seconds(12))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 1...100 {
                group.addTask {
                    var number = client * 800
                    while !Task.isCancelled {
                        number += 1
                        _ = try? await service.places(for: .reverse(number % 80_000))
                        await Task.yield()
                    }
                }
            }
            #expect(await poll(atMost: .seconds(20)) { await service.health.waiting > 10 })
            for number in 0..<10 { _ = try await service.places(for: .reverse(number, for: .daemon)) }
            group.cancelAll()
        }
        let health = await service.health
        #expect((health.figures.outcomes[.crowded] ?? 0) > 100)
    }

    @Test(
        "fault 89: where a client's question would cost the daemon's own its deadline, it is not asked",
        .timeLimit(.minutes(1)))
    func slowServer() async throws {
        let (clock, directory) = (StandingClock(at: TestedService.start), try TemporaryDirectory())
        let slow = Asked(delay: .milliseconds(600), reply: TestedService.good, sleep: clock.pause)
        let service = TestedService.make(
            slow, interval: .zero, directory: directory, deadline: .milliseconds(1100), clock: clock)
        async let own = service.places(for: .reverse(1, for: .daemon))
        // The request that is under way, and its deadline.
        #expect(await poll(atMost: .seconds(20)) { clock.sleepers(within: .milliseconds(1100)) == 2 })
        clock.advance(by: .milliseconds(600))
        _ = try await own
        await #expect(throws: ServiceError.crowded) { try await service.places(for: .reverse(2)) }
        #expect(slow.count == 1)
        // Nor where the interval is longer than the daemon waits.
        let asked = Asked(reply: TestedService.good)
        let seldom = TestedService.make(asked, interval: .seconds(10), directory: directory)
        await #expect(throws: ServiceError.crowded) { try await seldom.places(for: .reverse(3)) }
        #expect(asked.count == 0)
    }

    @Test(
        "fault 89: clients cannot use up the requests of the day that are left to the daemon", .timeLimit(.minutes(1)))
    func day() async throws {
        let (asked, directory) = (Asked(reply: TestedService.good), try TemporaryDirectory())
        let service = TestedService.make(asked, interval: .zero, dailyLimit: 8, directory: directory)
        for number in 0..<2 { _ = try await service.places(for: .reverse(number)) }
        for number in 2..<10 {
            let query = PlaceQuery.reverse(number)
            do throws(ServiceError) {
                _ = try await service.places(for: query)
                Issue.record("an answer came")
            } catch {
                guard case .refused(let refusal) = error else { throw error }
                #expect(refusal.reason == .clientLimit(2))
            }
        }
        for number in 0..<6 { _ = try await service.places(for: .reverse(number, for: .daemon)) }
        #expect(asked.count == 8)
        #expect(await service.health.refusal?.reason == .dailyLimit(8))
    }

    @Test(
        "fault 62: a thousand clients at once share one budget, in their order; who cannot be answered is told so at once",
        .timeLimit(.minutes(1)))
    func stampede() async throws {
        let (clock, interval) = (StandingClock(at: TestedService.start), Duration.milliseconds(100))
        let (asked, directory) = (Asked(reply: TestedService.good), try TemporaryDirectory())
        let service = TestedService.make(asked, interval: interval, directory: directory, clock: clock)
        let ends = Ends()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    do throws(ServiceError) {
                        _ = try await service.places(for: .reverse(number))
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

    @Test(
        "fault 62: a client that leaves is taken off the queue, and its question is not asked", .timeLimit(.minutes(1)))
    func leaving() async throws {
        let (asked, directory, clock) = (
            Asked(reply: TestedService.good), try TemporaryDirectory(), StandingClock(at: TestedService.start)
        )
        let service = TestedService.make(asked, interval: .milliseconds(400), directory: directory, clock: clock)
        let first = Task { try await service.places(for: .search(1)) }
        let second = Task { try await service.places(for: .search(2)) }
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
}
