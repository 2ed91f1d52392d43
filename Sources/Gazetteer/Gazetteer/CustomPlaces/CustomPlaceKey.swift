import PlacemarkModel

/// A property of a placemark that a custom place may give. The numbers stand in the file.
package enum CustomPlaceKey: UInt32, CaseIterable, Sendable {
    case thoroughfare = 1
    case subThoroughfare = 2
    case locality = 3
    case subLocality = 4
    case subAdministrativeArea = 5
    case administrativeArea = 6
    case postalCode = 7
    case isoCountryCode = 8
    case country = 9
    case timeZone = 10
    case inlandWater = 11
    case ocean = 12
    case isoSubdivisionCode = 13

    /// The placemark's property of the same name.
    var property: WritableKeyPath<Placemark, String?> {
        switch self {
        case .thoroughfare: \.thoroughfare
        case .subThoroughfare: \.subThoroughfare
        case .locality: \.locality
        case .subLocality: \.subLocality
        case .subAdministrativeArea: \.subAdministrativeArea
        case .administrativeArea: \.administrativeArea
        case .postalCode: \.postalCode
        case .isoCountryCode: \.isoCountryCode
        case .country: \.country
        case .timeZone: \.timeZone
        case .inlandWater: \.inlandWater
        case .ocean: \.ocean
        case .isoSubdivisionCode: \.isoSubdivisionCode
        }
    }

    /// What GeoJSON calls it.
    package var name: String { "\(self)" }

    package init?(name: String) {
        guard let key = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = key
    }
}
