import PlacemarkCore

/// The places of a gazetteer, read where they lie in the mapping.
///
/// Only the sections' bounds are known to be right: the content may be damaged, or be changed by somebody else at any
/// time. So each index and each string offset is read once, checked, and then used; a wrong one gives nil.
struct PlacesLayer: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: these are read-only, and live as long as the MappedFile.
    let tree: UnsafeRawBufferPointer
    private let records: UnsafeRawBufferPointer
    private let areas: UnsafeRawBufferPointer
    private let countries: UnsafeRawBufferPointer
    private let strings: UnsafeRawBufferPointer

    let placeCount: Int
    let areaCount: Int
    let countryCount: Int
    var stringByteCount: Int { strings.count }

    /// Returns nil when the layer is too short for what its header announces.
    init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= PlacesFormat.headerByteCount else { return nil }
        // Counts of 32 bits, times a few bytes, do not overflow the 63 bits of an Int.
        placeCount = Int(bytes.littleEndian(UInt32.self, at: 0))
        areaCount = Int(bytes.littleEndian(UInt32.self, at: 4))
        countryCount = Int(bytes.littleEndian(UInt32.self, at: 8))
        let stringByteCount = Int(bytes.littleEndian(UInt32.self, at: 12))

        var end = PlacesFormat.headerByteCount
        func section(_ byteCount: Int) -> UnsafeRawBufferPointer? {
            let start = end.roundedUp(toMultipleOf: PlacesFormat.sectionAlignment)
            guard start <= bytes.count, byteCount <= bytes.count - start else { return nil }
            end = start + byteCount
            return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        }
        guard let tree = section(placeCount * PlacesFormat.vectorByteCount),
            let records = section(placeCount * PlacesFormat.recordByteCount),
            let areas = section(areaCount * PlacesFormat.areaByteCount),
            let countries = section(countryCount * PlacesFormat.countryByteCount),
            let strings = section(stringByteCount)
        else { return nil }
        (self.tree, self.records, self.areas, self.countries, self.strings) = (tree, records, areas, countries, strings)
    }

    /// What is stored of one place itself.
    struct Record {
        var latitude: Int32
        var longitude: Int32
        var population: UInt32
        var name: UInt32
        var area: UInt32

        /// Nil when the numbers are no coordinate.
        var coordinate: Coordinate? {
            Coordinate(
                latitude: Double(latitude) / PlacesFormat.unitsPerDegree,
                longitude: Double(longitude) / PlacesFormat.unitsPerDegree)
        }
    }

    /// What places of the same county and time zone have in common.
    struct Area {
        var state: UInt32
        var stateCode: UInt32
        var county: UInt32
        var timeZone: UInt32
        var country: UInt32
    }

    func record(at index: Int) -> Record? {
        guard index >= 0, index < placeCount else { return nil }
        let offset = index * PlacesFormat.recordByteCount
        return Record(
            latitude: records.littleEndian(Int32.self, at: offset),
            longitude: records.littleEndian(Int32.self, at: offset + 4),
            population: records.littleEndian(UInt32.self, at: offset + 8),
            name: records.littleEndian(UInt32.self, at: offset + 12),
            area: records.littleEndian(UInt32.self, at: offset + 16))
    }

    func area(at index: UInt32) -> Area? {
        guard index < areaCount else { return nil }
        let offset = Int(index) * PlacesFormat.areaByteCount
        return Area(
            state: areas.littleEndian(UInt32.self, at: offset),
            stateCode: areas.littleEndian(UInt32.self, at: offset + 4),
            county: areas.littleEndian(UInt32.self, at: offset + 8),
            timeZone: areas.littleEndian(UInt32.self, at: offset + 12),
            country: areas.littleEndian(UInt32.self, at: offset + 16))
    }

    /// The name and the two letters of a country; each nil when it is not there.
    func country(at index: UInt32) -> (name: String?, isoCode: String?) {
        guard index < countryCount else { return (nil, nil) }
        let offset = Int(index) * PlacesFormat.countryByteCount
        let name = string(at: countries.littleEndian(UInt32.self, at: offset))
        let letters = countries[offset + 4..<offset + 6].prefix { $0 != 0 }
        return (name, letters.isEmpty ? nil : String(decoding: letters, as: UTF8.self))
    }

    /// The bytes of a string: nil when it is empty or does not lie inside the table.
    func stringBytes(at offset: UInt32) -> Slice<UnsafeRawBufferPointer>? {
        guard offset < strings.count else { return nil }
        let start = Int(offset) + 1
        let count = Int(strings[start - 1])
        guard count > 0, count <= strings.count - start else { return nil }
        return strings[start..<start + count]
    }

    /// Bytes that are not UTF-8 come out as U+FFFD.
    func string(at offset: UInt32) -> String? {
        stringBytes(at: offset).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Nil for an index that there is not, and for a place without a usable name or coordinate (a damaged file).
    func place(at index: Int) -> Place? {
        guard let record = record(at: index), let coordinate = record.coordinate, let name = string(at: record.name)
        else {
            return nil
        }
        var place = Place(name: name, coordinate: coordinate, population: Int(record.population))
        guard let area = area(at: record.area) else { return place }
        (place.country, place.isoCountryCode) = country(at: area.country)
        place.administrativeArea = string(at: area.state)
        place.administrativeAreaCode = string(at: area.stateCode)
        place.subAdministrativeArea = string(at: area.county)
        place.timeZone = string(at: area.timeZone)
        return place
    }

    /// The stored vector of a place.
    ///
    /// - Precondition: `index` is in 0..<placeCount.
    @inline(__always)
    func vector(at index: Int) -> (x: Float, y: Float, z: Float) {
        let offset = index * PlacesFormat.vectorByteCount
        return (
            Float(bitPattern: tree.littleEndian(UInt32.self, at: offset)),
            Float(bitPattern: tree.littleEndian(UInt32.self, at: offset + 4)),
            Float(bitPattern: tree.littleEndian(UInt32.self, at: offset + 8))
        )
    }
}
