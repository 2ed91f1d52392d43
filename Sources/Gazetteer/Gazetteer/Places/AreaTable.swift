/// What places have in common, each combination once, in the order in which it is first met: so what lies together in
/// the tree lies together here.
struct AreaTable {
    private struct State: Hashable { let name, code, isoCode: String? }
    private struct Country: Hashable { let name, code: String? }
    private struct Area: Hashable {
        let state: UInt16
        let country: UInt16
        let county, timeZone: String?
    }

    private(set) var areas: [UInt8] = []
    private(set) var states: [UInt8] = []
    private(set) var countries: [UInt8] = []
    private(set) var strings = StringTable()
    private var indexOfArea: [Area: UInt16] = [:]
    private var indexOfState: [State: UInt16] = [:]
    private var indexOfCountry: [Country: UInt16] = [:]
    private var indexOfCode = [UInt16](repeating: PlacesFormat.noCountry, count: CountryCode.compactCount)
    private var isNamed = [Bool](repeating: false, count: CountryCode.compactCount)

    var areaCount: Int { indexOfArea.count }
    var stateCount: Int { indexOfState.count }
    var countryCount: Int { indexOfCountry.count }

    /// The table by which a reader finds the country of a code.
    var countryOfCode: [UInt8] {
        var bytes: [UInt8] = []
        for index in indexOfCode { bytes.append(littleEndian: index) }
        return bytes
    }

    /// The index of what a place has in common with others; nil when the format cannot number one more of them.
    mutating func index(of place: Place) -> UInt16? {
        guard
            let state = index(
                of: State(
                    name: place.administrativeArea, code: place.administrativeAreaCode,
                    isoCode: place.isoSubdivisionCode)),
            let country = index(of: Country(name: place.country, code: place.isoCountryCode))
        else { return nil }
        let area = Area(
            state: state, country: country, county: place.subAdministrativeArea, timeZone: place.timeZone)
        if let index = indexOfArea[area] { return index }
        guard areaCount < PlacesFormat.largestAreaCount else { return nil }
        let index = UInt16(areaCount)
        areas.append(littleEndian: area.state)
        areas.append(littleEndian: area.country)
        areas.append(littleEndian: strings.offset(of: area.county))
        areas.append(littleEndian: strings.offset(of: area.timeZone))
        indexOfArea[area] = index
        return index
    }

    private mutating func index(of state: State) -> UInt16? {
        if state == State(name: nil, code: nil, isoCode: nil) { return PlacesFormat.noState }
        if let index = indexOfState[state] { return index }
        guard stateCount < PlacesFormat.largestStateCount else { return nil }
        let index = UInt16(stateCount)
        for string in [state.name, state.code, state.isoCode] {
            states.append(littleEndian: strings.offset(of: string))
        }
        indexOfState[state] = index
        return index
    }

    private mutating func index(of country: Country) -> UInt16? {
        if country == Country(name: nil, code: nil) { return PlacesFormat.noCountry }
        if let index = indexOfCountry[country] { return index }
        guard countryCount < PlacesFormat.largestCountryCount else { return nil }
        let index = UInt16(countryCount)
        let packed = country.code.flatMap(CountryCode.packed) ?? 0
        countries.append(littleEndian: strings.offset(of: country.name))
        countries.append(littleEndian: packed)
        countries.append(littleEndian: UInt16(0))
        indexOfCountry[country] = index
        // A country with a name is worth more to a reader than one without.
        let compact = Int(CountryCode.compact(packed))
        if compact != CountryCode.none,
            indexOfCode[compact] == PlacesFormat.noCountry || (country.name != nil && !isNamed[compact])
        {
            indexOfCode[compact] = index
            isNamed[compact] = country.name != nil
        }
        return index
    }
}
