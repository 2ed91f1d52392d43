import PlacemarkModel

extension Placemark {
    /// Keeps what the whole country, state or county has in common.
    mutating func widen(to area: NameSearch.AreaKind) {
        var wide = Placemark(geocoder: geocoder)
        (wide.country, wide.isoCountryCode) = (country, isoCountryCode)
        switch area {
        case .country, .position: wide.name = country
        case .state:
            (wide.name, wide.administrativeArea) = (administrativeArea, administrativeArea)
            wide.isoSubdivisionCode = isoSubdivisionCode
        case .county:
            (wide.name, wide.subAdministrativeArea) = (subAdministrativeArea, subAdministrativeArea)
            (wide.administrativeArea, wide.isoSubdivisionCode) = (administrativeArea, isoSubdivisionCode)
        }
        self = wide
    }
}
