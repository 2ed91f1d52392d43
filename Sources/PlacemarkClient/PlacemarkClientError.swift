/// Why there is no answer.
public enum PlacemarkClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nobody serves the socket.
    case notReachable(path: String, reason: String)
    /// The daemon knows this user, and has nothing to say yet: no fix, no placemark, or no track.
    case noAnswerYet(String)
    /// The daemon refuses, with its code and its sentence.
    case refused(code: String, sentence: String)
    /// What came is not what the protocol promises.
    case malformedAnswer(String)
    /// What was to be sent cannot be written down.
    case malformedRequest(String)

    public var description: String {
        switch self {
        case .notReachable(let path, let reason): "placemarkd is not reachable at \(path): \(reason); is it running?"
        case .noAnswerYet(let sentence): sentence
        case .refused(let code, let sentence): "placemarkd refuses (\(code)): \(sentence)"
        case .malformedRequest(let reason): "the request cannot be written: \(reason)"
        case .malformedAnswer(let reason): "placemarkd's answer cannot be read: \(reason)"
        }
    }

    /// Reads a line of the form `error: CODE: sentence`; nil for any other line.
    init?(errorLine line: [UInt8]) {
        let text = String(decoding: line, as: UTF8.self)
        let parts = text.split(separator: ": ", maxSplits: 2)
        guard parts.count == 3, parts[0] == "error" else { return nil }
        switch parts[1] {
        case "no-fix", "no-placemark", "no-track": self = .noAnswerYet(String(parts[2]))
        default: self = .refused(code: String(parts[1]), sentence: String(parts[2]))
        }
    }
}
