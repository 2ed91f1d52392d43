/// A request of the line dialect: one word and a newline, as a person types it into `nc -U`.
enum LineRequest: String, CaseIterable {
    case city, placemark, location, status, watch, help

    /// The longest line that is read, in bytes.
    static let longestLine = 4096

    /// Reads a line without its newline. An empty one, as from a client that says nothing, asks for the status.
    init(parsing line: some Collection<UInt8>) throws(LineError) {
        guard let text = String(validating: line, as: UTF8.self), !text.unicodeScalars.contains(where: \.isControl)
        else { throw .badRequest("the request is not text") }
        let words = text.split(separator: " ")
        guard let word = words.first else {
            self = .status
            return
        }
        guard let request = LineRequest(rawValue: String(word)) else {
            throw .unknownRequest(String(word.prefix(32)))
        }
        guard words.count == 1 else { throw .badRequest("'\(request.rawValue)' takes no arguments") }
        self = request
    }

    /// What the request answers, for `help`.
    var explanation: String {
        switch self {
        case .city: "the current city, in plain text"
        case .placemark: "the current placemark, one line of JSON"
        case .location: "the last location, one line of JSON"
        case .status: "everything, one line of JSON"
        case .watch: "the present state, then one event a line (JSON), until you close"
        case .help: "this list"
        }
    }

    static var helpText: String {
        let width = allCases.map(\.rawValue.count).max() ?? 0
        return allCases.map { request in
            let padding = String(repeating: " ", count: width - request.rawValue.count + 2)
            return request.rawValue + padding + request.explanation + "\n"
        }.joined()
    }
}

/// What the line dialect answers when it has no answer: `error: CODE: sentence`.
enum LineError: Error, Hashable, CustomStringConvertible {
    /// Not a request at all.
    case badRequest(String)
    case unknownRequest(String)
    case lineTooLong
    /// No complete line came in time.
    case timeout
    /// The peer is in none of the groups.
    case forbidden
    /// There has been no position yet, for this reason.
    case noFix(String)
    /// There is a position, and no placemark yet.
    case noPlacemark

    var description: String {
        switch self {
        case .badRequest(let why): "error: bad-request: \(why); try 'help'"
        case .unknownRequest(let word): "error: unknown-request: there is no request '\(word)'; try 'help'"
        case .lineTooLong: "error: too-long: a request has at most \(LineRequest.longestLine) bytes"
        case .timeout: "error: timeout: no complete request line came"
        case .forbidden: "error: forbidden: your user is neither in the group placemark nor in placemark-precise"
        case .noFix(let why): "error: no-fix: no position yet: \(why)"
        case .noPlacemark: "error: no-placemark: there is a position, and no placemark of it yet"
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { value < 0x20 || value == 0x7F }
}
