public import PlacemarkModel

/// Turns positions into placemarks, and names into positions.
public protocol Geocoder: Sendable {
    /// The placemark of a location, and how it came about. Throws a `GeocodingError` when there is none.
    func reverseGeocode(_ request: GeocodeRequest) async throws(GeocodingError) -> GeocodeAnswer

    /// The places that `text` may mean, the best first; at least one and at most `limit`.
    ///
    /// Those near `hint` come first, as far as the geocoder heeds it. Throws a `GeocodingError` when there is none.
    ///
    /// - Parameters:
    ///   - geocoder: who is to answer; nil for this one, whichever it is.
    ///   - languages: in which names are wanted; none for those of the geocoder.
    ///   - client: who asks: only clients search.
    func search(
        _ text: String, near hint: Coordinate?, limit: Int, geocoder: GeocoderChoice?, languages: PreferredLanguages,
        for client: GeocodeClient
    ) async throws(GeocodingError) -> [SearchResult]

    /// How a network geocoder says that it is; nil when there is none, or it does not say.
    func health() async -> GeocoderHealth?

    /// What the embedded gazetteer would name the position, as numbers, at once: it tells the policy `on-change` when to
    /// ask. Nil when there is no gazetteer.
    func nameHint(at coordinate: Coordinate) -> NameHint?

    /// The streets near a position by the embedded gazetteer, at once, the best first: they tell the location manager in
    /// which street the box is. Empty when there is no gazetteer, or none with streets.
    func streets(at coordinate: Coordinate) -> [StreetCandidate]

    /// What the embedded gazetteer calls a position, at once, in the language of the geocoder: it names the place of a beacon.
    /// Nil when there is no gazetteer, or it knows nothing there.
    func gazetteerNames(at coordinate: Coordinate) -> Placemark?
}

extension Geocoder {
    public func health() async -> GeocoderHealth? { nil }

    public func gazetteerNames(at coordinate: Coordinate) -> Placemark? { nil }
}

/// Why a geocoder has no placemark.
public enum GeocodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The geocoder works, and knows no place there, or none of that name.
    case noResult
    /// A network geocoder was asked for, and there is none.
    case noNetworkGeocoder
    /// The geocoder cannot work, and why.
    case unavailable(String)

    public var description: String {
        switch self {
        case .noResult: "no place is known"
        case .noNetworkGeocoder: "there is no network geocoder; Geocoder= in [Geocoding] of placemarkd.conf names one"
        case .unavailable(let reason): reason
        }
    }
}
