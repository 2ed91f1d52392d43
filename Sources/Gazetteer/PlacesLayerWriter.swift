import PlacemarkCore

/// Lays places out as `PlacesLayer` reads them.
enum PlacesLayerWriter {
    /// The whole layer, padded. The same places in the same order give the same bytes.
    ///
    /// - Precondition: no string is longer than `PlacesFormat.longestStringByteCount`, and no number larger than its field.
    static func bytes(of places: [Place]) -> [UInt8] {
        // The largest first: of places at the same point, that one is to win.
        let ranked = places.enumerated().sorted {
            ($1.element.population, $0.offset) < ($0.element.population, $1.offset)
        }
        .map(\.element)
        let vectors = ranked.map(\.coordinate.storedVector)
        let order = TreeOrder.order(of: vectors)

        var (tree, records): ([UInt8], [UInt8]) = ([], [])
        // What many places share comes first in the string table, so that it stays together in a few pages.
        var areas = AreaTable()
        let areaOfPlace = order.map { areas.index(of: ranked[$0]) }
        var strings = areas.strings
        for (index, area) in zip(order, areaOfPlace) {
            let place = ranked[index]
            for axis in 0..<3 { tree.append(littleEndian: vectors[index][axis].bitPattern) }
            records.append(littleEndian: Self.units(place.coordinate.latitude))
            records.append(littleEndian: Self.units(place.coordinate.longitude))
            records.append(littleEndian: UInt32(place.population))
            records.append(littleEndian: strings.offset(of: place.name))
            records.append(littleEndian: area)
        }

        var layer: [UInt8] = []
        layer.append(littleEndian: UInt32(places.count))
        layer.append(littleEndian: UInt32(areas.areaCount))
        layer.append(littleEndian: UInt32(areas.countryCount))
        layer.append(littleEndian: UInt32(strings.bytes.count))
        layer.pad(toMultipleOf: PlacesFormat.headerByteCount)
        for section in [tree, records, areas.areas, areas.countries, strings.bytes] {
            layer.pad(toMultipleOf: PlacesFormat.sectionAlignment)
            layer += section
        }
        layer.pad(toMultipleOf: FileFormat.alignment)
        return layer
    }

    private static func units(_ degrees: Double) -> Int32 { Int32((degrees * PlacesFormat.unitsPerDegree).rounded()) }
}

/// What places have in common, each combination once.
private struct AreaTable {
    private struct Key: Hashable { let state, stateCode, county, timeZone, countryName, countryCode: String? }

    private(set) var areas: [UInt8] = []
    private(set) var countries: [UInt8] = []
    private(set) var strings = StringTable()
    private(set) var areaCount = 0
    private(set) var countryCount = 0
    private var indexOfArea: [Key: UInt32] = [:]
    private var indexOfCountry: [[String?]: UInt32] = [:]

    mutating func index(of place: Place) -> UInt32 {
        let key = Key(
            state: place.administrativeArea, stateCode: place.administrativeAreaCode,
            county: place.subAdministrativeArea,
            timeZone: place.timeZone, countryName: place.country, countryCode: place.isoCountryCode)
        if let index = indexOfArea[key] { return index }
        let index = UInt32(areaCount)
        for string in [key.state, key.stateCode, key.county, key.timeZone] {
            areas.append(littleEndian: strings.offset(of: string))
        }
        areas.append(littleEndian: countryIndex(name: key.countryName, code: key.countryCode))
        areaCount += 1
        indexOfArea[key] = index
        return index
    }

    private mutating func countryIndex(name: String?, code: String?) -> UInt32 {
        if name == nil && code == nil { return PlacesFormat.noCountry }
        if let index = indexOfCountry[[name, code]] { return index }
        let index = UInt32(countryCount)
        let letters = Array((code ?? "").utf8)
        precondition(letters.count <= 2, "a country code has two letters")
        countries.append(littleEndian: strings.offset(of: name))
        countries += letters + repeatElement(0, count: 4 - letters.count)
        countryCount += 1
        indexOfCountry[[name, code]] = index
        return index
    }
}
