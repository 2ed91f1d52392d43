package import PlacemarkModel

/// What a named area of a detail pack is, as far as a placemark distinguishes them. Stored as the boundary's level.
package enum NamedAreaKind: UInt8, CaseIterable, Sendable {
    /// A lake, a reservoir, the area of a river.
    case water = 1
    /// A station, a museum, a stadium.
    case interest = 2
    /// A park, a nature reserve, a cemetery: an area of interest, which maps show in green.
    case park = 3
}

/// A park, a museum, a lake, as it is stored.
package struct NamedArea: Hashable, Sendable {
    package var name: String
    /// What it is called besides, as people type it.
    package var otherNames: Set<String>
    /// By language, as POSIX writes it.
    package var translations: [String: String]
    package var kind: NamedAreaKind
    /// Where too many meet, the less important are left out.
    package var importance: UInt8
    /// A point in it, which search gives.
    package var coordinate: Coordinate?

    package init(
        name: String, otherNames: Set<String> = [], translations: [String: String] = [:], kind: NamedAreaKind,
        importance: UInt8, coordinate: Coordinate? = nil
    ) {
        self.translations = translations
        (self.name, self.otherNames, self.kind, self.importance) = (name, otherNames, kind, importance)
        self.coordinate = coordinate
    }
}

extension GazetteerWriter {
    /// Adds the layers of named areas, which have the format of city limits, and returns how often an area had to be left
    /// out of one of the smallest squares, because more meet there than the format holds.
    ///
    /// - Parameters:
    ///   - areas: The smallest first, in the order of their numbers in `borders`.
    ///   - borders: What separates the areas, each line once.
    ///   - description: Of all layers, but for their numbers and names.
    package mutating func addNamedAreas(
        _ areas: [NamedArea], borders: [Border], description: LayerDescription
    ) throws(UnfitCityLimits) -> Int {
        guard areas.count <= CityLimitsFormat.largestBoundaryCount else { throw .tooMany(count: areas.count) }
        let cut = LimitSquaresWriter(borders: borders, importances: areas.map(\.importance))
        let boundaries = areas.map {
            CityLimit(
                name: $0.name, country: CountryCode.none, level: $0.kind.rawValue, rank: 0, coordinate: $0.coordinate)
        }
        add(
            LayerID.namedAreas, CityLimitsLayer.bytes(of: boundaries, placesOfLimits: [:], cut.squares),
            description: description.named("named areas"))
        add(LayerID.areaSquares, cut.squares.pieces, description: description.named("area squares"))
        let names = areas.enumerated().flatMap { number, area in
            ([area.name] + area.otherNames).map { (name: $0, number: UInt32(number)) }
        }
        add(LayerID.areaNames, DetailNamesWriter(names).bytes, description: description.named("area names"))
        for (number, area) in areas.enumerated() {
            detailPackNames.add(.area(number), area.translations, shown: area.name)
        }
        return cut.leftOutCount
    }
}

/// The named areas that hold a position: their names.
struct NamedAreasLookup: Hashable {
    /// The smallest first.
    var interests: [String] = []
    /// The smallest water.
    var water: String?

    /// More say no more.
    static let mostInterests = 5

    var isEmpty: Bool { interests.isEmpty && water == nil }

    /// Adds the areas, and the water where the world file has neither a lake nor a sea.
    func apply(to placemark: inout Placemark) {
        guard !isEmpty else { return }
        placemark.geocoder = DetailPack.geocoder
        if !interests.isEmpty { placemark.areasOfInterest = interests }
        if placemark.inlandWater == nil, placemark.ocean == nil { placemark.inlandWater = water }
    }
}

extension CityLimitsLayer {
    /// The named areas at a position, in a layer of such; none where the file is damaged.
    ///
    /// - Parameter names: What they are called in the reader's languages.
    func namedAreas(at point: GridPoint, names: DetailPackNames? = nil) -> NamedAreasLookup {
        var found = NamedAreasLookup()
        for boundary in boundaries(at: point) {
            guard let record = record(at: boundary), let shown = name(record.name) else { continue }
            let name = names?.name(of: .area(boundary)) ?? shown
            switch NamedAreaKind(rawValue: record.level) {
            case .water: found.water = found.water ?? name
            case .interest, .park:
                if found.interests.count < NamedAreasLookup.mostInterests, !found.interests.contains(name) {
                    found.interests.append(name)
                }
            case nil: break
            }
        }
        return found
    }

    /// The number of the name of the water that `namedAreas(at:)` tells, 0 without water; nil where it tells nothing.
    func nameOfWater(at point: GridPoint) -> UInt32? {
        var isAnyNamed = false
        for boundary in boundaries(at: point) {
            guard let record = record(at: boundary), let kind = NamedAreaKind(rawValue: record.level) else { continue }
            if kind == .water { return record.name }
            isAnyNamed = true
        }
        return isAnyNamed ? 0 : nil
    }
}
