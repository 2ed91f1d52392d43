import PlacemarkModel

/// What is answered to a request, whichever dialect it came in.
struct Answer: Hashable, Sendable {
    /// How the bytes are to be read.
    enum Form: Hashable, Sendable {
        /// One line of JSON, or several, each a value of its own.
        case json, jsonLines
        case text
        /// One line of JSON, a FeatureCollection.
        case geoJSON
        /// Text that Prometheus reads.
        case prometheus
    }

    var form: Form
    /// Ends with a newline.
    var bytes: [UInt8]
    /// The identifier of what has been added; nil when nothing has.
    var created: String?
    /// Stands for the content without ages and counters; nil for what was not asked for its tag.
    var tag: EntityTag?

    static func json(_ value: some Encodable) -> Answer { Answer(form: .json, bytes: JSONLine.encode(value)) }

    static func text(_ text: String) -> Answer { Answer(form: .text, bytes: Array((text + "\n").utf8)) }
}

/// How a request is answered.
enum Reply: Sendable {
    /// From memory, at once.
    case now(Answer)
    /// As soon as another part of the daemon has answered. The share is of the memory of an answer that may be long.
    case later(holding: MemoryShare? = nil, @Sendable () async throws(RequestError) -> Answer)
    /// With the best location that comes in time.
    case wait(LocationWait)
    /// In pieces, such as some lines of JSON, when the client has taken the one before.
    case pieces(Answer.Form, Pieces)
    /// With the present state, and then with events until the client closes.
    case watch(EventFilter)
    /// With what is to be observed, whenever that changes; the client tells what it observes meanwhile.
    case observe(LiveQueries.Beacons)

    /// Hands one piece after the other to `send`, which returns false when the client is gone.
    typealias Pieces =
        @Sendable (_ send: @Sendable ([UInt8]) async -> Bool) async throws(RequestError) -> Void
}
