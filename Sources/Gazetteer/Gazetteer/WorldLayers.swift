/// The layers of a world file that reverse look-ups read. Only the places must be there.
///
/// A class, because a value of this size, 1.8 kB, would be copied several times in each look-up.
final class WorldLayers: Sendable {
    let places: PlacesLayer
    let zones: BoundariesLayer?
    let states: BoundariesLayer?
    let counties: BoundariesLayer?
    let water: BoundariesLayer?
    let coast: CoastLayer?
    /// The codes of positions.
    let postalCodes: PostalCodesLayer?
    /// The positions of codes.
    let postalCodeIndex: PostalCodeIndex?
    let cities: CitiesLayer?
    let municipalities: BoundariesLayer?
    /// Airports, as their numbers in the layer of cities.
    let airports: PostalCodesLayer?
    /// The cities of postal codes, as the numbers of their places.
    let postalCities: PostalCodesLayer?
    let countryNames: CountryNamesLayer?
    let names: NamesLayer?
    let customPlaces: CustomPlacesLayer?

    /// Reads the layers' own headers; `bytes` is the whole file.
    init(_ header: FileHeader, bytes: UnsafeRawBufferPointer, path: String) throws(GazetteerError) {
        func layer<Layer>(
            _ id: UInt32, _ read: (UnsafeRawBufferPointer) -> Layer?
        ) throws(GazetteerError) -> Layer? {
            guard let row = header.layers.first(where: { $0.description.id == id }) else { return nil }
            guard let layer = read(UnsafeRawBufferPointer(rebasing: bytes[row.range])) else {
                throw .damaged(path: path, what: "its layer \"\(row.description.name)\" is cut off")
            }
            return layer
        }
        guard let places = try layer(LayerID.places, PlacesLayer.init(bytes:)) else { throw .noPlaces(path: path) }
        self.places = places
        zones = try layer(LayerID.zones, BoundariesLayer.init(bytes:))
        states = try layer(LayerID.states, BoundariesLayer.init(bytes:))
        counties = try layer(LayerID.counties, BoundariesLayer.init(bytes:))
        water = try layer(LayerID.water, BoundariesLayer.init(bytes:))
        coast = try layer(LayerID.coast, CoastLayer.init(bytes:))
        postalCodes = try layer(LayerID.postalCodes, PostalCodesLayer.init(bytes:))
        postalCodeIndex = try layer(LayerID.postalCodeIndex, PostalCodeIndex.init(bytes:))
        cities = try layer(LayerID.cities, CitiesLayer.init(bytes:))
        airports = try layer(LayerID.airports, PostalCodesLayer.init(bytes:))
        municipalities = try layer(LayerID.municipalities, BoundariesLayer.init(bytes:))
        postalCities = try layer(LayerID.postalCities, PostalCodesLayer.init(bytes:))
        countryNames = try layer(LayerID.countryNames, CountryNamesLayer.init(bytes:))
        names = try layer(LayerID.names, NamesLayer.init(bytes:))
        customPlaces = try layer(LayerID.customPlaces, CustomPlacesLayer.init(bytes:))
    }

    /// What knows best where a postal code is.
    var postalCodeTable: (any PostalCodeTable)? { postalCodeIndex ?? postalCodes }

    /// The name of a city, which is its place's, or its own.
    func name(of city: CityReference) -> String? {
        city.place.flatMap { places.name(at: $0) } ?? city.name.flatMap { cities?.name($0) }
    }
}
