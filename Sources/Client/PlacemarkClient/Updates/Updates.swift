import PlacemarkModel

/// The updates of a reading: watches the daemon, and connects again after its restart, until the task is cancelled. A
/// thin shell round `EventReading` and `Backoff`, which decide.
struct Updates<Reading: EventReading>: AsyncSequence, Sendable {
    typealias Element = Reading.Update
    typealias Failure = Reading.Failure

    /// A daemon on this machine costs little to ask.
    private static var longestPause: Duration { .seconds(2) }

    let client: PlacemarkClient
    let reading: Reading

    func makeAsyncIterator() -> Iterator { Iterator(client: client, reading: reading) }

    struct Iterator: AsyncIteratorProtocol {
        private let client: PlacemarkClient
        private var reading: Reading
        private var events: DecodedLines<EventReport>.Iterator?
        /// Updates that the reader has not asked for yet.
        private var pending: [Reading.Update] = []
        private var backoff = Backoff(ceiling: longestPause)
        /// How long to wait before the next connection.
        private var pause: Duration?
        private var isOver = false

        init(client: PlacemarkClient, reading: Reading) {
            self.client = client
            self.reading = reading
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            while !isOver {
                if !pending.isEmpty { return pending.removeFirst() }
                do throws(Failure) {
                    switch await nextEvent(isolation: actor) {
                    case .success(let event): try take(event)
                    case .failure(.cancelled): isOver = true
                    case .failure(let error): try take(error)
                    }
                } catch {
                    isOver = true
                    events = nil
                    throw error
                }
            }
            events = nil
            return nil
        }

        private mutating func take(_ event: EventReport) throws(Failure) {
            backoff.reset()
            if let updates = try reading.take(event) { pending = updates } else { events = nil }
        }

        private mutating func take(_ error: PlacemarkClientError) throws(Failure) {
            events = nil
            pending = try reading.take(error)
            pause = backoff.next(random: .random(in: 0..<1))
        }

        private mutating func nextEvent(
            isolation actor: isolated (any Actor)?
        ) async -> Result<EventReport, PlacemarkClientError> {
            do throws(PlacemarkClientError) {
                if let pause {
                    do { try await Task.sleep(for: pause) } catch { throw .cancelled }
                    self.pause = nil
                }
                var events = events ?? client.events(reading.filter).makeAsyncIterator()
                guard let event = try await events.next(isolation: actor) else {
                    throw .notReachable(path: client.socketPath, reason: "placemarkd has closed the connection")
                }
                self.events = events
                return .success(event)
            } catch {
                return .failure(error)
            }
        }
    }
}
