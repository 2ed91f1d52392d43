import FoundationEssentials
public import PlacemarkCore

/// Talks to placemarkd: the current city, placemark, location and status, and the events as they happen.
///
///     let city = try await PlacemarkClient().city()
public struct PlacemarkClient: Sendable {
    /// Where the daemon listens unless it is configured otherwise.
    public static let defaultSocketPath = "/run/placemarkd.sock"

    public let socketPath: String

    public init(socketPath: String = PlacemarkClient.defaultSocketPath) { self.socketPath = socketPath }

    /// The current city in plain text, with its age when it is stale.
    public func city() async throws(PlacemarkClientError) -> String {
        String(decoding: try await answer(to: "city"), as: UTF8.self)
    }

    /// Everything that the daemon knows, and this user may.
    public func status() async throws(PlacemarkClientError) -> Status {
        try await value(of: "status")
    }

    /// Where the box stays and has stayed, for precise readers.
    public func visits() async throws(PlacemarkClientError) -> VisitsReport {
        try await value(of: "visits")
    }

    private func value<Value: Decodable>(of request: String) async throws(PlacemarkClientError) -> Value {
        let line = try await answer(to: request)
        do {
            return try JSONDecoder().decode(Value.self, from: Data(line))
        } catch {
            throw .malformedAnswer("\(error)")
        }
    }

    /// The best location that comes within `limit` (at most 300 s), or the first one of the desired accuracy:
    /// CoreLocation's `requestLocation`. Throws `noAnswerYet` when none comes.
    public func requestLocation(
        within limit: Duration, desiredAccuracyInMeters: Double? = nil
    ) async throws(PlacemarkClientError) -> LocationReport {
        let line = try await answer(
            to: Self.locationRequest(within: limit, desiredAccuracyInMeters: desiredAccuracyInMeters))
        do {
            return try JSONDecoder().decode(LocationReport.self, from: Data(line))
        } catch {
            throw .malformedAnswer("\(error)")
        }
    }

    /// The request of `requestLocation` in the line dialect.
    public static func locationRequest(within limit: Duration, desiredAccuracyInMeters: Double? = nil) -> String {
        let accuracy = desiredAccuracyInMeters.map { " accuracy \($0.rounded(toDecimals: 1))m" } ?? ""
        return "location wait \(limit.inSeconds.rounded(toDecimals: 3))s" + accuracy
    }

    /// The answer to a request of the line dialect, without its last newline.
    public func answer(to request: String) async throws(PlacemarkClientError) -> [UInt8] {
        var answer: [UInt8] = []
        for try await line in lines(of: request) {
            if !answer.isEmpty { answer.append(UInt8(ascii: "\n")) }
            answer += line
        }
        guard !answer.isEmpty else { throw .malformedAnswer("the daemon closed the connection without an answer") }
        return answer
    }

    /// The present state, then each event as it happens, until the daemon stops or the loop is left.
    public func events(_ subscription: Subscription = .all) -> EventUpdates {
        EventUpdates(lines: lines(of: Self.watchRequest(subscription)))
    }

    /// The request of `events` in the line dialect.
    public static func watchRequest(_ subscription: Subscription) -> String {
        subscription == .all ? "watch" : "watch \(subscription.rawValue)"
    }

    /// The track, from a moment on or all of it: where this machine was, as far as it is kept.
    public func track(since start: TrackStart = .beginning) -> TrackPoints {
        TrackPoints(lines: lines(of: (["track"] + start.arguments).joined(separator: " ")))
    }

    /// The lines that the daemon answers to a request, without their newlines, as they come.
    public func lines(of request: String) -> AnswerLines { AnswerLines(socketPath: socketPath, request: request) }
}

/// The events of `PlacemarkClient.events()`.
public struct EventUpdates: AsyncSequence, Sendable {
    public typealias Element = EventReport
    public typealias Failure = PlacemarkClientError

    let lines: AnswerLines

    public func makeAsyncIterator() -> Iterator { Iterator(lines: lines.makeAsyncIterator()) }

    public struct Iterator: AsyncIteratorProtocol {
        var lines: AnswerLines.Iterator

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(PlacemarkClientError) -> EventReport? {
            while let line = try await lines.next(isolation: actor) {
                // An event of a later version, with a name that this one does not know, is skipped.
                if let event = try? JSONDecoder().decode(EventReport.self, from: Data(line)) { return event }
            }
            return nil
        }
    }
}
