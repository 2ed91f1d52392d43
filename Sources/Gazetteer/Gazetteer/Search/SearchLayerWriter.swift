/// Lays names out as `SearchLayer` reads them.
package struct SearchLayerWriter {
    /// A letter that not even one name in so many has is not tried in the place of a mistyped one.
    private static let rareLetterNameCount = 50_000
    private var names = NameIndexWriter()
    private var areas = NameIndexWriter()
    private var nameCountOfLetter: [UInt32: Int] = [:]
    private let places: PlacesLayer

    /// For a layer of places that has been laid out.
    init(places: PlacesLayer) { self.places = places }

    /// Adds the names of the place with this index in the layer: its own, and all others. One that its own begins with is
    /// a short form of it (`Frankfurt` of `Frankfurt am Main`), and counts as its own.
    mutating func add(place index: Int, ownNames: [String], alternateNames: [String]) {
        var own: Set<FoldedName> = []
        for name in ownNames.flatMap(OwnNames.of) where own.insert(name).inserted {
            addName(name, PlacePosting(index: index, isAlternateName: false))
        }
        for alternate in Set(alternateNames.map { FoldedName($0) }) where !own.contains(alternate) {
            let isShortForm = own.contains { $0.scalars.starts(with: alternate.scalars + [" "]) }
            addName(alternate, PlacePosting(index: index, isAlternateName: !isShortForm))
        }
    }

    private mutating func addName(_ name: FoldedName, _ posting: PlacePosting) {
        names.add(name, posting.value)
        for letter in Set(name.scalars) where !letter.isIdeograph {
            nameCountOfLetter[letter.value, default: 0] += 1
        }
    }

    /// Adds the names of all areas of the layer of places, and the other names that these have.
    mutating func addAreas(_ others: AreaNames) {
        var (countries, states, counties) = ([UInt16: Extent](), [State: Extent](), Set<County>())
        for index in 0..<places.placeCount {
            guard let record = places.record(at: index), let area = places.area(at: record.area) else { continue }
            counties.insert(County(country: area.country, name: area.county))
            countries[area.country, default: Extent()].add(index, record.population)
            let state = State(country: area.country, name: area.state)
            if area.state != 0 { states[state, default: Extent()].add(index, record.population) }
            states[state]?.codes.formUnion([area.stateCode, area.isoSubdivisionCode].filter { $0 != 0 })
        }
        for county in counties { add(county, others) }
        for (country, extent) in countries { add(country: country, extent, others) }
        for (state, extent) in states { add(state, extent, others) }
        for (name, coordinate) in others.positions { addArea(name, [.position(StoredPosition(coordinate))]) }
    }

    private mutating func add(_ county: County, _ others: AreaNames) {
        guard let name = places.string(at: county.name) else { return }
        addArea(name, [.string(county.name)])
        let isoCode = places.country(at: county.country).isoCode ?? ""
        if let code = others.countyCodes[AreaNames.State(isoCountryCode: isoCode, name: name)] {
            addArea(code, [.countyCode(county.name)])
        }
    }

    private mutating func add(country: UInt16, _ extent: Extent, _ others: AreaNames) {
        let (name, code) = places.country(at: country)
        let own = [name].compactMap(\.self) + (code.flatMap { others.ownCountries[$0] } ?? [])
        let known = Set(own.flatMap(OwnNames.ofCountry))
        for name in known { add(name, [.country(country), extent.entity(isCountry: true, .own)]) }
        for name in [code].compactMap(\.self) + (code.flatMap { others.countries[$0] } ?? [])
        where !known.contains(FoldedName(name)) {
            let naming = FoldedName(name).isCode ? AreaEntity.Naming.code : .other
            addArea(name, [.country(country), extent.entity(isCountry: true, naming)])
        }
    }

    private mutating func add(_ state: State, _ extent: Extent, _ others: AreaNames) {
        guard let name = places.string(at: state.name) else { return }
        let strings = [.string(state.name), extent.entity(isCountry: false, .own)]
        addArea(name, strings)
        let isoCode = places.country(at: state.country).isoCode ?? ""
        for other in others.states[AreaNames.State(isoCountryCode: isoCode, name: name)] ?? []
        where FoldedName(other) != FoldedName(name) {
            addArea(other, [.string(state.name), extent.entity(isCountry: false, .other)])
        }
        for offset in extent.codes {
            guard let code = places.string(at: offset).flatMap(Self.lettersOfCode) else { continue }
            addArea(code, [.string(offset), extent.entity(isCountry: false, .code)])
        }
    }

    /// `TX` of GeoNames' `TX` and of ISO's `US-TX`; nil for numbers, and for single letters, which are initials.
    private static func lettersOfCode(_ code: String) -> String? {
        let letters = code.split(separator: "-").last ?? ""
        return letters.count >= 2 && letters.allSatisfy(\.isLetter) ? String(letters) : nil
    }

    private struct State: Hashable {
        let country: UInt16
        let name: UInt32
    }

    private struct County: Hashable {
        let country: UInt16
        let name: UInt32
    }

    /// What the places of an area come to.
    private struct Extent {
        /// The inhabitants of all.
        private var population = 0
        /// Of equally large ones, the first.
        private var largest: (index: Int, population: Int)?
        /// The strings of its codes.
        var codes: Set<UInt32> = []

        mutating func add(_ index: Int, _ population: Int) {
            self.population += population
            if population > largest?.population ?? -1 { largest = (index, population) }
        }

        func entity(isCountry: Bool, _ naming: AreaEntity.Naming) -> AreaPosting {
            .entity(
                AreaEntity(
                    largestPlace: UInt32(largest?.index ?? 0), isCountry: isCountry, naming: naming,
                    population: population))
        }
    }

    /// Also without the article that some countries have: `The Netherlands`.
    private mutating func addArea(_ name: String, _ postings: [AreaPosting]) {
        let name = FoldedName(name)
        for name in [name, OwnNames.withoutArticle(name)].compactMap(\.self) { add(name, postings) }
    }

    private mutating func add(_ name: FoldedName, _ postings: [AreaPosting]) {
        for posting in postings { areas.add(name, posting.value) }
    }

    /// The whole layer, padded. The same names give the same bytes.
    consuming func bytes() -> [UInt8] {
        let letters = nameCountOfLetter.filter { $0.value * Self.rareLetterNameCount >= names.count }.keys.sorted()
        let indexes = [
            // A place has each name once, as the one that it is best known by if it is that.
            names.sections { $0 >> 1 }, areas.sections { $0 },
        ]
        var layer: [UInt8] = []
        for number in [SearchFormat.version, FoldedName.version, UInt32(letters.count)] {
            layer.append(littleEndian: number)
        }
        for index in indexes {
            for count in [index.nameCount, index.entries.count, index.filter.count] {
                layer.append(littleEndian: UInt32(count))
            }
        }
        layer.pad(toMultipleOf: SearchFormat.headerByteCount)
        for letter in letters { layer.append(littleEndian: letter) }
        for section in indexes.flatMap({ [$0.blocks, $0.entries, $0.filter] }) {
            layer.pad(toMultipleOf: SearchFormat.sectionAlignment)
            layer += section
        }
        layer.pad(toMultipleOf: FileFormat.alignment)
        return layer
    }
}

extension GazetteerWriter {
    /// The layer of names, for the places that have been added, which are given once more in the same order.
    ///
    /// `alternateNames` has the other names of each place; `localNames` those of them that people there use.
    ///
    /// - Precondition: the layer of places has been added.
    package func searchLayer(
        _ places: [Place], alternateNames: [[String]], localNames: [[String]] = [], areaNames: AreaNames
    ) -> [UInt8] {
        guard let payload = layers.first(where: { $0.description.id == LayerID.places })?.payload else {
            preconditionFailure("the layer of places comes first")
        }
        let order = GazetteerWriter.order(of: places)
        return payload.withUnsafeBytes { payload in
            guard let layer = PlacesLayer(bytes: payload), layer.placeCount == places.count,
                alternateNames.count == places.count
            else { preconditionFailure("the names are those of the layer's places") }
            var writer = SearchLayerWriter(places: layer)
            for (index, place) in order.enumerated() {
                let ownNames = [places[place].name] + (localNames.isEmpty ? [] : localNames[place])
                writer.add(place: index, ownNames: ownNames, alternateNames: alternateNames[place])
            }
            writer.addAreas(areaNames)
            return writer.bytes()
        }
    }
}
