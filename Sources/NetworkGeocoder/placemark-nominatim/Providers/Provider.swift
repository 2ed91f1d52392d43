import CurlClient
import PlacemarkModel

/// The kinds of servers that can be asked.
enum Provider: String, CaseIterable, Sendable {
    case nominatim, photon

    /// Path and parameters of the request, to follow the server's address. Holds the position: never to be logged.
    func target(of query: PlaceQuery, accessKey: SecretText?) -> String {
        let target =
            switch self {
            case .nominatim: NominatimRequest.target(of: query)
            case .photon: PhotonRequest.target(of: query)
            }
        return accessKey.map { "\(target)&key=\(PercentEncoding.encode($0.revealed))" } ?? target
    }

    /// The one language that is asked for, where a server has only some and refuses the others; nil where it takes any.
    func language(of query: PlaceQuery) -> String? {
        switch self {
        case .nominatim: nil
        case .photon: PhotonRequest.language(of: query)
        }
    }

    /// The places in a reply, the best first, at least one.
    func places(in reply: CurlReply, to query: PlaceQuery) throws(ProviderError) -> [FoundPlace] {
        switch self {
        case .nominatim: try NominatimAnswer.places(in: reply, isReverse: query.isReverse)
        case .photon: try PhotonAnswer.places(in: reply, isReverse: query.isReverse)
        }
    }
}
