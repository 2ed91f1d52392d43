public import PlacemarkCore

/// Turns positions into placemarks.
public protocol Geocoder: Sendable {
    /// The placemark of this position. Throws a `GeocodingError` when there is none to be had.
    func reverseGeocode(_ location: Location) async throws(GeocodingError) -> Placemark
}

/// Why a geocoder has no placemark.
public enum GeocodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The geocoder works, and knows no place there.
    case noResult
    /// The geocoder cannot work, and why.
    case unavailable(String)

    public var description: String {
        switch self {
        case .noResult: "no place is known there"
        case .unavailable(let reason): reason
        }
    }
}
