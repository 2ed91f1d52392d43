import HTTPAsking
import NIOCore
import NIOHTTP1
public import NIOPosix
package import PlacemarkModel

/// Asks the program behind a Unix socket: one request on a connection of its own, answered within a deadline or not at all.
public struct GeocoderSocket: Sendable {
    /// From the first step of connecting to the last byte of the answer. The gazetteer's names must not come later.
    public static let deadline = Duration.seconds(3)

    /// The longest body of an answer in bytes: 50 results of a search take a tenth of it.
    static let longestBody = 256 << 10

    public let path: String
    var helper = HelperSocket()
    private let group: MultiThreadedEventLoopGroup
    private let deadline: Duration

    /// - Parameter deadline: longer where no name waits for the answer.
    public init(path: String, on group: MultiThreadedEventLoopGroup, deadline: Duration = Self.deadline) {
        (self.path, self.group, self.deadline) = (path, group, deadline)
    }

    /// The answer to a request without a body. When the task is cancelled, the connection is closed at once.
    ///
    /// - Parameter asker: on whose behalf a place is asked for; nil when none is.
    /// - Throws: why there is none, in words without a place.
    func answer(
        to target: String, _ method: HTTPMethod = .GET, for asker: GeocodeAsker? = nil
    ) async throws(ServerFailure) -> WholeAnswer {
        var headers: HTTPHeaders = ["Host": "localhost", "Accept": "application/json", "Connection": "close"]
        if let asker { headers.add(name: GeocodeAsker.headerName, value: asker.rawValue) }
        let head = HTTPRequestHead(version: .http1_1, method: method, uri: target, headers: headers)
        let path = helper.path(for: self.path)
        do throws(UnixExchange.Failure) {
            return try await WholeAnswer(
                to: head, at: path, on: group.next(), within: deadline, longestBody: Self.longestBody)
        } catch {
            throw .noAnswer(error)
        }
    }

    /// What the geocoder says of itself, with the bytes of its answer: it may have keys that this program does not know.
    package func healthReport() async throws(ServerFailure) -> (report: GeocoderHealthReport, json: [UInt8]) {
        let response = try await answer(to: ServerRequest.health)
        // One that is ill may say so in its status code as well.
        return (try ServerAnswer.value(response, statuses: [200, 503]), response.body)
    }

    /// Has the geocoder forget all answers that it keeps. Returns how many there were.
    package func clearCache() async throws(ServerFailure) -> Int {
        let cleared: ClearedCache = try ServerAnswer.value(try await answer(to: ServerRequest.cache, .DELETE))
        return cleared.cleared
    }
}
