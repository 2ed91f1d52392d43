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

extension Placemark {
    /// The placemark without what a location of this accuracy cannot tell.
    public func limited(toAccuracyInMeters accuracy: Double?) -> Placemark {
        let level = PlacemarkLevel(horizontalAccuracyInMeters: accuracy)
        guard level < .number, let accuracy else { return self }
        var limited = having { $0.level.map { $0 <= level } ?? (level == .street) }
        if level == .street {
            if name == streetAddress { limited.name = limited.streetAddress ?? limited.name }
            return limited
        }
        if level == .locality || level == .subLocality { limited.takeWay(from: self, accuracyInMeters: accuracy) }
        if limited.name == nil {
            let names = [
                limited.locality, limited.inlandWater, limited.ocean, limited.administrativeArea, limited.country,
            ]
            // A name that stays elsewhere in the placemark; one of the user's own is none of these.
            limited.name = names.contains(name) ? name : limited.locality ?? limited.inlandWater ?? limited.ocean
        }
        return limited
    }

    /// Takes the place far away that the placemark was named after, and the way to it or to the locality.
    private mutating func takeWay(from full: Placemark, accuracyInMeters: Double) {
        if full.distant == true { (name, distant) = (full.name, true) }
        // Within the accuracy neither the distance nor the direction is known.
        guard let way = full.distance, way > accuracyInMeters else { return }
        (distance, bearing) = (way, full.bearing)
    }
}
