public import HTTPTypes
import NIOCore
import PlacemarkModel

extension HTTPAnswer {
    /// A problem as all programs here tell one (RFC 9457), with the code that a program goes by and a sentence for a person.
    public static func problem(
        _ status: HTTPResponse.Status, route: StaticString, code: String, _ detail: String, fields: HTTPFields = [:]
    ) -> HTTPAnswer {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.field("code", code)
        writer.field("detail", detail)
        writer.field("status", status.code)
        writer.field("title", status.reasonPhrase)
        writer.field("type", "about:blank")
        writer.endObject()
        writer.newline()
        return HTTPAnswer(
            route: route, status: status, type: "application/problem+json", bytes: ByteBuffer(bytes: writer.bytes),
            fields: fields)
    }
}
