import NIOCore
import NIOHTTP1
public import NIOPosix
public import PlacemarkModel

/// Asks the program behind a Unix socket: one request on a connection of its own, answered within a deadline or not at all.
///
/// A connection for each request costs microseconds on a Unix socket, and leaves no state to get out of step: whatever the
/// program does, the next request begins anew.
public struct GeocoderSocket: Sendable {
    /// From the first step of connecting to the last byte of the answer. The gazetteer's names must not come later.
    public static let deadline = Duration.seconds(3)

    public let path: String
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
    ) async throws(ServerFailure) -> ServerResponse {
        let exchange = SocketExchange.Outcome(on: group.next())
        var headers: HTTPHeaders = ["Host": "localhost", "Accept": "application/json", "Connection": "close"]
        if let asker { headers.add(name: GeocodeAsker.headerName, value: asker.rawValue) }
        let head = HTTPRequestHead(version: .http1_1, method: method, uri: target, headers: headers)
        let result = await withTaskCancellationHandler {
            exchange.begin(head, to: path, within: deadline)
            return await exchange.result()
        } onCancel: {
            exchange.fail(.cancelled)
        }
        return try result.get()
    }

    /// What the geocoder says of itself, with the bytes of its answer: it may have keys that this program does not know.
    public func healthReport() async throws(ServerFailure) -> (report: GeocoderHealthReport, json: [UInt8]) {
        let response = try await answer(to: ServerRequest.health)
        // One that is ill may say so in its status code as well.
        return (try ServerAnswer.value(response, statuses: [200, 503]), response.body)
    }

    /// Has the geocoder forget all answers that it keeps. Returns how many there were.
    public func clearCache() async throws(ServerFailure) -> Int {
        let cleared: ClearedCache = try ServerAnswer.value(try await answer(to: ServerRequest.cache, .DELETE))
        return cleared.cleared
    }
}
