import Gazetteer
import PlacemarkModel

/// The making of a world file: one layer after the other, each from its sources.
package struct WorldBuild: Sendable {
    var writer = GazetteerWriter()
    /// The places with their states, the states' codes, and counties.
    private(set) var joined: JoinedPlaces
    let directory: String
    let progress: BuildProgress
    let sources: PlaceSources
    let translations: [CountryNamesLayerWriter.Name]
    let subdivisions: SubdivisionCodes
    private let kinds: PlaceKinds
    /// What the places are called in the file. All rules go by GeoNames' own names.
    let names: ShownNames
    private let seas: [SourceBoundary]
    private let shore: SeaShore
    private let stateSources: [SourceBoundary]
    private var states: StatesLayer
    /// The ISO 3166-2 code of each state, by its English name.
    private(set) var codes: [BoundaryVotes.Label: String]
    /// GeoNames' name of each state that has another one in English, by ISO 3166-2 code.
    private(set) var otherNamesOfStates: [String: String] = [:]
    /// The seas and lakes, each with a position in it.
    private(set) var waters: [(name: String, localName: String?, coordinate: Coordinate)] = []
    /// The states and counties as they went into the file.
    private var polygons: CityTables.Polygons?
    /// GeoNames' key of each state (`AT.09`), by ISO 3166-2 code: the one of most of its places.
    let stateKeys: [String: String]

    init(directory: String, progress: BuildProgress) throws {
        (self.directory, self.progress) = (directory, progress)
        sources = try PlaceSources(directory: directory, progress: progress)
        kinds = try PlaceKinds(path: "\(directory)/place-kinds.tsv")
        joined = sources.joined()
        translations = try CountryNameSource.names(directory: directory)
        subdivisions = try SubdivisionCodes(directory: directory)
        progress.report(PlaceSources.shareOfBuild, "joining places and states")
        joined.setStates(
            UnnamedStates(
                sources.cities, states: joined.places.map(\.administrativeArea), subdivisions: subdivisions
            ).names)
        seas = try SeaSource.boundaries(in: directory)
        shore = try SeaShore(seas)
        stateSources = try StateSource.boundaries(in: directory)
        states = try StatesLayer(stateSources, places: joined.places, isCoast: shore.touches)
        codes = Self.codes(of: sources.cities, joined.places, states.states, subdivisions)
        // A state has its code everywhere: by polygon, and by the places in it, where no polygon reaches.
        joined.setCodes { [codes] in codes[BoundaryVotes.Label(isoCountryCode: $0, name: $1)] }
        stateKeys = Self.keys(of: sources.cities, joined.places)
        let catalogues = try Translations(directory: directory)
        names = ShownNames(sources, places: joined.places, translations: catalogues)
        nameStates(
            EnglishStates(catalogues, languages: LocalLanguages(sources.countries), subdivisions: subdivisions))
    }

    /// Builds the world file `output` from unpacked sources and a user's own GeoJSON files, and returns what is in it.
    package static func write(
        _ output: String, from directory: String, own files: [String] = [], progress: BuildProgress = BuildProgress()
    ) throws -> JoinedPlaces {
        let customPlaces = try CustomPlacesSource(paths: files)
        customPlaces.warn()
        defer { progress.finish() }
        // What another core can do meanwhile. These need nothing of the places.
        let zones = BackgroundValue { try ZonesLayer(ZoneSource.boundaries(in: directory)) }
        let postalCodes = BackgroundValue { try PostalCodeLayers(path: "\(directory)/postal-codes.tsv") }
        let municipalities = BackgroundValue { try MunicipalitiesLayer(directory: directory) }
        var world = try WorldBuild(directory: directory, progress: progress)
        try world.addPlaces()
        try world.addZones(zones.get())
        try world.addStatesAndCounties()
        try world.addWater()
        let search = BackgroundValue { [world] in try world.searchLayer() }
        world.add(try postalCodes.get())
        try world.addCities(municipalities.get())
        try world.addNames(search: search.get())
        customPlaces.add(to: &world.writer)
        progress.report(0.98, "writing \(output)")
        try world.writer.write(to: output)
        return world.joined
    }

    /// Calls the states what they are called in English, from here on and everywhere.
    private mutating func nameStates(_ english: EnglishStates) {
        var others: [BoundaryVotes.Label: String] = [:]
        var isTaken = Set(codes.keys)
        for (label, code) in codes.sorted(by: { $0.key < $1.key }) {
            let name = english.name(label.name, code: code, key: stateKeys[code])
            let shown = BoundaryVotes.Label(isoCountryCode: label.isoCountryCode, name: name)
            // Two states of one name would become one.
            guard name != label.name, isTaken.insert(shown).inserted else { continue }
            (others[label], otherNamesOfStates[code]) = (name, label.name)
        }
        let name: (String, String) -> String? = { others[BoundaryVotes.Label(isoCountryCode: $0, name: $1)] }
        joined.renameStates(name)
        states.renameStates(name)
        codes = Dictionary(
            codes.map { label, code in
                (BoundaryVotes.Label(isoCountryCode: label.isoCountryCode, name: others[label] ?? label.name), code)
            }
        ) { first, _ in first }
    }

    mutating func addPlaces() throws {
        progress.report(0.36, "arranging \(joined.places.count) places")
        try writer.addPlaces(shownPlaces, description: sources.versions.placesLayer)
    }

    mutating func addZones(_ zones: ZonesLayer) throws {
        let countryNames = Dictionary(sources.countries.map { ($0.iso, $0.name) }) { first, _ in first }
        try writer.add(LayerID.zones, zones.bytes { countryNames[$0] }, description: sources.versions.zonesLayer)
    }

    mutating func addStatesAndCounties() throws {
        progress.report(0.39, "drawing states")
        let stateBytes = try states.bytes {
            codes[BoundaryVotes.Label(isoCountryCode: $0.isoCountryCode, name: $0.name)]
        }
        writer.add(LayerID.states, stateBytes, description: sources.versions.statesLayer)

        progress.report(0.42, "drawing counties")
        let countySources = try CountySource.boundaries(in: directory)
        try DisplacedCounties.refuse(
            countySources, places: joined.places, isSeat: { [sources, kinds] in kinds.isSeat(sources.cities[$0]) })
        let counties = try CountiesLayer(
            countySources, places: joined.places, statesLayer: states, isCoast: shore.touches,
            town: { [names] in names.town($0) })
        let countyBytes = try counties.bytes { codes[BoundaryVotes.Label(isoCountryCode: $0, name: $1)] }
        writer.add(LayerID.counties, countyBytes, description: sources.versions.countiesLayer)
        polygons = CityTables.Polygons(
            states: states.states.map { BoundaryVotes.Label(isoCountryCode: $0.isoCountryCode, name: $0.name) },
            stateBytes: stateBytes,
            counties: countySources.indices.map { index in
                CityTables.County(
                    isoCountryCode: countySources[index].isoCountryCode, name: counties.names[index],
                    state: counties.states[index], areaInSquareMeters: countySources[index].areaInSquareMeters)
            },
            countyBytes: countyBytes)
        addCoast(of: stateSources + countySources)
    }

    /// Where land is near: the vertices of all states and counties, before they are simplified.
    private mutating func addCoast(of boundaries: [SourceBoundary]) {
        var coast = CoastLayerWriter()
        for point in boundaries.lazy.flatMap(\.rings).joined() { coast.addLand(at: Coordinate(point)) }
        for place in joined.places { coast.addLand(at: place.coordinate) }
        writer.add(
            LayerID.coast, coast.bytes(nearInMeters: Self.coastInMeters), description: sources.versions.coastLayer)
    }

    /// 24 nautical miles: the contiguous zone of the Convention on the Law of the Sea.
    private static let coastInMeters = 24 * 1852.0

    /// The ISO 3166-2 codes of the states of the places, and of those that have no place.
    ///
    /// Those without a place are mostly old ones, or the same under another name: they take no code away from one with
    /// places.
    private static func codes(
        of cities: [PlaceSources.City], _ places: [Place], _ states: [StatesLayer.State],
        _ subdivisions: SubdivisionCodes
    ) -> [BoundaryVotes.Label: String] {
        let withPlaces = Set(
            zip(cities, places).compactMap { city, place in
                place.isoCountryCode.flatMap { country in
                    place.administrativeArea.map {
                        SubdivisionCodes.State(country: country, name: $0, admin1Code: city.admin1code)
                    }
                }
            })
        let all = withPlaces.union(
            states.filter { !$0.name.isEmpty }.map {
                SubdivisionCodes.State(country: $0.isoCountryCode, name: $0.name, admin1Code: nil)
            })
        let known = Set(withPlaces.map { BoundaryVotes.Label(isoCountryCode: $0.country, name: $0.name) })
        func labelled(_ states: Set<SubdivisionCodes.State>) -> [BoundaryVotes.Label: String] {
            let codes = subdivisions.codes(for: states).sorted { $0.key < $1.key }
            return Dictionary(
                codes.map { (BoundaryVotes.Label(isoCountryCode: $0.key.country, name: $0.key.name), $0.value) }
            ) { first, _ in first }
        }
        return labelled(all).filter { !known.contains($0.key) }.merging(labelled(withPlaces)) { _, second in second }
    }

    /// Seas and lakes, with ground on the islands that no polygon has, and round each inhabited place that is in water all the
    /// same. After the states and counties.
    ///
    /// Throws `DrownedPlaces` when a place is still in water then.
    mutating func addWater() throws {
        guard let polygons else { preconditionFailure("the islands need the states and counties") }
        progress.report(0.65, "drawing seas and lakes")
        let water = WaterLayer(seas: seas, lakes: try LakeSource.boundaries(in: directory))
        let islands = try MissingIslands.boundary(
            in: directory, near: joined.places, missingFrom: (polygons.stateBytes, polygons.countyBytes))
        waters = water.positions
        let description = sources.versions.waterLayer
        try writer.add(LayerID.water, water.bytes(islands: islands), description: description)
        let drowned = try writer.inhabitedPlacesInWater()
        guard !drowned.isEmpty else { return }
        progress.report(0.66, "giving \(drowned.count) drowned places their ground")
        try writer.replace(LayerID.water, water.bytes(islands: islands, drowned: drowned))
        try writer.refuseDrownedPlaces()
    }

    mutating func add(_ postalCodes: PostalCodeLayers) {
        writer.add(LayerID.postalCodes, postalCodes.discs, description: sources.versions.postalCodesLayer)
        writer.add(LayerID.postalCodeIndex, postalCodes.index, description: sources.versions.postalCodeIndexLayer)
    }

    /// Which city each place, county, state, municipality and postal code belongs to. After the states and counties.
    mutating func addCities(_ municipalities: MunicipalitiesLayer) throws {
        guard let polygons else { preconditionFailure("the cities need the states and counties") }
        progress.report(0.7, "finding cities")
        let postal = try PostalCities(path: "\(directory)/postal-cities.tsv").points(
            places: joined.places, alternateNames: sources.cities.map(\.usableAlternateNames),
            isQuarter: { [sources, kinds] in kinds.isQuarter(sources.cities[$0]) })
        let municipalityBytes = try municipalities.bytes()
        let tables = CityTables(
            places: joined.places, sources: sources, kinds: kinds,
            polygons: polygons, municipalities: municipalities.boundaries, municipalityBytes: municipalityBytes,
            villages: try VillageNames(path: "\(directory)/village-names.tsv"), postal: postal, codes: codes)
        let order = GazetteerWriter.order(of: joined.places)
        let airports = try Airports(path: "\(directory)/airports.tsv")
        let served = airports.cities(
            places: joined.places, alternateNames: sources.cities.map(\.usableAlternateNames),
            isQuarter: { [sources, kinds] in kinds.isQuarter(sources.cities[$0]) })
        var numberOfPlace = Array(repeating: 0, count: order.count)
        for (number, place) in order.enumerated() { numberOfPlace[place] = number }
        var layer = tables.writer(order: order)
        layer.airports = zip(airports.rows, served).map { row, city in
            .init(name: row.name, code: row.code, city: city.map { .init(.place(numberOfPlace[$0])) })
        }
        let cities = layer.bytes(names: postal.compactMap(\.ownName))
        writer.add(LayerID.cities, cities.layer, description: sources.versions.citiesLayer)
        writer.add(LayerID.municipalities, municipalityBytes, description: sources.versions.municipalitiesLayer)
        writer.add(
            LayerID.airports,
            try PostalCodesLayerWriter.bytes(of: airports.discs(cities: served, places: joined.places)),
            description: sources.versions.airportsLayer)
        let discs = PostalCities.discs(of: postal) { point in
            point.place.map { CityReference(place: numberOfPlace[$0]) } ?? point.ownName.flatMap { cities.names[$0] }
        }
        writer.add(
            LayerID.postalCities, try PostalCodesLayerWriter.bytes(of: discs),
            description: sources.versions.postalCitiesLayer)
    }
}
