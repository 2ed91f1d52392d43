package import PlacemarkModel

/// A municipality, or a part of one, as it is stored.
package struct CityLimit: Hashable, Sendable {
    package var name: String
    /// By language, as POSIX writes it.
    package var translations: [String: String] = [:]
    /// The code (`CountryCode`) of its country; 0 for none.
    package var country: UInt16
    /// Its `admin_level`, 1…255.
    package var level: UInt8
    /// `CityLimitRank`
    package var rank: UInt8
    /// Where its name stands on a map: its centre, mostly.
    package var coordinate: Coordinate?

    /// A village or quarter, as a point.
    package struct Place: Hashable, Sendable {
        package var name: String
        package var translations: [String: String]
        package var coordinate: Coordinate

        package init(name: String, translations: [String: String] = [:], coordinate: Coordinate) {
            (self.name, self.translations, self.coordinate) = (name, translations, coordinate)
        }
    }

    package init(
        name: String, translations: [String: String] = [:], country: UInt16, level: UInt8, rank: UInt8,
        coordinate: Coordinate? = nil
    ) {
        self.translations = translations
        (self.name, self.country, self.level, self.rank) = (name, country, level, rank)
        self.coordinate = coordinate
    }
}

/// Why some boundaries cannot be stored.
package enum UnfitCityLimits: Error, Hashable, CustomStringConvertible {
    case tooMany(count: Int)

    package var description: String {
        switch self {
        case .tooMany(let count):
            "\(count) boundaries are more than the format can hold (\(CityLimitsFormat.largestBoundaryCount))"
        }
    }
}

extension GazetteerWriter {
    /// Adds the layers of city limits.
    ///
    /// - Parameters:
    ///   - limits: The boundaries, in the order of their numbers in `borders`.
    ///   - places: The villages and quarters that are points only. Each goes to the city that it lies in; those outside
    ///     all of them are left out.
    ///   - borders: The lines of the boundaries, each once.
    ///   - description: Of both layers, but for their numbers and names.
    ///
    /// Returns how often a boundary is left out of a square because more of them meet there than the format can hold: first
    /// the parts of cities that people name last, and no city before all parts.
    @discardableResult
    package mutating func addCityLimits(
        _ limits: [CityLimit], places: [CityLimit.Place], borders: [Border], description: LayerDescription
    ) throws(UnfitCityLimits) -> Int {
        guard limits.count <= CityLimitsFormat.largestBoundaryCount else { throw .tooMany(count: limits.count) }
        let drawn = LimitSquaresWriter(borders: borders, importances: limits.map { .max - $0.rank })
        let squares = drawn.squares
        let alone = CityLimitsLayer.bytes(of: limits, placesOfLimits: [:], squares)
        let placesOfLimits = alone.withUnsafeBytes { alone in
            squares.pieces.withUnsafeBytes { squares in
                // Cannot fail: the layer was written a moment ago.
                let layer = CityLimitsLayer(bytes: alone, squares: squares).unsafelyUnwrapped
                return places.reduce(into: [Int: [CityLimit.Place]]()) { found, place in
                    if let city = layer.city(at: place.coordinate)?.city { found[city, default: []].append(place) }
                }
            }
        }
        let layer = CityLimitsLayer.bytes(of: limits, placesOfLimits: placesOfLimits, squares)
        add(LayerID.cityLimits, layer, description: description.named("city limits"))
        add(LayerID.limitSquares, squares.pieces, description: description.named("limit squares"))
        // In the order in which the layer has them.
        let storedPlaces = limits.indices.flatMap { placesOfLimits[$0] ?? [] }
        let translations = limits.map(\.translations) + storedPlaces.map(\.translations)
        let names = layer.withUnsafeBytes { layer in
            squares.pieces.withUnsafeBytes { squares in
                let shown = CityLimitsLayer(bytes: layer, squares: squares).unsafelyUnwrapped.namesOfQuarters
                let others = shown.flatMap { shown in
                    Set(translations[Int(shown.number)].values).map { (name: $0, number: shown.number) }
                }
                return DetailNamesWriter(shown + others).bytes
            }
        }
        add(LayerID.quarterNames, names, description: description.named("quarter names"))
        for (number, limit) in limits.enumerated() {
            detailPackNames.add(.limit(number), limit.translations, shown: limit.name)
        }
        for (number, place) in storedPlaces.enumerated() {
            detailPackNames.add(.quarter(number), place.translations, shown: place.name)
        }
        return drawn.leftOutCount
    }
}

extension CityLimitsLayer {
    /// The layer with the index.
    static func bytes(
        of limits: [CityLimit], placesOfLimits: [Int: [CityLimit.Place]], _ squares: CheckedPiecesWriter
    ) -> [UInt8] {
        var (records, places): ([UInt8], [UInt8]) = ([], [])
        var strings = StringTable()
        var placeCount = 0
        for (number, limit) in limits.enumerated() {
            let own = placesOfLimits[number] ?? []
            records.append(littleEndian: limit.country)
            records += [limit.level, limit.rank]
            records.append(littleEndian: strings.offset(of: limit.name))
            records.append(coordinate: limit.coordinate)
            records.append(littleEndian: UInt32(placeCount))
            records.append(littleEndian: UInt32(own.count))
            for place in own {
                places.append(coordinate: place.coordinate)
                places.append(littleEndian: strings.offset(of: place.name))
            }
            placeCount += own.count
        }
        var layer: [UInt8] = []
        for number in [
            Int(CityLimitsFormat.version), squares.count, limits.count, placeCount, strings.bytes.count,
            squares.pieces.count,
        ] {
            layer.append(littleEndian: UInt32(number))
        }
        layer.pad(toMultipleOf: CityLimitsFormat.headerByteCount)
        for section in [squares.index, records, places, strings.bytes] {
            layer.pad(toMultipleOf: CityLimitsFormat.sectionAlignment)
            layer += section
        }
        return layer
    }
}

extension [UInt8] {
    /// Longitude and latitude in units of `CityLimitsFormat`.
    fileprivate mutating func append(coordinate: Coordinate?) {
        func units(_ degrees: Double) -> Int32 { Int32((degrees * CityLimitsFormat.unitsPerDegree).rounded()) }
        append(littleEndian: coordinate.map { units($0.longitude) } ?? CityLimitsFormat.noLongitude)
        append(littleEndian: coordinate.map { units($0.latitude) } ?? 0)
    }
}
