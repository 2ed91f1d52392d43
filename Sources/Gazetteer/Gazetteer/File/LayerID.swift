/// The number of a layer in the layer table. A reader skips the numbers that it does not know.
package enum LayerID {
    package static let places: UInt32 = 1
    /// Countries with their time zones, by polygon.
    package static let zones: UInt32 = 2
    /// States and provinces, by polygon.
    package static let states: UInt32 = 3
    /// Counties and districts, by polygon.
    package static let counties: UInt32 = 4
    /// Seas and lakes, by polygon.
    package static let water: UInt32 = 5
    /// The names of places, for forward search.
    package static let search: UInt32 = 6
    package static let postalCodes: UInt32 = 7
    /// The names of countries in other languages.
    package static let countryNames: UInt32 = 8
    /// Where land is near.
    package static let coast: UInt32 = 10
    /// The names of places, states and countries in other languages.
    package static let names: UInt32 = 11
    /// The user's custom places.
    package static let customPlaces: UInt32 = 9
    /// Which city each place, county and state belongs to.
    package static let cities: UInt32 = 15
    /// The cities of postal codes.
    package static let postalCities: UInt32 = 16
    /// Municipalities that are no counties, by polygon.
    package static let municipalities: UInt32 = 17
    /// Where airports are.
    package static let airports: UInt32 = 18
    /// Where postal codes are.
    package static let postalCodeIndex: UInt32 = 19
    /// Municipalities and their parts, by polygon: their names, and where the squares are.
    package static let cityLimits: UInt32 = 20
    /// The squares with their borders, which are checked one by one.
    package static let limitSquares: UInt32 = 21
    /// Parks, stations, lakes, by polygon, as city limits are stored: their names, and where the squares are; the squares.
    package static let (namedAreas, areaSquares): (UInt32, UInt32) = (22, 23)
    /// Streets: their names, and where the tiles are.
    package static let streets: UInt32 = 24
    /// The tiles with the streets and houses, which are checked one by one.
    package static let streetTiles: UInt32 = 25
    /// The names of streets, for forward search.
    package static let streetNames: UInt32 = 26
    /// The names of named areas, for forward search.
    package static let areaNames: UInt32 = 27
    /// The names of the parts and quarters in city limits, for forward search.
    package static let quarterNames: UInt32 = 28
    /// Buildings, woods, railways and the like, for maps alone.
    package static let mapFeatures: UInt32 = 29
    /// The names of all that is in a detail pack in other languages.
    package static let detailPackNames: UInt32 = 30
}
