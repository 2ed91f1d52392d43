/// What is known of cities beyond the places themselves: the state of each place as a number, which of them are quarters,
/// and to which city each place, each municipality, and each state that is a city belongs. A municipality is a county, or a
/// boundary of the layer of municipalities.
///
/// States have numbers of their own here, 1 and up, the same for places, counties and boundaries of states. 0 stands for a
/// state that is not known, and for all states of a country whose polygons do not fit its places. Only the sections'
/// bounds have been checked: a number outside of a section gives 0.
package struct CitiesLayer: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: these are read-only, and live as long as the MappedFile.
    let placeWords: UnsafeRawBufferPointer
    private let placeCities: UnsafeRawBufferPointer
    private let stateCities: UnsafeRawBufferPointer
    private let countyStates: UnsafeRawBufferPointer
    private let countyCities: UnsafeRawBufferPointer
    private let boundaryStates: UnsafeRawBufferPointer
    private let municipalityCities: UnsafeRawBufferPointer
    private let airports: UnsafeRawBufferPointer
    private let strings: UnsafeRawBufferPointer
    /// Empty in files that have none.
    private let airportCodes: UnsafeRawBufferPointer
    /// Numbers of places, states, counties, boundaries of states, municipalities and airports.
    let placeCount, stateCount, countyCount, boundaryCount, municipalityCount, airportCount: Int

    /// Returns nil when the layer is too short for what its header announces.
    package init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= CitiesFormat.headerByteCount else { return nil }
        func count(_ index: Int) -> Int { Int(bytes.littleEndian(UInt32.self, at: index * 4)) }
        (placeCount, stateCount, countyCount, boundaryCount) = (count(0), count(1), count(2), count(3))
        (municipalityCount, airportCount) = (count(4), count(5))
        var sections = LayerSections(
            bytes: bytes, after: CitiesFormat.headerByteCount, alignment: CitiesFormat.sectionAlignment)
        guard let placeWords = sections.next(byteCount: placeCount * 2),
            let placeCities = sections.next(byteCount: placeCount * 4),
            let stateCities = sections.next(byteCount: stateCount * 4),
            let countyStates = sections.next(byteCount: countyCount * 2),
            let countyCities = sections.next(byteCount: countyCount * 4),
            let boundaryStates = sections.next(byteCount: boundaryCount * 2),
            let municipalityCities = sections.next(byteCount: municipalityCount * 4),
            let airports = sections.next(byteCount: airportCount * CitiesFormat.airportByteCount),
            let strings = sections.next(byteCount: count(6)),
            let airportCodes = sections.next(byteCount: count(7) * CitiesFormat.airportCodeByteCount)
        else { return nil }
        (self.placeWords, self.placeCities, self.stateCities) = (placeWords, placeCities, stateCities)
        (self.countyStates, self.countyCities, self.boundaryStates) = (countyStates, countyCities, boundaryStates)
        (self.municipalityCities, self.airports, self.strings) = (municipalityCities, airports, strings)
        self.airportCodes = airportCodes
    }

    /// The state's number and the flag of a quarter of a place.
    @inline(__always)
    func word(ofPlace place: Int) -> UInt16 { Self.word(ofPlace: place, in: placeWords) }

    /// The same for who has only the section: 0 for a place that it does not have.
    @inline(__always)
    static func word(ofPlace place: Int, in placeWords: UnsafeRawBufferPointer) -> UInt16 {
        short(place, of: placeWords.count / 2, in: placeWords)
    }

    @inline(__always)
    func state(ofPlace place: Int) -> UInt16 { word(ofPlace: place) & ~CitiesFormat.quarterFlag }

    /// Whether a place can lie in a state; what is not known, 0, keeps it out of none.
    func mayLie(_ place: Int, inState state: UInt16) -> Bool {
        let own = self.state(ofPlace: place)
        return state == 0 || own == 0 || own == state
    }

    func isQuarter(_ place: Int) -> Bool { word(ofPlace: place) & CitiesFormat.quarterFlag != 0 }

    /// The city that a place belongs to, which may be itself.
    func city(ofPlace place: Int) -> CityReference { Self.city(place, of: placeCount, in: placeCities) }

    /// The city that a state is.
    func city(ofState number: UInt16) -> CityReference { Self.city(Int(number) - 1, of: stateCount, in: stateCities) }

    func state(ofCounty county: Int) -> UInt16 { Self.short(county, of: countyCount, in: countyStates) }

    /// The city that a county is, when it is a municipality.
    func city(ofCounty county: Int) -> CityReference { Self.city(county, of: countyCount, in: countyCities) }

    /// The city of a boundary of the layer of municipalities.
    func city(ofMunicipality boundary: Int) -> CityReference {
        Self.city(boundary, of: municipalityCount, in: municipalityCities)
    }

    func state(ofBoundary boundary: Int) -> UInt16 { Self.short(boundary, of: boundaryCount, in: boundaryStates) }

    /// The name of an airport, as a number, and the city that it serves.
    func airport(_ number: Int) -> (name: UInt32, city: CityReference)? {
        guard number >= 0, number < airportCount else { return nil }
        let offset = number * CitiesFormat.airportByteCount
        return (
            airports.littleEndian(UInt32.self, at: offset),
            CityReference(rawValue: airports.littleEndian(UInt32.self, at: offset + 4))
        )
    }

    /// Nil for an airport without one.
    func airportCode(_ number: Int) -> AirportCode? {
        guard number >= 0, number < airportCount, number < airportCodes.count / CitiesFormat.airportCodeByteCount else {
            return nil
        }
        return AirportCode(rawValue: Self.short(number, of: airportCount, in: airportCodes))
    }

    /// The name of a city without a place; nil when the number is not that of one.
    func name(_ number: UInt32) -> String? { StringTable.string(at: number, in: strings) }

    /// The bytes of the same.
    func nameBytes(_ number: UInt32) -> Slice<UnsafeRawBufferPointer>? {
        StringTable.bytes(at: Int(number), in: strings)
    }

    /// The numbers of the names that are folded to this one: of cities without a place, and of airports.
    func nameNumbers(of name: FoldedName) -> [UInt32] {
        let letters = name.scalars.map(\.value)
        var (found, offset) = ([] as [UInt32], 1)
        while offset < strings.count {
            let (start, count) = (offset + 1, Int(strings[offset]))
            guard count > 0, count <= strings.count - start else { break }
            if mayBe(letters, start, start + count), let text = self.name(UInt32(offset)), FoldedName(text) == name {
                found.append(UInt32(offset))
            }
            offset = start + count
        }
        return found
    }

    /// Whether a string may be folded to these letters: those of English before all others, and behind all others, stay what
    /// they are. To fold each of the names would take fifty times as long.
    @inline(__always)
    private func mayBe(_ letters: [UInt32], _ start: Int, _ end: Int) -> Bool {
        var (low, high) = (start, end - 1)
        for letter in letters where low < end {
            let small = strings[low] | 0x20
            if small < 0x61 || small > 0x7A { break }
            if UInt32(small) != letter { return false }
            low += 1
        }
        for letter in letters.reversed() where high >= low {
            let small = strings[high] | 0x20
            if small < 0x61 || small > 0x7A { break }
            if UInt32(small) != letter { return false }
            high -= 1
        }
        return true
    }

    @inline(__always)
    private static func short(_ index: Int, of count: Int, in section: UnsafeRawBufferPointer) -> UInt16 {
        index >= 0 && index < count ? section.littleEndian(UInt16.self, at: index * 2) : 0
    }

    private static func city(_ index: Int, of count: Int, in section: UnsafeRawBufferPointer) -> CityReference {
        guard index >= 0, index < count else { return .none }
        return CityReference(rawValue: section.littleEndian(UInt32.self, at: index * 4))
    }
}

extension CitiesLayer {
    /// What is wrong with the layer, at most `limit` faults: numbers of states and places that there are not, and names
    /// that are no strings.
    func faults(placeCount: Int, limit: Int) -> [String] {
        var faults: [String] = []
        if self.placeCount != placeCount { faults.append("cities: they are of \(self.placeCount) places") }
        func check(_ reference: CityReference, of what: @autoclosure () -> String) {
            guard faults.count < limit, reference != .none else { return }
            if let place = reference.place, place < placeCount { return }
            if let number = reference.name, let text = self.name(number), !text.unicodeScalars.contains("\u{FFFD}") {
                return
            }
            faults.append("cities: the city of \(what()) is not there")
        }
        func check(_ state: UInt16, of what: @autoclosure () -> String) {
            if faults.count < limit, state > stateCount { faults.append("cities: the state of \(what()) is not there") }
        }
        for place in 0..<self.placeCount {
            check(state(ofPlace: place), of: "place \(place)")
            check(city(ofPlace: place), of: "place \(place)")
        }
        for county in 0..<countyCount {
            check(state(ofCounty: county), of: "county \(county)")
            check(city(ofCounty: county), of: "county \(county)")
        }
        for boundary in 0..<municipalityCount { check(city(ofMunicipality: boundary), of: "municipality \(boundary)") }
        for number in 0..<airportCount {
            check(airport(number)?.city ?? .none, of: "airport \(number)")
            let text = airport(number).flatMap { self.name($0.name) }
            if faults.count < limit, text?.unicodeScalars.contains("\u{FFFD}") != false {
                faults.append("cities: the name of airport \(number) is not there")
            }
        }
        for boundary in 0..<boundaryCount { check(state(ofBoundary: boundary), of: "boundary \(boundary)") }
        for number in 0..<stateCount { check(city(ofState: UInt16(clamping: number + 1)), of: "state \(number + 1)") }
        return Array(faults.prefix(limit))
    }
}
