/// What places have in common, each combination once, in the order in which it is first met: so what lies together in
/// the tree lies together here.
struct AreaTable {
    private struct Key: Hashable { let state, stateCode, county, timeZone, countryName, countryCode: String? }

    private(set) var areas: [UInt8] = []
    private(set) var countries: [UInt8] = []
    private(set) var strings = StringTable()
    private(set) var areaCount = 0
    private(set) var countryCount = 0
    private var indexOfArea: [Key: UInt32] = [:]
    private var indexOfCountry: [[String?]: UInt32] = [:]
    private var indexOfCode = [UInt16](repeating: PlacesFormat.noCountryIndex, count: CountryCode.compactCount)
    private var isNamed = [Bool](repeating: false, count: CountryCode.compactCount)

    /// The table by which a reader finds the country of a code.
    var countryOfCode: [UInt8] {
        var bytes: [UInt8] = []
        for index in indexOfCode { bytes.append(littleEndian: index) }
        return bytes
    }

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
        let packed = code.flatMap(CountryCode.packed) ?? 0
        countries.append(littleEndian: strings.offset(of: name))
        countries.append(littleEndian: packed)
        countries.append(littleEndian: UInt16(0))
        countryCount += 1
        indexOfCountry[[name, code]] = index
        // A country with a name is worth more to a reader than one without.
        let compact = Int(CountryCode.compact(packed))
        if compact != CountryCode.none,
            indexOfCode[compact] == PlacesFormat.noCountryIndex || (name != nil && !isNamed[compact])
        {
            indexOfCode[compact] = UInt16(index)
            isNamed[compact] = name != nil
        }
        return index
    }
}
