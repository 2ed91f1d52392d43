import FoundationEssentials
import PlacemarkClient
import PlacemarkModel

/// Writes the events as they come, in one of the formats.
struct EventWriter {
    let client: PlacemarkClient
    let filter: EventFilter
    var formatter: EventFormatter

    /// Goes on until the daemon has gone for good.
    mutating func run(_ persistence: consuming Persistence) async throws {
        // A daemon that stays away is told once, and not at each attempt.
        var isLossNews = true
        while true {
            do {
                for try await line in client.lines(of: PlacemarkClient.watchRequest(filter)) {
                    persistence.answered()
                    isLossNews = true
                    // An event of a later version, with a name that this one does not know, is skipped.
                    guard let event = try? JSONDecoder().decode(EventReport.self, from: Data(line)) else { continue }
                    try write(formatter.text(of: event, line: line, at: .wallClock))
                }
                throw client.connectionClosed
            } catch let error as PlacemarkClientError {
                if isLossNews { try write(formatter.textOfAnEnd(at: .wallClock)) }
                let delay = try persistence.delay(after: error, random: .random(in: 0..<1))
                if isLossNews { Terminal.complain("\(error); trying again") }
                isLossNews = false
                try await Task.sleep(for: delay)
            }
        }
    }

    private func write(_ text: String?) throws(CommandFailure) {
        // In one piece: behind a pipe to UDP, a piece is a datagram.
        if let text { try Terminal.write(text) }
    }
}

/// Turns events into the lines of a format: pure, but for what owntracks has to remember.
struct EventFormatter {
    private let format: WatchFormat
    private var ownTracks: OwnTracksMessages

    init(_ format: WatchFormat, filter: EventFilter, trackerID: String) {
        self.format = format
        ownTracks = OwnTracksMessages(trackerID: trackerID, filter: filter)
    }

    /// What to write for an event, with its last newline; nil for nothing.
    ///
    /// - Parameters:
    ///   - line: the event as it came.
    ///   - now: the wall clock, for messages that carry a time of day.
    mutating func text(of event: EventReport, line: [UInt8], at now: Timestamp) -> String? {
        switch format {
        case .json: String(decoding: line, as: UTF8.self) + "\n"
        case .text: EventText.line(event, at: now) + "\n"
        case .owntracks: ownTracks.message(of: event, at: now).map { $0 + "\n" }
        case .nmea: NMEASentences.text(of: event, at: now)
        case .geoclue: NMEASentences.text(of: event, at: now, for: .geoclue)
        case .waybar, .polybar, .plain: nil
        }
    }

    /// What to write when no more events come for now.
    func textOfAnEnd(at now: Timestamp) -> String? {
        format == .nmea || format == .geoclue ? NMEASentences.void(at: now) : nil
    }
}

/// Whether and when to try again after the daemon has gone.
///
/// A script that reads events must learn that there are no more of them, from the end of its input and the exit status;
/// what stands on a bar all day has to come back by itself.
struct Persistence {
    let isEndless: Bool
    private var backoff = Backoff(ceiling: .seconds(10))

    init(isEndless: Bool) { self.isEndless = isEndless }

    /// Called when the daemon has answered.
    mutating func answered() { backoff.reset() }

    /// How long to wait until the next attempt; throws the reason when there is none. `random` is in 0..<1.
    mutating func delay(after error: any Error, random: Double) throws -> Duration {
        guard isEndless else { throw error }
        return backoff.next(random: random)
    }
}

extension PlacemarkClient {
    /// The end of a `watch`, which the daemon ends only by going.
    var connectionClosed: PlacemarkClientError {
        .notReachable(path: socketPath, reason: "placemarkd has closed the connection")
    }
}
