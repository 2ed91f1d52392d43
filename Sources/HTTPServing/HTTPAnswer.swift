public import HTTPTypes
public import HummingbirdCore
public import NIOCore

/// What a program answers to a request.
public struct HTTPAnswer: Sendable {
    /// What the access log calls the request. A path and its parameters may hold coordinates, and a string that is not
    /// written in the source cannot get here.
    public var route: StaticString
    public var response: Response

    public init(route: StaticString, _ response: Response) {
        self.route = route
        self.response = response
    }

    /// An answer that is known as a whole.
    ///
    /// - Parameter fields: beside its type and its length.
    public init(
        route: StaticString, status: HTTPResponse.Status = .ok, type: String, bytes: ByteBuffer,
        fields: HTTPFields = [:]
    ) {
        var fields = fields
        fields[.contentType] = type
        self.init(route: route, Response(status: status, headers: fields, body: ResponseBody(byteBuffer: bytes)))
    }

    /// The same without the body, for a request with the method HEAD.
    public func withoutBody() -> HTTPAnswer { HTTPAnswer(route: route, response.createHeadResponse()) }
}
