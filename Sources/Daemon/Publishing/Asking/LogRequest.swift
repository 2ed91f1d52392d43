import FoundationEssentials
import PlacemarkModel

/// What follows the word `log` on a request line.
enum LogRequest: Hashable, Sendable {
    /// The entries since then.
    case list(since: TrackQuery)
    /// Adds what somebody has to remark.
    case add(remark: String)

    static let usage = "[since DURATION|TIME | add REMARK]"

    init(parsing arguments: String) throws(RequestError) {
        let words = arguments.split(separator: " ", maxSplits: 1).map(String.init)
        switch (words.first, words.count) {
        case (nil, _): self = .list(since: .all)
        case ("since", 2): self = .list(since: try TrackQuery(requested: words[1]))
        case ("add", 2): self = try Self.adding(words[1])
        default: throw .badRequest("'log' takes \(Self.usage)")
        }
    }

    /// What `POST /v1/log` takes.
    private struct Remark: Decodable { let remark: String }

    /// Reads it: an object such as `{"remark": "reefed the main"}`.
    init(body: [UInt8]) throws(RequestError) {
        guard let said = try? JSONDecoder().decode(Remark.self, from: Data(body)) else {
            throw .badRequest(#"expected an object such as {"remark": "reefed the main"}"#)
        }
        self = try Self.adding(said.remark)
    }

    private static func adding(_ remark: String) throws(RequestError) -> LogRequest {
        guard ShipsLogEntry.isRemark(remark) else {
            throw .badRequest("a remark is one line of at most \(ShipsLogEntry.longestRemark) characters")
        }
        return .add(remark: remark)
    }
}
