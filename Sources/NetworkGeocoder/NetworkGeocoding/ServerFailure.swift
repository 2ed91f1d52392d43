package import HTTPAsking
import PlacemarkModel

/// Why a request to a network geocoder has failed. The words are for the status and the log: they hold nothing that the
/// request or the answer says of a place.
package enum ServerFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The socket gives none, or none that is whole.
    case noAnswer(UnixExchange.Failure)
    /// As many clients are being answered as may ask at once.
    case crowded
    /// A status code that the contract does not have, or an error of the geocoder's, with its own words where they say
    /// nothing of a place.
    case status(Int, String?)
    case mediaType(String)
    /// The body is not what the contract has.
    case schema(String)

    package var description: String {
        switch self {
        case .noAnswer(.notReachable(let reason)): "the network geocoder cannot be reached: \(reason)"
        case .noAnswer(.timedOut(let limit)): "the network geocoder has not answered within \(limit.inSeconds) s"
        case .noAnswer(.brokenOff): "the network geocoder has broken off its answer"
        case .noAnswer(.notHTTP): "the network geocoder does not speak HTTP/1.1"
        case .noAnswer(.tooLarge):
            "the answer of the network geocoder is larger than \(GeocoderSocket.longestBody >> 10) KiB"
        case .noAnswer(.cancelled): "the request was cancelled"
        case .crowded: "too many clients ask the network geocoder at once; try again later"
        case .status(let code, let words):
            "the network geocoder answers with status \(code)" + (words.map { ": \($0)" } ?? "")
        case .mediaType(let type): "the network geocoder answers with \(type) instead of JSON"
        case .schema(let what):
            "the answer of the network geocoder does not follow docs/reference/geocoder.md: \(what)"
        }
    }
}
