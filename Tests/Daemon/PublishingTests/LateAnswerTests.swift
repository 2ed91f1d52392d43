import NIOCore
import NIOEmbedded
import LocationEngine
import PlacemarkModel
@testable import Publishing
import Synchronization
import TestConditions
import Testing

/// What is on its way when a grant ends while the machine sleeps: the boot-time clock has gone on, and the timer of the event
/// loop has not.
@Suite("Answers on their way at the end of a grant", .timeLimit(.minutes(1)), .tags(.waits))
struct LateAnswerTests {
    private static let forbidden = "error: forbidden: the grant of precise access has ended\n"

    private let alice = PeerCredentials(userID: 1000, groupIDs: [50])

    /// A reader with a grant of ten minutes, who has asked for the regions.
    private struct Asking {
        let channel: NIOAsyncTestingChannel
        let feed: NIOLoopBound<StatusFeed>
        let clock: Clock
        /// Lets the regions be told.
        let answer: AsyncStream<Void>.Continuation
    }

    private final class Clock: Sendable {
        private let instant = Mutex(at(100))

        var now: BootInstant { instant.withLock(\.self) }
        func passEndOfGrant() { instant.withLock { $0 = at(1000) } }
    }

    private func ask() async throws -> Asking {
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).get()
        let (answers, answer) = AsyncStream<Void>.makeStream()
        let (clock, alice) = (Clock(), alice)
        let feed = try await channel.testingEventLoop.executeInContext {
            let feed = StatusFeed(Snapshots.cupertino, track: nil, now: { clock.now })
            let regions = LiveQueries.Regions(
                page: { _ in
                    for await _ in answers { break }
                    return RegionMonitor().page(after: nil)
                }, features: { _ in RegionFeaturePage(features: []) }, report: { _ in nil }, change: { _ in })
            let router = Router(
                feed: feed, access: Access(preciseGroup: 60, reducedGroup: 50, ownUserID: 70),
                requests: LiveQueries(regions: regions))
            let grant = GrantsRequest.grant(userID: 1000, duration: .seconds(600), purpose: "van")
            let root = PeerCredentials(userID: 0, groupIDs: [])
            _ = try router.reply(to: .grants(grant), precision: .precise, from: root)
            try router.accessControl.enter(channel, from: alice)
            let connection = LineConnection(Array("regions".utf8), from: alice, router)
            try channel.pipeline.syncOperations.addHandler(connection)
            return NIOLoopBound(feed, eventLoop: channel.testingEventLoop)
        }
        return Asking(channel: channel, feed: feed, clock: clock, answer: answer)
    }

    private func next(_ asking: Asking) async throws -> String {
        String(buffer: try await asking.channel.waitForOutboundWrite(as: ByteBuffer.self))
    }

    @Test("an answer that another room makes is told before the end, and not after it (fault 50)")
    func answer() async throws {
        let early = try await ask()
        early.answer.yield()
        #expect(try await next(early).hasPrefix("{"))

        let late = try await ask()
        late.clock.passEndOfGrant()
        late.answer.yield()
        #expect(try await next(late) == Self.forbidden)
        try await late.channel.closeFuture.get()
    }

    @Test("a piece of the track is sent before the end, and not after it (fault 50)")
    func pieces() async throws {
        let asking = try await ask()
        #expect(await asking.channel.send(Array("first\n".utf8), to: 1000, of: asking.feed))
        #expect(try await next(asking) == "first\n")
        asking.clock.passEndOfGrant()
        #expect(await !asking.channel.send(Array("second\n".utf8), to: 1000, of: asking.feed))
        #expect(try await next(asking) == Self.forbidden)
        try await asking.channel.closeFuture.get()
        #expect(try await asking.channel.readOutbound(as: ByteBuffer.self) == nil)
    }
}
