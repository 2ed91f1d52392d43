/// The two languages that clients speak on the socket.
enum Dialect: String, CaseIterable {
    /// A word and its arguments, as a person types them.
    case lines
    /// HTTP/1.1 (RFC 9112).
    case http

    /// Recognizes the dialect by its first line. All words of the line dialect are lower case, and all methods of HTTP upper
    /// case.
    ///
    /// - Parameter isComplete: whether the end of the line has come; what is only a beginning is HTTP's when it may
    ///   become so.
    init(of line: some Collection<UInt8>, isComplete: Bool) {
        let method = line.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == UInt8(ascii: "-") }
        let rest = line.dropFirst(method.count)
        let mayFollow = rest.first == UInt8(ascii: " ") || (rest.isEmpty && !isComplete)
        let isHTTP = !method.isEmpty && mayFollow && (!isComplete || rest.contains(Array(" HTTP/".utf8)))
        self = isHTTP ? .http : .lines
    }

    /// The last answer of a connection.
    func bytes(of error: RequestError) -> [UInt8] {
        switch self {
        case .lines: error.line
        case .http: HTTPResponse(.request(error)).bytes(keepsAlive: false)
        }
    }
}
