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

    /// Adds the names of the place with this index in the layer: the one that it is best known by, and all others.
    mutating func add(place index: Int, name: String, alternateNames: [String]) {
        let name = FoldedName(name)
        addName(name, PlacePosting(index: index, isAlternateName: false))
        for alternate in Set(alternateNames.map { FoldedName($0) }) where alternate != name {
            addName(alternate, PlacePosting(index: index, isAlternateName: true))
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
        var strings: Set<UInt32> = []
        var (largestInCountry, largestInState) = ([UInt16: LargestPlace](), [State: LargestPlace]())
        for index in 0..<places.placeCount {
            guard let record = places.record(at: index), let area = places.area(at: record.area) else { continue }
            strings.formUnion([area.state, area.stateCode, area.county])
            let place = LargestPlace(index: UInt32(index), population: Int(record.population))
            largestInCountry[area.country, default: place].formLarger(place)
            for name in [area.state, area.stateCode] where name != 0 {
                largestInState[State(country: area.country, name: name), default: place].formLarger(place)
            }
        }
        for offset in strings {
            if let name = places.string(at: offset) { addArea(name, [.string(offset)]) }
        }
        for (country, place) in largestInCountry {
            let (name, code) = places.country(at: country)
            let postings = [.country(country), AreaPosting.largestPlace(place.index, isCountry: true)]
            for name in [name, code].compactMap(\.self) { addArea(name, postings) }
            for name in code.flatMap({ others.countries[$0] }) ?? [] { addArea(name, postings) }
        }
        for (state, place) in largestInState {
            guard let name = places.string(at: state.name) else { continue }
            addArea(name, [.largestPlace(place.index, isCountry: false)])
            let code = places.country(at: state.country).isoCode ?? ""
            for other in others.states[AreaNames.State(isoCountryCode: code, name: name)] ?? [] {
                addArea(other, [.string(state.name), .largestPlace(place.index, isCountry: false)])
            }
        }
    }

    private struct State: Hashable {
        let country: UInt16
        let name: UInt32
    }

    private struct LargestPlace {
        var index: UInt32
        var population: Int

        /// Of equally large ones, the first.
        mutating func formLarger(_ other: LargestPlace) { if other.population > population { self = other } }
    }

    /// Also without the article that some countries have: `The Netherlands`.
    private mutating func addArea(_ name: String, _ postings: [AreaPosting]) {
        let name = FoldedName(name)
        for posting in postings {
            areas.add(name, posting.value)
            if name.scalars.starts(with: "the ".unicodeScalars) {
                areas.add(FoldedName(folded: Array(name.scalars.dropFirst(4))), posting.value)
            }
        }
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

/// What countries and states are called besides the names that places have them by: in other languages, by other codes.
package struct AreaNames {
    /// A state as places have it.
    package struct State: Hashable {
        var isoCountryCode: String
        var name: String

        package init(isoCountryCode: String, name: String) {
            (self.isoCountryCode, self.name) = (isoCountryCode, name)
        }
    }

    /// By ISO 3166-1 alpha-2.
    package var countries: [String: [String]]
    package var states: [State: [String]]

    package init(countries: [String: [String]] = [:], states: [State: [String]] = [:]) {
        (self.countries, self.states) = (countries, states)
    }
}

extension GazetteerWriter {
    /// Adds the layer of names, for the places that have been added, which are given once more in the same order.
    ///
    /// `alternateNames` has the other names of each place.
    ///
    /// - Precondition: the layer of places has been added.
    package mutating func addSearch(
        _ places: [Place], alternateNames: [[String]], areaNames: AreaNames, description: LayerDescription
    ) {
        guard let payload = layers.first(where: { $0.description.id == LayerID.places })?.payload else {
            preconditionFailure("the layer of places comes first")
        }
        let order = GazetteerWriter.order(of: places)
        let bytes = payload.withUnsafeBytes { payload in
            guard let layer = PlacesLayer(bytes: payload), layer.placeCount == places.count,
                alternateNames.count == places.count
            else { preconditionFailure("the names are those of the layer's places") }
            var writer = SearchLayerWriter(places: layer)
            for (index, place) in order.enumerated() {
                writer.add(place: index, name: places[place].name, alternateNames: alternateNames[place])
            }
            writer.addAreas(areaNames)
            return writer.bytes()
        }
        add(LayerID.search, bytes, description: description)
    }
}
