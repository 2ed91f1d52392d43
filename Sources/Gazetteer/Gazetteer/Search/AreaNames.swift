package import PlacemarkModel

/// What countries and states are called besides the names that places have them by: in other languages, by other codes.
package struct AreaNames {
    /// A state or county as places have it.
    package struct State: Hashable {
        package var isoCountryCode: String
        package var name: String

        package init(isoCountryCode: String, name: String) {
            (self.isoCountryCode, self.name) = (isoCountryCode, name)
        }
    }

    /// By ISO 3166-1 alpha-2: names in other languages, and codes.
    package var countries: [String: [String]]
    /// The same: names that are as good as the country's own.
    package var ownCountries: [String: [String]]
    package var states: [State: [String]]
    /// The codes that people write behind a city for its county: `MI` for Milan's.
    package var countyCodes: [State: String] = [:]
    /// What has no places: seas, lakes, Antarctica, each with a position in it.
    package var positions: [(name: String, coordinate: Coordinate)] = []

    package init(
        countries: [String: [String]] = [:], ownCountries: [String: [String]] = [:], states: [State: [String]] = [:]
    ) {
        (self.countries, self.ownCountries, self.states) = (countries, ownCountries, states)
    }
}
