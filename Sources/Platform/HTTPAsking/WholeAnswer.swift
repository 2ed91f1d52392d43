package import NIOCore
package import NIOHTTP1

/// An answer, whole and within its bounds, not yet understood.
package struct WholeAnswer: Hashable, Sendable {
    package var status: Int
    /// The type without its parameters, in lower case; nil when it says none.
    package var mediaType: String?
    package var body: [UInt8]

    package init(status: Int, mediaType: String?, body: [UInt8]) {
        (self.status, self.mediaType, self.body) = (status, mediaType, body)
    }

    /// Asks the program behind a Unix socket. When the task is cancelled, the connection is closed at once.
    ///
    /// - Parameters:
    ///   - limit: from the first byte of the request to the last one of the answer.
    ///   - longestBody: in bytes.
    package init(
        to head: HTTPRequestHead, at path: String, on eventLoop: any EventLoop, within limit: Duration, longestBody: Int
    ) async throws(UnixExchange.Failure) {
        let exchange = try await UnixExchange.begin(head, to: path, on: eventLoop)
        // The connection of an answer that is not wanted to its end must not stay.
        defer { exchange.close() }
        self = try await exchange.within(limit) { () async throws(UnixExchange.Failure) in
            try await WholeAnswer(of: exchange, longestBody: longestBody)
        }
    }

    private init(of exchange: UnixExchange, longestBody: Int) async throws(UnixExchange.Failure) {
        let head = try await exchange.head()
        let announced = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
        guard announced <= longestBody else { throw .tooLarge }
        var body: [UInt8] = []
        while let part = try await exchange.next() {
            guard case .body(let bytes) = part else { continue }
            guard body.count + bytes.readableBytes <= longestBody else { throw .tooLarge }
            body.append(contentsOf: bytes.readableBytesView)
        }
        self.init(
            status: Int(head.status.code),
            mediaType: head.headers.first(name: "Content-Type")?.split(separator: ";").first.map { type in
                type.lowercased().filter { $0 != " " && $0 != "\t" }
            }, body: body)
    }
}
