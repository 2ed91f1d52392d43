import FoundationEssentials
public import PlacemarkModel

/// Talks to placemarkd: where this machine is, in words and in degrees, and what happens, as it happens.
///
///     let city = try await PlacemarkClient().city()
///
/// Each question has a connection of its own, so a client is a mere value: make one wherever you need it. Cancelling the task
/// that asks closes its connection at once.
public struct PlacemarkClient: Hashable, Sendable {
    /// Where the daemon listens unless it is configured otherwise.
    public static let defaultSocketPath = Installation.socketPath
    /// How long the daemon may take for an answer that it does not have to wait for itself: longer than its own
    /// deadline for a geocoder.
    public static let patience = Duration.seconds(15)

    public let socketPath: String

    public init(socketPath: String = PlacemarkClient.defaultSocketPath) { self.socketPath = socketPath }

    /// The current city in plain text, with its age when it is stale.
    public func city() async throws(PlacemarkClientError) -> String {
        String(decoding: try await answer(to: "city"), as: UTF8.self)
    }

    /// The current placemark, with its age. Throws `noAnswerYet` when there is none yet.
    public func currentPlacemark() async throws(PlacemarkClientError) -> PlacemarkReport {
        try await value(of: "placemark")
    }

    /// The last location, with its age. Throws `noAnswerYet` when there is none yet.
    public func currentLocation() async throws(PlacemarkClientError) -> LocationReport {
        try await value(of: "location")
    }

    /// The best location that comes within `limit` (at most 300 s), or the first one of the desired accuracy:
    /// CoreLocation's `requestLocation`. Throws `noAnswerYet` when none comes.
    public func requestLocation(
        within limit: Duration, desiredAccuracyInMeters: Double? = nil
    ) async throws(PlacemarkClientError) -> LocationReport {
        try await value(
            of: Self.locationRequest(within: limit, desiredAccuracyInMeters: desiredAccuracyInMeters), within: limit)
    }

    /// The request of `requestLocation` in the line dialect.
    public static func locationRequest(within limit: Duration, desiredAccuracyInMeters: Double? = nil) -> String {
        let accuracy = desiredAccuracyInMeters.map { " accuracy \($0.rounded(toDecimals: 1))m" } ?? ""
        return "location wait \(limit.inSeconds.rounded(toDecimals: 3))s" + accuracy
    }

    /// Everything that the daemon knows and this user may know.
    public func status() async throws(PlacemarkClientError) -> Status { try await value(of: "status") }

    /// Where the box stays and has stayed, for precise readers.
    public func visits() async throws(PlacemarkClientError) -> VisitsReport { try await value(of: "visits") }

    /// The version of the daemon.
    public func version() async throws(PlacemarkClientError) -> String {
        let report: VersionReport = try await value(of: "version")
        return report.version
    }
}

/// Any request of the line dialect, which docs/reference/protocol.md describes.
extension PlacemarkClient {
    /// The answer without its last newline.
    ///
    /// - Parameter limit: how long the request itself tells the daemon to wait.
    public func answer(
        to request: String, within limit: Duration = .zero
    ) async throws(PlacemarkClientError) -> [UInt8] {
        var lines = AnswerLines(socketPath: socketPath, request: request, patience: limit + Self.patience)
            .makeAsyncIterator()
        guard var answer = try await lines.next(isolation: #isolation) else {
            throw .notReachable(path: socketPath, reason: "the daemon has closed the connection without an answer")
        }
        while let line = try await lines.next(isolation: #isolation) {
            answer.append(UInt8(ascii: "\n"))
            answer += line
        }
        return answer
    }

    /// The lines of the answer, without their newlines, as they come.
    public func lines(of request: String) -> AnswerLines {
        AnswerLines(socketPath: socketPath, request: request, patience: Self.patience)
    }

    func value<Value: Decodable>(
        of request: String, within limit: Duration = .zero
    ) async throws(PlacemarkClientError) -> Value {
        try Value(line: await answer(to: request, within: limit))
    }
}
