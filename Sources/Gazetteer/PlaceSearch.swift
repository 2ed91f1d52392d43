/// What somebody typed to find a place: a name, and perhaps where it is to be.
struct PlaceQuery {
    /// The text as a whole: some names have a comma.
    private let wholeName: FoldedName
    /// The text up to the first comma.
    private let name: FoldedName
    /// What follows, piece by piece: a county, state, country or their codes.
    private let qualifiers: [FoldedName]

    /// Returns nil when there is no name in `text`.
    init?(_ text: String) {
        let parts = text.split(separator: ",").map(FoldedName.init(trimming:)).filter { !$0.isEmpty }
        guard let first = parts.first else { return nil }
        wholeName = FoldedName(trimming: text[...])
        name = first
        qualifiers = Array(parts.dropFirst())
    }

    func matches(_ record: PlacesLayer.Record, in layer: PlacesLayer) -> Bool {
        guard let bytes = layer.stringBytes(at: record.name) else { return false }
        if qualifiers.isEmpty { return name.matches(bytes) }
        if wholeName.matches(bytes) { return true }
        guard name.matches(bytes), let area = layer.area(at: record.area) else { return false }
        let country = layer.country(at: area.country)
        return qualifiers.allSatisfy { qualifier in
            [area.state, area.stateCode, area.county].contains { offset in
                layer.stringBytes(at: offset).map(qualifier.matches) ?? false
            } || qualifier.matches(country.name) || qualifier.matches(country.isoCode)
        }
    }
}

/// A name that is compared without regard to case.
private struct FoldedName {
    private let lowercased: String
    private let bytes: [UInt8]
    private let isASCII: Bool

    init(trimming text: Substring) {
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        let trimmed = text.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        lowercased = String(trimmed).lowercased()
        bytes = Array(lowercased.utf8)
        isASCII = bytes.allSatisfy { $0 < 0x80 }
    }

    var isEmpty: Bool { bytes.isEmpty }

    /// With or without the article that some countries have: `The Netherlands`, `The Gambia`.
    func matches(_ other: String?) -> Bool {
        guard let other = other?.lowercased() else { return false }
        return other == lowercased || other == "the " + lowercased
    }

    func matches(_ other: Slice<UnsafeRawBufferPointer>) -> Bool {
        if isASCII { return other.count == bytes.count && zip(other, bytes).allSatisfy { Self.folded($0) == $1 } }
        // Folding foreign letters is slow: the two ends are looked at first, where they are ASCII.
        guard let first = other.first, let last = other.last, first >= 0x80 || Self.folded(first) == bytes.first,
            last >= 0x80 || Self.folded(last) == bytes.last
        else { return false }
        return String(decoding: other, as: UTF8.self).lowercased() == lowercased
    }

    /// The lower case of an ASCII letter; any other byte as it is.
    private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}

extension Gazetteer {
    /// The places with this name, the one with the most inhabitants first, at most `limit` of them.
    ///
    /// `text` is a name as the gazetteer has it, in any case, and perhaps a county, state or country, by name or by
    /// code: `Paris`, `Paris, Texas`, `paris, tx`, `Paris, France`, `Paris, FR`, `Paris, TX, US`. All names are scanned
    /// (some milliseconds).
    public func places(named text: String, limit: Int = 10) -> [Place] {
        guard limit > 0, let query = PlaceQuery(text) else { return [] }
        var found: [(index: Int, population: UInt32)] = []
        for index in 0..<places.placeCount {
            guard let record = places.record(at: index), query.matches(record, in: places) else { continue }
            found.append((index, record.population))
        }
        found.sort { ($1.population, $0.index) < ($0.population, $1.index) }
        let result = found.prefix(limit).compactMap { place(at: $0.index) }
        // The scan has touched every name: a daemon that was asked once need not keep them all in its memory.
        file.releaseMemory()
        return result
    }
}
