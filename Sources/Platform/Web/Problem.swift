import PlacemarkModel

/// Why a request has no answer, as all servers here tell it (RFC 9457).
///
/// Its fields come in one order, the alphabet's, with nothing between them: what is told twice is the same twice.
package struct Problem: Hashable, Sendable {
    package static let mediaType = "application/problem+json"

    /// The code that programs go by: a word that does not change.
    package var code: String
    /// What is wrong, and what to do about it, for a person.
    package var detail: String
    /// The status code of HTTP, 400…599.
    package var status: Int
    /// The name of the status, as it stands in the status line: of a problem without a type of its own the RFC wants that.
    package var title: String

    package init(status: Int, title: String, code: String, detail: String) {
        (self.code, self.detail, self.status, self.title) = (code, detail, status, title)
    }

    /// One line of JSON with its end.
    package var line: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.field("code", code)
        writer.field("detail", detail)
        writer.field("status", status)
        writer.field("title", title)
        // Nothing that could be looked up: the status says what kind it is.
        writer.field("type", "about:blank" as StaticString)
        writer.endObject()
        writer.newline()
        return writer.bytes
    }
}
