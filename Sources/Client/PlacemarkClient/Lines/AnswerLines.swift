import PlacemarkModel

/// The lines that the daemon answers to one request, without their newlines, as they come. Each iteration is a
/// connection of its own.
///
/// It throws a line of the form `error: …`: the only one, or the last, as when a grant of precise access ends. Unread lines
/// wait in the socket and not in this process. When the task is cancelled, it closes the connection at once and throws
/// `PlacemarkClientError.cancelled`.
public struct AnswerLines: AsyncSequence, Sendable {
    public typealias Element = [UInt8]
    public typealias Failure = PlacemarkClientError

    let socketPath: String
    let request: String
    /// How long the first line may take.
    let patience: Duration

    public func makeAsyncIterator() -> Iterator { Iterator(answer: self) }

    public struct Iterator: AsyncIteratorProtocol {
        private enum State {
            /// Can transition to: open, over.
            case idle
            /// Can transition to: over.
            case open(Connection)
            case over
        }

        private let answer: AnswerLines
        private var state = State.idle

        init(answer: AnswerLines) { self.answer = answer }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(PlacemarkClientError) -> [UInt8]? {
            do throws(PlacemarkClientError) {
                guard let connection = try await connection(isolation: actor) else { return nil }
                let line = try await connection.nextLine(isolation: actor)
                if let line, let error = PlacemarkClientError(errorLine: line) { throw error }
                state = line == nil ? .over : .open(connection)
                return line
            } catch {
                // The connection goes with the state.
                state = .over
                throw error
            }
        }

        /// The connection, which the first line opens; nil when it is over.
        private func connection(
            isolation actor: isolated (any Actor)?
        ) async throws(PlacemarkClientError) -> Connection? {
            switch state {
            case .idle:
                try answer.checkRequest()
                return try await Connection(
                    answer.socketPath, request: answer.request, patience: answer.patience, isolation: actor)
            case .open(let connection): return connection
            case .over: return nil
            }
        }
    }

    /// What comes from elsewhere, the name of a region for example, must not end the line and begin another request.
    private func checkRequest() throws(PlacemarkClientError) {
        guard !request.unicodeScalars.contains(where: \.isASCIIControl) else {
            throw .malformedRequest("a request is one line of text, without newlines and other control characters")
        }
    }
}
