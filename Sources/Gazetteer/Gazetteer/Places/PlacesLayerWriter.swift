import PlacemarkModel

/// Lays places out as `PlacesLayer` reads them.
enum PlacesLayerWriter {
    /// The whole layer, padded. The same places in the same order give the same bytes.
    ///
    /// - Precondition: `GazetteerWriter.check` has found nothing wrong with the places.
    static func bytes(of places: [Place]) throws(GazetteerWriter.WriteError) -> [UInt8] {
        let tree = TreeOrder(places)
        var (records, nameBlocks, names): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        var areas = AreaTable()
        for (position, index) in tree.order.enumerated() {
            let place = places[index]
            guard let area = areas.index(of: place) else {
                throw .unfitPlace(
                    name: place.name,
                    expected: "at most \(PlacesFormat.largestAreaCount) combinations of county, state and time zone, "
                        + "\(PlacesFormat.largestStateCount) states and \(PlacesFormat.largestCountryCount) countries")
            }
            let population = StoredPopulation.encode(place.population)
            records.append(littleEndian: UInt16(truncatingIfNeeded: population))
            records.append(littleEndian: UInt8(truncatingIfNeeded: population >> 16))
            records.append(littleEndian: area)
            if position.isMultiple(of: PlacesFormat.placesPerNameBlock) {
                nameBlocks.append(littleEndian: UInt32(names.count))
            }
            names.append(UInt8(place.name.utf8.count))
            names += place.name.utf8
        }

        var layer: [UInt8] = []
        for count in [
            places.count, areas.areaCount, areas.countryCount, names.count, areas.strings.bytes.count, areas.stateCount,
        ] {
            layer.append(littleEndian: UInt32(count))
        }
        layer.pad(toMultipleOf: PlacesFormat.headerByteCount)
        for section in [
            nodes(of: places, in: tree), records, nameBlocks, names, areas.areas, areas.states, areas.countries,
            areas.countryOfCode, areas.strings.bytes,
        ] {
            layer.pad(toMultipleOf: PlacesFormat.sectionAlignment)
            layer += section
        }
        layer.pad(toMultipleOf: FileFormat.alignment)
        return layer
    }

    private static func nodes(of places: [Place], in tree: TreeOrder) -> [UInt8] {
        let countries = tree.order.map {
            places[$0].isoCountryCode.flatMap(CountryCode.packed).map(CountryCode.compact)
        }
        // Of the population as it is stored, so that verification can tell.
        let bonuses = tree.order.map {
            LocalityBonus.steps(population: StoredPopulation.decode(StoredPopulation.encode(places[$0].population)))
        }
        let summaries = SubtreeSummaries(
            countries: countries.map { $0 ?? CountryCode.none }, bonuses: bonuses)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(places.count * PlacesFormat.nodeByteCount)
        for (position, index) in tree.order.enumerated() {
            let node = PlaceNode(
                vector: places[index].coordinate.storedVector, country: countries[position] ?? CountryCode.none,
                bonus: bonuses[position], axis: tree.axes[position], largestBonus: summaries.largestBonuses[position],
                isUniform: summaries.uniformity[position])
            node.append(to: &bytes)
        }
        return bytes
    }
}

/// What each node of the tree says about the range of which it is the middle.
///
/// Inside a leaf only the middle speaks for the range; the others speak for themselves.
struct SubtreeSummaries {
    private(set) var largestBonuses: [UInt8]
    private(set) var uniformity: [Bool]

    /// Takes country and bonus of each place, in the tree's order.
    init(countries: [UInt16], bonuses: [UInt8]) {
        largestBonuses = bonuses
        uniformity = Array(repeating: true, count: bonuses.count)
        summarize(0, countries.count, countries)
    }

    private mutating func summarize(_ low: Int, _ high: Int, _ countries: [UInt16]) {
        guard low < high else { return }
        let middle = low + (high - low) / 2
        var others = low..<high
        if high - low > PlacesFormat.leafPlaceCount {
            summarize(low, middle, countries)
            summarize(middle + 1, high, countries)
            // The middles of the two halves have it all.
            for half in [low..<middle, middle + 1..<high] {
                add(half.lowerBound + half.count / 2, to: middle, countries)
            }
            others = middle..<middle
        }
        for index in others where index != middle { add(index, to: middle, countries) }
    }

    private mutating func add(_ other: Int, to middle: Int, _ countries: [UInt16]) {
        largestBonuses[middle] = max(largestBonuses[middle], largestBonuses[other])
        uniformity[middle] =
            uniformity[middle] && uniformity[other] && countries[middle] == countries[other]
    }
}

extension GazetteerWriter {
    /// Adds the layer of places. The same places in the same order give the same bytes.
    ///
    /// The `id` and the `byteCount` of `description` are set here.
    package mutating func addPlaces(_ places: [Place], description: LayerDescription) throws(WriteError) {
        for place in places { try Self.check(place) }
        add(LayerID.places, try PlacesLayerWriter.bytes(of: places), description: description)
    }

    /// The order in which the layer of places has these places, as their indices in `places`: the number of a place in
    /// the gazetteer is its position here.
    package static func order(of places: [Place]) -> [Int] { TreeOrder(places).order }

    private static func check(_ place: Place) throws(WriteError) {
        func expect(_ isTrue: Bool, _ expected: String) throws(WriteError) {
            if !isTrue { throw .unfitPlace(name: place.name, expected: expected) }
        }
        try expect(!place.name.isEmpty, "a name")
        try expect(UInt32(exactly: place.population) != nil, "a population of 0…\(UInt32.max), not \(place.population)")
        let code = place.isoCountryCode
        try expect(
            code == nil || code.flatMap(CountryCode.packed) != nil,
            "a country code of two capital letters, not \"\(code ?? "")\"")
        for text in [
            place.name, place.country, place.administrativeArea, place.administrativeAreaCode,
            place.isoSubdivisionCode, place.subAdministrativeArea, place.timeZone,
        ] {
            let isShort = (text ?? "").utf8.count <= StringTable.longestStringByteCount
            try expect(isShort, "names of at most \(StringTable.longestStringByteCount) bytes, not \"\(text ?? "")\"")
        }
    }
}
