import FoundationEssentials
import PlacemarkModel

/// The lines of an answer as values, as they come: the events of `PlacemarkClient.events(_:)`, the points of a track.
///
/// Each iteration has a connection of its own. It closes at the end of the loop, and at once when the task is cancelled: then
/// it throws `PlacemarkClientError.cancelled`.
public struct DecodedLines<Element: Sendable>: AsyncSequence, Sendable {
    public typealias Failure = PlacemarkClientError

    let lines: AnswerLines
    /// The value of a line; nil for a line to skip.
    let decode: @Sendable ([UInt8]) throws(PlacemarkClientError) -> Element?

    public func makeAsyncIterator() -> Iterator { Iterator(lines: lines.makeAsyncIterator(), decode: decode) }

    public struct Iterator: AsyncIteratorProtocol {
        var lines: AnswerLines.Iterator
        let decode: @Sendable ([UInt8]) throws(PlacemarkClientError) -> Element?

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(PlacemarkClientError) -> Element? {
            while let line = try await lines.next(isolation: actor) {
                if let value = try decode(line) { return value }
            }
            return nil
        }
    }
}

extension Decodable {
    /// Reads a line of JSON. Throws `malformedAnswer`.
    init(line: [UInt8]) throws(PlacemarkClientError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(line))
        } catch {
            throw .malformedAnswer("\(error)")
        }
    }
}
