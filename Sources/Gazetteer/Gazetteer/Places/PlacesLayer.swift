package import PlacemarkModel

/// The places of a gazetteer, read where they lie in the mapping.
///
/// Only the sections' bounds are known to be right: the content may be damaged, or be changed by somebody else at any
/// time. So each index and each string offset is read once, checked, and then used; a wrong one gives nil.
package struct PlacesLayer: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: these are read-only, and live as long as the MappedFile.
    let tree: UnsafeRawBufferPointer
    private let records: UnsafeRawBufferPointer
    private let nameBlocks: UnsafeRawBufferPointer
    private let names: UnsafeRawBufferPointer
    private let areas: UnsafeRawBufferPointer
    private let states: UnsafeRawBufferPointer
    private let countries: UnsafeRawBufferPointer
    private let countryOfCode: UnsafeRawBufferPointer
    private let strings: UnsafeRawBufferPointer

    package let placeCount: Int
    let areaCount: Int
    let stateCount: Int
    let countryCount: Int

    /// Returns nil when the layer is too short for what its header announces.
    init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= PlacesFormat.headerByteCount else { return nil }
        // Counts of 32 bits, times a few bytes, do not overflow the 63 bits of an Int.
        placeCount = Int(bytes.littleEndian(UInt32.self, at: 0))
        areaCount = Int(bytes.littleEndian(UInt32.self, at: 4))
        countryCount = Int(bytes.littleEndian(UInt32.self, at: 8))
        let nameByteCount = Int(bytes.littleEndian(UInt32.self, at: 12))
        let stringByteCount = Int(bytes.littleEndian(UInt32.self, at: 16))
        stateCount = Int(bytes.littleEndian(UInt32.self, at: 20))

        var sections = LayerSections(
            bytes: bytes, after: PlacesFormat.headerByteCount, alignment: PlacesFormat.sectionAlignment)
        guard let tree = sections.next(byteCount: placeCount * PlacesFormat.nodeByteCount),
            let records = sections.next(byteCount: placeCount * PlacesFormat.recordByteCount),
            let nameBlocks = sections.next(
                byteCount:
                    placeCount.roundedUp(toMultipleOf: PlacesFormat.placesPerNameBlock)
                    / PlacesFormat.placesPerNameBlock
                    * 4),
            let names = sections.next(byteCount: nameByteCount),
            let areas = sections.next(byteCount: areaCount * PlacesFormat.areaByteCount),
            let states = sections.next(byteCount: stateCount * PlacesFormat.stateByteCount),
            let countries = sections.next(byteCount: countryCount * PlacesFormat.countryByteCount),
            let countryOfCode = sections.next(byteCount: CountryCode.compactCount * 2),
            let strings = sections.next(byteCount: stringByteCount)
        else { return nil }
        (self.tree, self.records, self.nameBlocks, self.names) = (tree, records, nameBlocks, names)
        (self.areas, self.states, self.countries) = (areas, states, countries)
        (self.countryOfCode, self.strings) = (countryOfCode, strings)
    }

    /// What is stored of one place beside its node and its name.
    struct Record {
        var population: Int
        var area: UInt32
    }

    /// What places of the same county and time zone have in common: where its strings are, and the index of its country.
    struct Area {
        var state: UInt32
        var stateCode: UInt32
        var isoSubdivisionCode: UInt32
        var county: UInt32
        var timeZone: UInt32
        /// `PlacesFormat.noCountry` for none.
        var country: UInt16
        /// `PlacesFormat.noState` for none.
        var stateIndex: UInt16
    }

    func record(at index: Int) -> Record? {
        guard index >= 0, index < placeCount else { return nil }
        let offset = index * PlacesFormat.recordByteCount
        let population =
            UInt32(records.littleEndian(UInt16.self, at: offset))
            | UInt32(records.littleEndian(UInt8.self, at: offset + 2)) << 16
        return Record(
            population: StoredPopulation.decode(population),
            area: UInt32(records.littleEndian(UInt16.self, at: offset + StoredPopulation.byteCount)))
    }

    func area(at index: UInt32) -> Area? {
        guard index < areaCount else { return nil }
        let offset = Int(index) * PlacesFormat.areaByteCount
        let state = areas.littleEndian(UInt16.self, at: offset)
        func string(_ field: Int) -> UInt32 {
            guard state < stateCount else { return 0 }
            return states.littleEndian(UInt32.self, at: Int(state) * PlacesFormat.stateByteCount + field * 4)
        }
        return Area(
            state: string(0), stateCode: string(1), isoSubdivisionCode: string(2),
            county: areas.littleEndian(UInt32.self, at: offset + 4),
            timeZone: areas.littleEndian(UInt32.self, at: offset + 8),
            country: areas.littleEndian(UInt16.self, at: offset + 2), stateIndex: state)
    }

    /// The name and the two letters of a country; each nil when it is not there.
    func country(at index: UInt16) -> (name: String?, isoCode: String?) {
        guard index < countryCount else { return (nil, nil) }
        let offset = Int(index) * PlacesFormat.countryByteCount
        let name = string(at: countries.littleEndian(UInt32.self, at: offset))
        return (name, CountryCode.letters(countries.littleEndian(UInt16.self, at: offset + 4)))
    }

    /// The first country with this code (two ASCII letters, the first in the low byte), which has a name if any has.
    /// Nil when no place is in such a country.
    package func countryIndex(ofCode code: UInt16) -> UInt16? {
        let compact = Int(CountryCode.compact(code))
        let index = countryOfCode.littleEndian(UInt16.self, at: compact * 2)
        return index < countryCount && compact != CountryCode.none ? index : nil
    }

    /// Whether any place is in the country with this code: one look into a table.
    package func hasPlaces(inCountry code: UInt16) -> Bool { countryIndex(ofCode: code) != nil }

    /// The country of a place as two ASCII letters, the first in the low byte; nil when it has none.
    package func countryCode(at index: Int) -> UInt16? {
        guard index >= 0, index < placeCount else { return nil }
        let code = CountryCode.expanded(node(at: index).country)
        return code == 0 ? nil : code
    }

    /// The bytes of a place's name: nil when it is empty or does not lie inside the table.
    func nameBytes(at index: Int) -> Slice<UnsafeRawBufferPointer>? {
        guard index >= 0, index < placeCount else { return nil }
        let (block, position) = index.quotientAndRemainder(dividingBy: PlacesFormat.placesPerNameBlock)
        var offset = Int(nameBlocks.littleEndian(UInt32.self, at: block * 4))
        for _ in 0..<position {
            guard offset < names.count else { return nil }
            offset += 1 + Int(names[offset])
        }
        return StringTable.bytes(at: offset, in: names)
    }

    /// The bytes of a string: nil when it is empty or does not lie inside the table.
    func stringBytes(at offset: UInt32) -> Slice<UnsafeRawBufferPointer>? {
        StringTable.bytes(at: Int(offset), in: strings)
    }

    /// Bytes that are not UTF-8 come out as U+FFFD.
    func string(at offset: UInt32) -> String? {
        StringTable.string(at: offset, in: strings)
    }

    /// What a place has in common with others; nil when there is no such place.
    func area(ofPlaceAt index: Int) -> Area? { record(at: index).flatMap { area(at: $0.area) } }

    /// The English name of a place's country.
    func countryName(ofPlaceAt index: Int) -> String? {
        area(ofPlaceAt: index).flatMap { country(at: $0.country).name }
    }

    /// The name of a place, as `string(at:)`.
    package func name(at index: Int) -> String? {
        nameBytes(at: index).map { String(decoding: UnsafeRawBufferPointer(rebasing: $0), as: UTF8.self) }
    }

    /// Where a place is: the direction of its vector, rounded to 1/100,000 degree, which gives back exactly the
    /// coordinate that was stored, because the components of the vector are right to one part in 2²⁴ each: 3.4
    /// millionths of a degree. Nil when the numbers are not those of a direction (a damaged file).
    package func coordinate(at index: Int) -> Coordinate? {
        guard index >= 0, index < placeCount else { return nil }
        let node = node(at: index)
        let (x, y, z) = (Double(node.x), Double(node.y), Double(node.z))
        guard x.isFinite, y.isFinite, z.isFinite else { return nil }
        let exact = Coordinate(x: x, y: y, z: z)
        let units = PlacesFormat.unitsPerDegree
        return Coordinate(
            latitude: (exact.latitude * units).rounded() / units,
            longitude: (exact.longitude * units).rounded() / units)
    }

    /// Whether a coordinate lies at most so far from a place; not from one that there is not.
    ///
    /// Mostly a chord of the unit sphere tells, which takes far less time: over the tens of kilometres that are asked about,
    /// the way along the ellipsoid is from 0.6 % shorter to 0.5 % longer. Only in between it is measured.
    func isWithin(_ meters: Double, of coordinate: Coordinate, _ place: Int) -> Bool {
        guard place >= 0, place < placeCount else { return false }
        let node = node(at: place)
        let vector = coordinate.unitVector
        let (dx, dy, dz) = (vector.x - Double(node.x), vector.y - Double(node.y), vector.z - Double(node.z))
        let chordInMeters = (dx * dx + dy * dy + dz * dz).squareRoot() * Earth.meanRadiusInMeters
        if chordInMeters > meters * 1.01 + Self.marginInMeters { return false }
        if chordInMeters < meters * 0.99 - Self.marginInMeters { return true }
        return self.coordinate(at: place).map { coordinate.distance(to: $0) <= meters } ?? false
    }

    /// More than what rounding takes from vectors and coordinates.
    private static let marginInMeters = 10.0

    /// Nil for an index that does not exist, and for a place without a usable name or coordinate (a damaged file).
    func place(at index: Int) -> Place? {
        guard let record = record(at: index), let coordinate = coordinate(at: index), let name = name(at: index)
        else {
            return nil
        }
        var place = Place(name: name, coordinate: coordinate, population: record.population)
        guard let area = area(at: record.area) else { return place }
        (place.country, place.isoCountryCode) = country(at: area.country)
        place.administrativeArea = string(at: area.state)
        place.administrativeAreaCode = string(at: area.stateCode)
        place.isoSubdivisionCode = string(at: area.isoSubdivisionCode)
        place.subAdministrativeArea = string(at: area.county)
        place.timeZone = string(at: area.timeZone)
        return place
    }

    /// What the tree has of a place.
    ///
    /// - Precondition: `index` is in 0..<placeCount.
    @inline(__always)
    func node(at index: Int) -> PlaceNode { PlaceNode(tree, at: index) }
}
