/// What is asked of a server.
package struct CurlRequest: Hashable, Sendable {
    /// May hold a position: no error repeats it.
    package var address: String
    /// Sent with POST or PUT; nil for GET.
    package var body: [UInt8]?
    /// Whether the body goes with PUT.
    package var isPut = false
    /// Name and value, such as `Content-Type: application/json`; without control characters.
    package var headers: [String]

    package init(_ address: String, body: [UInt8]? = nil, headers: [String] = []) {
        (self.address, self.body, self.headers) = (address, body, headers)
    }
}

/// What came back from a server over HTTP.
package struct CurlReply: Hashable, Sendable {
    package var status: Int
    /// As the header has it, with its parameters.
    package var contentType: String?
    /// The header Retry-After.
    package var retryAfter: String?
    /// Decoded, 256 KiB at most.
    package var body: [UInt8]

    package init(status: Int, contentType: String? = nil, retryAfter: String? = nil, body: [UInt8] = []) {
        (self.status, self.contentType, self.retryAfter, self.body) = (status, contentType, retryAfter, body)
    }
}

/// Why there is no reply. No case carries an address, a position or a text of the server.
package enum CurlFailure: Error, Hashable, Sendable {
    /// What came is broken, or too much, and in what way.
    case unreadable(String)
    /// The server was not reached, or did not answer in time; what libcurl calls it.
    case unreachable(String)
}
