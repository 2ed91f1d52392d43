import NIOHTTP1
import PlacemarkModel

/// A complete request.
struct HTTPRequest {
    let head: HTTPRequestHead
    /// What the head asks for, or why it asks for nothing.
    let operation: Result<HTTPOperation, HTTPRefusal>
    let body: [UInt8]
    /// Those of the head and the body, held until the answer is on its way.
    let shares: [MemoryShare]

    var isHead: Bool { head.method == .HEAD }
    var isOfVersion10: Bool { head.version.minor == 0 }

    /// Whether another request may follow. After a wish to change the protocol, which is not fulfilled, the parser reads
    /// no further.
    var keepsAlive: Bool { head.isKeepAlive && head.method != .CONNECT && !head.headers.contains(name: "Upgrade") }

    /// The languages that it wants names in.
    var acceptLanguage: String? { head.headers.first(name: "Accept-Language") }

    /// The event after which a reader wants to go on.
    var lastEventID: EventID? { head.headers.first(name: "Last-Event-ID").flatMap(EventID.init(parsing:)) }
}
