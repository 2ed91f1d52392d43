import PlacemarkCore

/// The kinds of servers that can be asked.
enum Provider: String, CaseIterable, Sendable {
    case nominatim, photon

    /// Path and parameters of the request, to follow the server's address. Holds the position: never to be logged.
    func target(of query: PlaceQuery, accessKey: String?) -> String {
        let target =
            switch self {
            case .nominatim: NominatimRequest.target(of: query)
            case .photon: PhotonRequest.target(of: query)
            }
        return accessKey.map { "\(target)&key=\(PercentEncoding.encode($0))" } ?? target
    }

    /// The places in a reply, the best first, at least one.
    func places(in reply: ProviderReply, to query: PlaceQuery) throws(ProviderError) -> [FoundPlace] {
        switch self {
        case .nominatim: try NominatimAnswer.places(in: reply, isReverse: query.isReverse)
        case .photon: try PhotonAnswer.places(in: reply, isReverse: query.isReverse)
        }
    }
}

/// Numbers in the parameters of a request.
enum DegreesText {
    /// Degrees with as many decimals as a cell needs, and never in the form 1e-05.
    static func of(_ number: Double) -> String {
        let scaled = Int((number.magnitude * 1e6).rounded())
        let fraction = String(scaled % 1_000_000)
        let padded = String(repeating: "0", count: 6 - fraction.count) + fraction
        return (number < 0 && scaled > 0 ? "-" : "") + "\(scaled / 1_000_000).\(padded)"
    }
}
