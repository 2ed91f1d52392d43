/// Why there is no answer.
public enum PlacemarkClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nobody serves the socket, or the connection has broken off.
    case notReachable(path: String, reason: String)
    /// The daemon has taken the connection, and said nothing in this time.
    case timedOut(path: String, after: Duration)
    /// The daemon knows this user, and has nothing to say yet: no fix, no placemark, or no track.
    case noAnswerYet(String)
    /// No place is known there, or of that name.
    case noResult(String)
    /// The daemon refuses, with its code and its sentence. With the code `forbidden` also where the mode of its socket
    /// keeps this user from asking.
    case refused(code: String, sentence: String)
    /// What came is not what the protocol promises.
    case malformedAnswer(String)
    /// The request cannot be encoded.
    case malformedRequest(String)
    /// The task that asked was cancelled; the connection has been closed.
    case cancelled

    public var description: String {
        switch self {
        case .notReachable(let path, let reason): "placemarkd is not reachable at \(path): \(reason); is it running?"
        case .timedOut(let path, let limit):
            "placemarkd has not answered at \(path) within \(limit.components.seconds) s; is it stuck?"
        case .noAnswerYet(let sentence), .noResult(let sentence): sentence
        case .refused(let code, let sentence): "placemarkd refuses (\(code)): \(sentence)"
        case .malformedRequest(let reason): "the request cannot be written: \(reason)"
        case .malformedAnswer(let reason): "placemarkd's answer cannot be read: \(reason)"
        case .cancelled: "the request was cancelled"
        }
    }

    /// Reads a line of the form `error: CODE: sentence`; nil for any other line.
    init?(errorLine line: [UInt8]) {
        guard line.starts(with: "error: ".utf8) else { return nil }
        let parts = String(decoding: line, as: UTF8.self).split(separator: ": ", maxSplits: 2)
        guard parts.count == 3 else { return nil }
        switch parts[1] {
        case "no-fix", "no-placemark", "no-track": self = .noAnswerYet(String(parts[2]))
        case "no-place": self = .noResult(String(parts[2]))
        default: self = .refused(code: String(parts[1]), sentence: String(parts[2]))
        }
    }

    /// Whether the daemon may answer the same request later, or after a restart.
    var isPassing: Bool {
        switch self {
        case .notReachable, .timedOut: true
        case .noAnswerYet, .noResult, .refused, .malformedAnswer, .malformedRequest, .cancelled: false
        }
    }
}
