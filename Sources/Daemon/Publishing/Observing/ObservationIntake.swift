import FoundationEssentials
import NIOCore
import PlacemarkModel

/// What comes from somebody who listens for beacons, and what it is told to listen for. Lives on one event loop.
///
/// Whatever comes has a bound: the length of a line, how many come in a second, and how many wait to be read.
final class ObservationIntake {
    /// Lines a second that are taken; one is expected. What comes beyond that is dropped.
    static let linesPerSecond = 2.0
    /// How many may come at once, after a pause.
    static let mostAtOnce = 4.0
    /// Lines that are taken and not read yet. The oldest go first: what was heard last counts.
    static let mostWaiting = 4

    private let lines: AsyncStream<[UInt8]>.Continuation
    private let tasks: [Task<Void, Never>]
    private let feed: StatusFeed
    private var unfinished: [UInt8] = []
    private var allowance = mostAtOnce
    private var countedAt: BootInstant

    /// - Parameter feed: tells the time, too.
    init(for beacons: LiveQueries.Beacons, on channel: any Channel, countedBy feed: StatusFeed) {
        let (stream, continuation) = AsyncStream<[UInt8]>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.mostWaiting))
        lines = continuation
        self.feed = feed
        countedAt = feed.now()
        let (hearings, heard) = AsyncStream<BeaconHearing>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.mostWaiting))
        let counters = NIOLoopBound(feed, eventLoop: channel.eventLoop)
        let reading = Task {
            let isWhole = await ObservationIntake.read(stream, into: heard)
            channel.eventLoop.execute { if !isWhole { counters.value.counters.observed[.malformed, default: 0] += 1 } }
            channel.close(promise: nil)
        }
        let listening = Task { await beacons.listen(hearings) }
        let telling = Task { await ObservationIntake.tell(await beacons.wanted(), to: channel) }
        tasks = [reading, listening, telling]
    }

    /// Here, and not on the event loop: a long line takes a millisecond. Ends with the first line that is none, and then returns
    /// false.
    private static func read(
        _ lines: AsyncStream<[UInt8]>, into heard: AsyncStream<BeaconHearing>.Continuation
    ) async -> Bool {
        defer { heard.finish() }
        for await line in lines {
            guard let hearing = hearing(line) else { return false }
            heard.yield(hearing)
        }
        return true
    }

    private static func tell(_ wanted: AsyncStream<Set<BeaconConstraint>>, to channel: any Channel) async {
        for await wanted in wanted {
            let line = JSONLine.encode(BeaconLines.Wanted(wanted))
            guard (try? await channel.writeAndFlush(ByteBuffer(bytes: line))) != nil else { break }
        }
    }

    /// Takes bytes as they come. Returns false when this is nobody to go on with.
    func take(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            guard unfinished.count + rest.distance(from: rest.startIndex, to: end) <= BeaconLines.longestLine else {
                return count(.tooLong, goesOn: false)
            }
            unfinished += rest[..<end]
            if isAllowed() { lines.yield(unfinished) }
            unfinished.removeAll(keepingCapacity: unfinished.count < 4096)
            rest = rest[rest.index(after: end)...]
        }
        guard unfinished.count + rest.count <= BeaconLines.longestLine else { return count(.tooLong, goesOn: false) }
        unfinished += rest
        return true
    }

    /// Nothing comes any more.
    func end() {
        lines.finish()
        tasks.last?.cancel()
    }

    private func count(_ line: SocketCounters.Observed, goesOn: Bool) -> Bool {
        feed.counters.observed[line, default: 0] += 1
        return goesOn
    }

    private func isAllowed() -> Bool {
        let now = feed.now()
        allowance = min(Self.mostAtOnce, allowance + countedAt.duration(to: now).inSeconds * Self.linesPerSecond)
        countedAt = now
        guard allowance >= 1 else { return count(.tooMany, goesOn: false) }
        allowance -= 1
        return count(.taken, goesOn: true)
    }

    /// Nil for what is no line of this kind.
    private static func hearing(_ line: [UInt8]) -> BeaconHearing? {
        try? JSONDecoder().decode(BeaconLines.Heard.self, from: Data(line)).hearing
    }
}
