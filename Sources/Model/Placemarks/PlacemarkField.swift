/// A property of `Placemark`: what it is called, and who may know it.
///
/// `Placemark.fields` is the one list of them: what writes, limits, checks or lists placemarks goes by it. A property
/// without a row fails `PlacemarkFieldTests`, and one that a surface does not show fails `PlacemarkSurfacesTests`.
package struct PlacemarkField: Sendable {
    /// What a field holds, as JSON has it.
    package enum Value: Hashable, Sendable {
        case text(String)
        case texts([String])
        case number(Double)
        case flag(Bool)
    }

    /// The name of the property, which is its key everywhere.
    let name: StaticString
    /// How fine a location has to be to claim it; nil when a rule of its own says so (`limited(toAccuracyInMeters:)`).
    package let level: PlacemarkLevel?
    /// Whether readers with reduced precision are told it.
    let isReduced: Bool
    /// Whether it is made of other fields: written for those who read JSON, and never read.
    package let isDerived: Bool
    /// What a placemark has in it; nil for nothing.
    package let value: @Sendable (Placemark) -> Value?
    /// Takes it over from the first placemark into the second.
    let copy: @Sendable (Placemark, inout Placemark) -> Void

    package var key: String { name.description }

    private init<Property>(
        _ name: StaticString, _ property: any WritableKeyPath<Placemark, Property> & Sendable, _ level: PlacemarkLevel?,
        isReduced: Bool = false, value: @escaping @Sendable (Placemark) -> Value?
    ) {
        (self.name, self.level, self.isReduced, isDerived) = (name, level, isReduced, false)
        self.value = value
        copy = { $1[keyPath: property] = $0[keyPath: property] }
    }

    private init(derived name: StaticString, value: @escaping @Sendable (Placemark) -> Value?) {
        (self.name, level, isReduced, isDerived) = (name, nil, false, true)
        self.value = value
        copy = { _, _ in }
    }

    /// The values are read by closures: by the key paths a line of a batch would cost a third more.
    fileprivate static let all: [PlacemarkField] = [
        PlacemarkField("name", \.name, nil) { $0.name.map(Value.text) },
        PlacemarkField("subThoroughfare", \.subThoroughfare, .number) { $0.subThoroughfare.map(Value.text) },
        PlacemarkField("subThoroughfareInterpolated", \.subThoroughfareInterpolated, .number) {
            $0.subThoroughfareInterpolated.map(Value.flag)
        },
        PlacemarkField("thoroughfare", \.thoroughfare, .street) { $0.thoroughfare.map(Value.text) },
        PlacemarkField("subLocality", \.subLocality, .subLocality) { $0.subLocality.map(Value.text) },
        PlacemarkField("locality", \.locality, .locality, isReduced: true) { $0.locality.map(Value.text) },
        PlacemarkField("localitySource", \.localitySource, .locality) { ($0.localitySource?.rawValue).map(Value.text) },
        PlacemarkField("postalCode", \.postalCode, .subLocality) { $0.postalCode.map(Value.text) },
        PlacemarkField("subAdministrativeArea", \.subAdministrativeArea, .subAdministrativeArea, isReduced: true) {
            $0.subAdministrativeArea.map(Value.text)
        },
        PlacemarkField("administrativeArea", \.administrativeArea, .administrativeArea, isReduced: true) {
            $0.administrativeArea.map(Value.text)
        },
        PlacemarkField("isoSubdivisionCode", \.isoSubdivisionCode, .administrativeArea, isReduced: true) {
            $0.isoSubdivisionCode.map(Value.text)
        },
        PlacemarkField("country", \.country, .country, isReduced: true) { $0.country.map(Value.text) },
        PlacemarkField("isoCountryCode", \.isoCountryCode, .country, isReduced: true) {
            $0.isoCountryCode.map(Value.text)
        },
        PlacemarkField("timeZone", \.timeZone, .country, isReduced: true) { $0.timeZone.map(Value.text) },
        PlacemarkField("inlandWater", \.inlandWater, .locality, isReduced: true) { $0.inlandWater.map(Value.text) },
        PlacemarkField("ocean", \.ocean, .country, isReduced: true) { $0.ocean.map(Value.text) },
        PlacemarkField("areasOfInterest", \.areasOfInterest, .street) { $0.areasOfInterest.map(Value.texts) },
        PlacemarkField("distance", \.distance, nil) { $0.distance.map(Value.number) },
        PlacemarkField("bearing", \.bearing, nil) { $0.bearing.map(Value.number) },
        PlacemarkField("distant", \.distant, nil) { $0.distant.map(Value.flag) },
        PlacemarkField(derived: "cityWithContext") { $0.cityWithContext.map(Value.text) },
        PlacemarkField(derived: "fullAddress") { $0.fullAddress.map(Value.text) },
        PlacemarkField("geocoder", \.geocoder, .country) { .text($0.geocoder) },
        PlacemarkField("attribution", \.attribution, .country) { $0.attribution.map(Value.text) },
    ]
}

extension Placemark {
    /// All properties, from small to large; then what is made of them, and who has answered.
    package static var fields: [PlacemarkField] { PlacemarkField.all }

    /// The placemark with these fields alone, and with who has answered.
    package func having(_ isWanted: (PlacemarkField) -> Bool) -> Placemark {
        var part = Placemark(geocoder: geocoder)
        for field in Self.fields where isWanted(field) { field.copy(self, &part) }
        return part
    }

    /// How fine the finest name is.
    package var finestLevel: PlacemarkLevel {
        let named = Self.fields.lazy.filter { $0.value(self) != nil }.compactMap(\.level).max() ?? .country
        return distant == true ? max(named, .locality) : named
    }
}
