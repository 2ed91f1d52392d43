/// Connections to the socket, what they asked for, and how that ended. Lives on one event loop; no counter goes down.
struct SocketCounters: Sendable {
    /// Why a connection was ended before it had asked for anything.
    enum Refusal: String, CaseIterable {
        /// Its user may know nothing.
        case forbidden
        /// The first line was too long.
        case tooLong
        /// The first line did not come in time.
        case timeout
        /// Its user has as many as one may have, or all users together have.
        case tooMany
    }

    /// How a request ended.
    enum Outcome: String, CaseIterable {
        case answered
        /// There is nothing to tell: no position, no placemark, no such place or region.
        case nothing
        /// It was not understood, or is not for this reader.
        case refused
        /// It should have been answered.
        case failed
    }

    /// What became of a line of somebody who observes.
    enum Observed: String, CaseIterable {
        case taken
        /// It came too soon after others.
        case tooMany
        /// It was longer than a line may be: the connection was ended.
        case tooLong
        /// It was no such line, likewise.
        case malformed
    }

    /// What stands for anything that is not a request.
    static let unknownRequest = "unknown"
    /// Everything that requests are counted under.
    static let requestNames = LineRequest.Word.allCases.map(\.rawValue) + [unknownRequest]

    /// Connections that are open now.
    var openConnections = 0
    /// Connections that came as far as a request.
    var connections: [Dialect: Int] = [:]
    private(set) var refused: [Refusal: Int] = [:]
    /// By name, then by outcome.
    private(set) var requests: [String: [Outcome: Int]] = [:]
    /// Lines of those who observe.
    var observed: [Observed: Int] = [:]
    /// Events that were dropped before they came to the event loop.
    var lostEvents = 0

    /// Counts a request that has come to its end, or a connection that is ended without one; a request to watch counts
    /// when it begins.
    ///
    /// - Parameters:
    ///   - word: nil for what is not a request.
    ///   - error: nil when it was answered.
    mutating func count(_ word: LineRequest.Word?, _ error: RequestError? = nil) {
        if let refusal = error?.refusal {
            refused[refusal, default: 0] += 1
        } else {
            requests[word?.rawValue ?? Self.unknownRequest, default: [:]][error?.outcome ?? .answered, default: 0] += 1
        }
    }
}

extension RequestError {
    /// What it is counted as when it ends a connection; nil for the error of a request.
    fileprivate var refusal: SocketCounters.Refusal? {
        switch self {
        case .forbidden: .forbidden
        case .lineTooLong: .tooLong
        case .timeout: .timeout
        case .tooManyConnections, .tooManyClients: .tooMany
        default: nil
        }
    }

    fileprivate var outcome: SocketCounters.Outcome {
        switch self {
        case .noFix, .noPlacemark, .noPlace, .noTrack, .noTrips, .unknownTrip, .unknownRegion, .unknownGrant, .noGuard:
            .nothing
        case .failed, .geocoderTimeout: .failed
        case .badRequest, .unknownRequest, .lineTooLong, .timeout, .forbidden, .preciseOnly, .rootOnly, .observersOnly,
            .accessHasEnded, .tooManyConnections, .tooManyClients, .tooManyGrants, .badRegion, .tooManyRegions,
            .regionInFile,
            .unavailable, .noGeocoder:
            .refused
        }
    }
}
