import Gazetteer
import PlacemarkModel
import VectorTiles

/// What the world file has for the map: land, lakes, borders and names.
struct WorldShapes {
    var shapes: [MapShape] = []
    let gazetteer: Gazetteer
    let languages: BasemapLanguages
    let largestZoom: Int
    let sources: MapSources?
    /// The land alone, which goes to larger zooms than the rest when there is a coast in full resolution.
    var land: [MapShape] = []
    /// The lakes that the coast in full resolution does not know, or all without one. They wait for the places in them.
    var otherLakes: [(rings: [[TilePoint]], attributes: [String: TileValue])] = []

    /// What a name takes of the screen, in units of the zoom: an area is named from the zoom on at which it is as large.
    private static let (countrySide, stateSide) = (200.0, 480.0)
    private static let (firstStateZoom, firstCountyZoom) = (3, 7)
    /// The map shows no borders in Antarctica, where claims are frozen (as the look-ups have it).
    private static let antarcticLatitude = -60.0

    /// - Parameters:
    ///   - sources: The coast, rivers, roads and capitals; without them the land is what states cover.
    ///   - largestZoom: Of the land; the rest ends with it, and at `BasemapZooms.largestOfWorld` at the latest.
    init(
        _ gazetteer: Gazetteer, _ sources: MapSources?, languages: BasemapLanguages, largestZoom: Int,
        progress: BuildProgress
    ) {
        (self.gazetteer, self.languages, self.sources) = (gazetteer, languages, sources)
        self.largestZoom = min(largestZoom, BasemapZooms.largestOfWorld)
        if let states = gazetteer.states {
            progress.report(0.02, "joining the borders of states")
            addLand(states)
        }
        if let counties = gazetteer.counties {
            progress.report(0.06, "joining the borders of counties")
            addCounties(counties)
        }
        if let zones = gazetteer.zones {
            progress.report(0.14, "joining the borders of countries")
            addCountryBorders(zones)
        }
        if let water = gazetteer.water {
            progress.report(0.17, "joining the shores of lakes")
            addWater(water)
        }
        progress.report(0.19, "sorting places")
        addPlaces(landTo: largestZoom)
    }

    /// The land is what states cover. Their borders are the coast where there is a state on one side alone.
    private mutating func addLand(_ layer: BoundariesLayer) {
        let arcs = BoundaryArcs(layer).arcs
        let projected = arcs.map { $0.points.map { MapPlane.point($0) } }
        if sources == nil {
            let coast = arcs.indices.filter { arcs[$0].boundaries.count % 2 == 1 }.map { projected[$0] }
            land = [MapShape(layer: .land, geometry: .area(coast), attributes: [:], zooms: 0...largestZoom)]
        }

        let linesOfState = Self.lines(of: arcs, projected, boundaryCount: layer.boundaryCount) { $0 }
        addAreaNames(.states, layer, linesOfState, side: Self.stateSide, from: Self.firstStateZoom)
        // A country is all its states together: borders between two of them are inside.
        let countries = Dictionary(grouping: 0..<layer.boundaryCount) { layer.country(ofBoundary: $0) }
        let codes = countries.keys.filter { $0 != CountryCode.none }.sorted()
        let numberOfCode = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, $0) })
        let linesOfCountry = Self.lines(of: arcs, projected, boundaryCount: codes.count) {
            numberOfCode[layer.country(ofBoundary: $0)]
        }
        for (number, code) in codes.enumerated() { addCountryName(code, linesOfCountry[number]) }

        var borders: [[GridPoint]] = []
        for arc in arcs where arc.boundaries.count == 2 {
            let country = layer.country(ofBoundary: arc.boundaries[0])
            guard layer.country(ofBoundary: arc.boundaries[1]) == country, country != CountryCode.none else { continue }
            // Where there are counties, their borders are the better ones, and those of states are among them.
            borders += arc.points.parts { isBorder(at: $0, of: country) && !isInCounty($0, of: country) }
        }
        addBorders(borders, level: 4, from: Self.firstStateZoom)
    }

    private mutating func addCounties(_ layer: BoundariesLayer) {
        let arcs = BoundaryArcs(layer).arcs
        let projected = arcs.map { $0.points.map { MapPlane.point($0) } }
        let lines = Self.lines(of: arcs, projected, boundaryCount: layer.boundaryCount) { $0 }
        addAreaNames(.counties, layer, lines, side: Self.stateSide, from: Self.firstCountyZoom)
        let states = (0..<layer.boundaryCount).map { state(ofCounty: $0, layer, lines[$0]) }
        var (ofStates, ofCounties): ([[GridPoint]], [[GridPoint]]) = ([], [])
        for arc in arcs where arc.boundaries.count == 2 {
            let country = layer.country(ofBoundary: arc.boundaries[0])
            guard layer.country(ofBoundary: arc.boundaries[1]) == country, country != CountryCode.none else { continue }
            let parts = arc.points.parts { isBorder(at: $0, of: country) }
            if states[arc.boundaries[0]] == states[arc.boundaries[1]] { ofCounties += parts } else { ofStates += parts }
        }
        addBorders(ofStates, level: 4, from: Self.firstStateZoom)
        addBorders(ofCounties, level: 6, from: Self.firstCountyZoom)
    }

    /// The state of a county, as look-ups have it: the one that its places agree on, else that of the states' polygons in
    /// its middle.
    private func state(ofCounty county: Int, _ layer: BoundariesLayer, _ lines: [[TilePoint]]) -> String? {
        if let state = layer.text(CountyText.state, ofBoundary: county) { return state }
        guard let states = gazetteer.states, let label = LabelPoint(of: lines) else { return nil }
        return states.boundary(at: MapPlane.gridPoint(label.point)).flatMap {
            states.text(StateText.name, ofBoundary: $0)
        }
    }

    /// Between zones of different countries, on land: in the sea there are only claims.
    private mutating func addCountryBorders(_ layer: BoundariesLayer) {
        var borders: [[GridPoint]] = []
        for arc in BoundaryArcs(layer).arcs {
            if arc.boundaries.count == 2 {
                let countries = arc.boundaries.map { layer.country(ofBoundary: $0) }
                guard countries[0] != countries[1], !countries.contains(CountryCode.none) else { continue }
            }
            let isSimple = arc.boundaries.count == 2
            borders += arc.points.parts { edge in
                guard isLand(edge.middle), !isAntarctic(edge.middle) else { return false }
                return isSimple || edge.sides.map { country(at: $0) }.isDifferent
            }
        }
        addBorders(borders, level: 2, from: 0)
    }
}

extension WorldShapes {
    mutating func add(
        _ layer: MapLayer, _ geometry: MapShape.Geometry, _ attributes: [String: TileValue], from zoom: Int
    ) {
        guard zoom <= largestZoom else { return }
        shapes.append(MapShape(layer: layer, geometry: geometry, attributes: attributes, zooms: zoom...largestZoom))
    }

    private mutating func addBorders(_ lines: [[GridPoint]], level: Int, from zoom: Int) {
        add(.borders, .lines(lines.map { $0.map { MapPlane.point($0) } }), ["level": .integer(level)], from: zoom)
    }

    /// A name in the middle of an area, from the zoom on at which the area is `side` units large; its rank is that zoom.
    private mutating func addName(
        _ layer: MapLayer, _ lines: [[TilePoint]], _ attributes: [String: TileValue], side: Double, from zoom: Int
    ) {
        guard let label = LabelPoint(of: lines) else { return }
        addName(layer, label, attributes, side: side, from: zoom)
    }

    mutating func addName(
        _ layer: MapLayer, _ label: LabelPoint, _ attributes: [String: TileValue], side: Double, from zoom: Int
    ) {
        var (first, reach) = (0, label.side / Double(1 << MapPlane.finestZoom))
        while reach < side, first < largestZoom { (first, reach) = (first + 1, reach * 2) }
        let named = attributes.merging(["rank": .integer(first)]) { old, _ in old }
        add(layer, .point(label.point), named, from: min(max(first, zoom), largestZoom))
    }

    private mutating func addAreaNames(
        _ layer: MapLayer, _ boundaries: BoundariesLayer, _ lines: [[[TilePoint]]], side: Double, from zoom: Int
    ) {
        guard zoom <= largestZoom else { return }
        for boundary in 0..<boundaries.boundaryCount {
            guard let name = boundaries.text(0, ofBoundary: boundary) else { continue }
            var attributes: [String: TileValue] = ["name": .text(name)]
            // The second text of a county is its state.
            if layer == .states, let code = boundaries.text(StateText.code, ofBoundary: boundary) {
                attributes["code"] = .text(code)
            }
            addName(layer, lines[boundary], attributes, side: side, from: zoom)
        }
    }

    private mutating func addCountryName(_ code: UInt16, _ lines: [[TilePoint]]) {
        guard let letters = CountryCode.letters(code), let name = gazetteer.countryName(ofCode: code) else { return }
        var attributes: [String: TileValue] = ["name": .text(name), "code": .text(letters)]
        for language in languages.ofCountries {
            let translated = language == "en" ? name : gazetteer.countryName(ofCode: code, language: language)
            attributes["name:\(language)"] = translated.map { .text($0) }
        }
        addName(.countries, lines, attributes, side: Self.countrySide, from: 0)
    }

    /// The lines that each group of boundaries has an odd number of times: those round it.
    static func lines(
        of arcs: [Border], _ projected: [[TilePoint]], boundaryCount: Int, group: (Int) -> Int?
    ) -> [[[TilePoint]]] {
        var lines: [[[TilePoint]]] = Array(repeating: [], count: boundaryCount)
        for (arc, points) in zip(arcs, projected) {
            let groups = Dictionary(grouping: arc.boundaries.compactMap(group)) { $0 }
            for (group, boundaries) in groups where boundaries.count % 2 == 1 { lines[group].append(points) }
        }
        return lines
    }

    private func isLand(_ point: GridPoint) -> Bool { gazetteer.states?.boundary(at: point) != nil }

    private func isAntarctic(_ point: GridPoint) -> Bool {
        Double(point.y) / Grid.stepsPerDegree - 90 < Self.antarcticLatitude
    }

    /// By the zones; `CountryCode.none` at sea.
    private func country(at point: GridPoint) -> UInt16 {
        gazetteer.zones.flatMap { zones in zones.boundary(at: point).map { zones.country(ofBoundary: $0) } }
            ?? CountryCode.none
    }

    /// Whether a border inside a country is to be drawn here: on its land, as the zones have it.
    private func isBorder(at edge: GridEdge, of code: UInt16) -> Bool {
        guard !isAntarctic(edge.middle), isLand(edge.middle) else { return false }
        return gazetteer.zones == nil || country(at: edge.middle) == code
    }

    private func isInCounty(_ edge: GridEdge, of code: UInt16) -> Bool {
        guard let counties = gazetteer.counties, let county = counties.boundary(at: edge.middle) else { return false }
        return counties.country(ofBoundary: county) == code
    }
}

extension [UInt16] {
    /// Whether these are the countries of two sides of a border.
    fileprivate var isDifferent: Bool { count == 2 && self[0] != self[1] && !contains(CountryCode.none) }
}
