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
        let line = try await answer(to: "status")
        do {
            return try JSONDecoder().decode(Status.self, from: Data(line))
        } catch {
            throw .malformedAnswer("\(error)")
        }
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
    public func events() -> EventUpdates { EventUpdates(lines: lines(of: "watch")) }

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
