import NIOCore
import NIOEmbedded
import LocationEngine
import PlacemarkModel
@testable import Publishing
import Testing

@Suite("One location, waited for")
struct LocationWaitTests {
    private let loop = EmbeddedEventLoop()
    /// The present, as the feed reads it.
    private final class Clock: @unchecked Sendable { var now = at(100) }
    private let clock = Clock()
    private let feed: StatusFeed
    private let router: Router

    init() {
        let clock = clock
        feed = StatusFeed(Snapshots.empty, track: nil, now: { clock.now })
        router = Router(feed: feed, access: .ownUser, requests: nil)
    }

    /// The answers that a client has got.
    private final class Answers { var lines: [String] = [] }

    /// Lets a client wait, and returns the channel and what it will have been answered.
    private func wait(
        _ arguments: String, precision: Precision = .precise
    ) throws -> (channel: EmbeddedChannel, answers: Answers) {
        let channel = EmbeddedChannel(loop: loop)
        let answers = Answers()
        let wait = try #require(try LocationWait(parsing: arguments))
        router.wait(wait, precision: precision, for: channel) {
            do throws(RequestError) {
                answers.lines.append(String(decoding: try $0.get().bytes, as: UTF8.self))
            } catch {
                answers.lines.append(String(decoding: error.line, as: UTF8.self))
            }
        }
        return (channel, answers)
    }

    private func publish(_ location: Location?, _ state: SourceState = .live, delivered: [Location] = []) {
        var source = SourceMonitor(at: at(0))
        switch state {
        case .live: if let location { source.accepted(location, at: clock.now) }
        default: source.reportedNoPosition(device: "gps", at: clock.now)
        }
        var snapshot = Snapshots.empty
        snapshot.source = source
        snapshot.location = location
        var reducer = PositionReducer(offset: SecretOffset(key: (1, 2)))
        snapshot.reducedPosition = location.flatMap { reducer.accepted($0) }
        let events = delivered.map { Event(.location($0), at: clock.now, elapsed: .zero) }
        feed.take(Publications(snapshot: snapshot, events: events))
    }

    private func location(accuracy: Double, at seconds: Double) -> Location {
        var location = Snapshots.fix
        location.horizontalAccuracy = accuracy
        location.receivedAt = at(seconds)
        return location
    }

    private func advance(to seconds: Double) {
        let step = clock.now.duration(to: at(seconds))
        clock.now = at(seconds)
        loop.advanceTime(by: .nanoseconds(Int64(step.inSeconds * 1e9)))
    }

    @Test("the answer is the best location of the time, when the time is over")
    func best() throws {
        let client = try wait("wait 30s")
        for (seconds, accuracy) in [(101.0, 50.0), (105, 8), (110, 20)] {
            advance(to: seconds)
            publish(location(accuracy: accuracy, at: seconds))
        }
        advance(to: 129)
        #expect(client.answers.lines.isEmpty)
        advance(to: 130)
        #expect(client.answers.lines.count == 1)
        let answer = try #require(client.answers.lines.first)
        #expect(answer.contains(#""horizontalAccuracy":8,"#) && answer.contains(#""age":25,"#), "\(answer)")
        #expect(answer.contains(#""source":{"#))
        #expect(feed.locationWaits.isEmpty)
        advance(to: 1000)
        publish(location(accuracy: 1, at: 1000))
        #expect(client.answers.lines.count == 1)
    }

    @Test("it comes at once with the desired accuracy, from the last location too when that is of this second")
    func early() throws {
        let client = try wait("wait 30s accuracy 10m")
        publish(location(accuracy: 12, at: 100))
        #expect(client.answers.lines.isEmpty)
        publish(location(accuracy: 9, at: 100))
        #expect(client.answers.lines.count == 1)
        clock.now = at(101)
        #expect(try wait("wait 30s accuracy 10m").answers.lines.count == 1)
        clock.now = at(101.1)
        #expect(try wait("wait 30s accuracy 10m").answers.lines.isEmpty)
    }

    @Test("locations between two rounds of the event loop count, though the snapshot has only the last")
    func merged() throws {
        let client = try wait("wait 30s")
        publish(
            location(accuracy: 90, at: 103),
            delivered: [(101.0, 70.0), (102, 6)].map { location(accuracy: $1, at: $0) })
        advance(to: 130)
        #expect(client.answers.lines.first?.contains(#""horizontalAccuracy":6,"#) == true)
    }

    @Test("without a live location in time the answer is no-fix, however good the last one was")
    func none() throws {
        publish(location(accuracy: 3, at: 90))
        let client = try wait("wait 20s")
        publish(location(accuracy: 3, at: 90), .noFix)
        advance(to: 120)
        #expect(
            client.answers.lines == [
                "error: no-fix: no position has come within 20 s: the receiver is silent\n"
            ])
        publish(location(accuracy: 3, at: 120), .noFix)
        #expect(try wait("wait 20s accuracy 10m").answers.lines.isEmpty)
    }

    @Test("readers with reduced precision get the reduced position as soon as there is one, and no better one")
    func reduced() throws {
        let early = try wait("wait 30s accuracy 1m", precision: .reduced)
        #expect(early.answers.lines.isEmpty)
        publish(location(accuracy: 4, at: 100))
        #expect(early.answers.lines.count == 1)
        let late = try wait("wait 30s", precision: .reduced)
        #expect(late.answers.lines.count == 1)
        for answer in early.answers.lines + late.answers.lines {
            #expect(answer.contains(#""horizontalAccuracy":3200,"#) && !answer.contains("37.3318"), "\(answer)")
        }
    }

    @Test("a client that goes is forgotten at once")
    func gone() throws {
        let client = try wait("wait 30s")
        #expect(feed.locationWaits.count == 1)
        feed.locationWaits.remove(client.channel)
        #expect(feed.locationWaits.isEmpty)
        publish(location(accuracy: 3, at: 100))
        advance(to: 200)
        #expect(client.answers.lines.isEmpty)
    }
}
