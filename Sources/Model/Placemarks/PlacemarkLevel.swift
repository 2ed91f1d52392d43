/// How fine a placemark a location of some accuracy may claim.
///
/// A name is claimed while the radius of the location is small against the areas that bear such names; else it is a
/// guess. docs/explain/how-it-decides.md has the sizes, and how often names are right at these radii.
public enum PlacemarkLevel: Int, Comparable, CaseIterable, Sendable {
    /// Country, time zone and sea alone.
    case country
    /// State, province or region.
    case administrativeArea
    /// County or district.
    case subAdministrativeArea
    /// City or village, lake; a named place that is far away.
    case locality
    /// Part of a city, postal code.
    case subLocality
    /// The street, the user's own places, areas of interest.
    case street
    /// Everything: the house number too.
    case number

    public static func < (left: PlacemarkLevel, right: PlacemarkLevel) -> Bool { left.rawValue < right.rawValue }

    /// The largest horizontal accuracy in metres with which names of this level are claimed.
    public var radiusInMeters: Double {
        switch self {
        case .number: 25
        case .street: 100
        case .subLocality: 1000
        case .locality: 3000
        case .subAdministrativeArea: 10_000
        case .administrativeArea: 30_000
        case .country: .infinity
        }
    }

    /// The finest level that this accuracy allows. One that is not known is trusted.
    public init(horizontalAccuracyInMeters accuracy: Double?) {
        self = Self.allCases.reversed().first { (accuracy ?? 0) <= $0.radiusInMeters } ?? .country
    }
}
