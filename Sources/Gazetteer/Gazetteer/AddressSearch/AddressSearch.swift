import PlacemarkModel

/// One search for addresses, streets and areas of interest in the detail packs: a text goes in, the best results come out.
struct AddressSearch {
    let packs: DetailPacks
    let world: WorldLayers
    /// Knows what areas and cities are called, and what is asked for.
    let search: NameSearch

    /// How the name of a street may differ from what was asked for.
    enum Likeness: CaseIterable {
        /// Only in what folding takes away.
        case equal
        /// Abbreviated or written out.
        case respelled
        /// By the word for what kind of street it is: `Carlemany` for `Avinguda Carlemany`.
        case withoutKind
        /// By one letter.
        case corrected
        /// By what follows.
        case completed

        var match: SearchResult.Match {
            switch self {
            case .equal: .name
            case .respelled, .withoutKind: .alternateName
            case .corrected: .correction
            case .completed: .completion
            }
        }
    }

    /// What was found by the first reading that finds anything.
    struct Found {
        var results: [SearchResult] = []
        var hasNumber = false
        /// Whether the street has the very name that was asked for.
        var isExact = false
    }

    /// A name with fewer letters is like too many others.
    private static let fewestLettersToCorrect = 4
    /// At most so many names that begin with what was asked for are looked at.
    private static let mostCompletions = 256
    /// At most so many areas of one name are looked at.
    private static let mostAreas = 256
    /// At most so many tiles are looked into for one name of a street, those nearest to where it may be.
    private static let mostTiles = 256

    /// - Parameter likenesses: They are tried in this order.
    func results(for text: AddressText, _ likenesses: [Likeness]) -> Found {
        // Without the number only when the number is nowhere.
        for ignoresNumber in [false, true] {
            // An abbreviated street with its house comes before a quarter that has the very name of the last word.
            for hasNumber in ignoresNumber ? [true] : [true, false] {
                for likeness in likenesses {
                    for reading in text.readings where (reading.number != nil) == hasNumber {
                        let results = results(for: reading, likeness, ignoresNumber: ignoresNumber)
                        guard !results.isEmpty else { continue }
                        return Found(results: results, hasNumber: hasNumber, isExact: likeness == .equal)
                    }
                }
            }
        }
        return Found()
    }

    private func results(for reading: AddressReading, _ likeness: Likeness, ignoresNumber: Bool) -> [SearchResult] {
        let streets = packs.packs.map { names(like: reading.street, likeness, in: $0.streetNames) }
        // A number belongs to a street.
        let areas = packs.packs.map {
            reading.number == nil ? names(like: reading.street, likeness, in: $0.areaNames) : []
        }
        let quarters = packs.packs.map {
            reading.number == nil ? names(like: reading.street, likeness, in: $0.quarterNames) : []
        }
        guard [streets, areas, quarters].joined().contains(where: { !$0.isEmpty }) else { return [] }
        let centres = self.centres(of: reading.areas)
        var candidates: [AddressCandidate] = []
        for (number, pack) in packs.packs.enumerated() where !pack.file.isLost {
            let translations = packs.names(ofPack: number, search.request.languages)
            if let layer = pack.namedAreas {
                candidates += areas[number].prefix(Self.mostAreas).compactMap {
                    AddressCandidate(area: $0, of: layer, names: translations)
                }
            }
            if let layer = pack.cityLimits {
                candidates += quarters[number].prefix(Self.mostAreas).compactMap {
                    AddressCandidate(quarter: $0, of: layer, names: translations)
                }
            }
            guard let layer = pack.streets, let names = pack.streetNames else { continue }
            for name in streets[number] {
                let tiles = names.tiles(ofName: name, tileCount: layer.tileCount)
                let translation = translations?.name(of: .street(name))
                for tile in nearest(tiles, of: layer, to: centres) {
                    candidates += AddressCandidate.candidates(
                        named: name, translation: translation, number: ignoresNumber ? nil : reading.number,
                        inTile: tile, of: layer, near: search.request.hint)
                }
            }
        }
        return AddressResults(
            packs: packs, world: world, search: search, reading: reading, centres: centres, match: likeness.match
        ).results(of: candidates)
    }

    /// The numbers of the names of a layer that are like this one.
    private func names(like name: FoldedName, _ likeness: Likeness, in layer: DetailNamesLayer?) -> [Int] {
        guard let layer else { return [] }
        func numbers(_ values: NameIndex.Values?) -> [Int] { values?.map { Int(truncatingIfNeeded: $0) } ?? [] }
        switch likeness {
        case .equal: return numbers(layer.names.values(of: name.utf8))
        case .respelled: return StreetSpellings.of(name).flatMap { numbers(layer.names.values(of: $0.utf8)) }
        case .withoutKind: return StreetWords.withKinds(name).flatMap { numbers(layer.names.values(of: $0.utf8)) }
        case .corrected:
            guard name.scalars.count >= Self.fewestLettersToCorrect else { return [] }
            var found: Set<Int> = []
            let alphabet = layer.alphabet(of: name.scalars)
            OneEdit(name.scalars).forEachName(in: layer.names.filter, alphabet: alphabet) { other, _ in
                found.formUnion(numbers(layer.names.values(of: FoldedName(folded: other).utf8)))
            }
            return found.sorted()
        case .completed:
            guard name.scalars.count >= Self.fewestLettersToCorrect else { return [] }
            var (found, count): (Set<Int>, Int) = ([], 0)
            layer.names.forEachName(from: name.utf8) { _, values in
                found.formUnion(numbers(values))
                count += 1
                return count < Self.mostCompletions
            }
            return found.sorted()
        }
    }

    /// Where the areas may be, as far as they are cities; else the hint. Empty for anywhere.
    private func centres(of areas: [FoldedName]) -> [Coordinate] {
        var request = search.request
        request.limit = 8
        let text = areas.map { String(String.UnicodeScalarView($0.scalars)) }.joined(separator: ", ")
        let hits = SearchText(text).map { NameSearch.hits(for: $0, in: world.places, search.layer, request) } ?? []
        let cities = hits.filter { $0.area == nil && $0.match != .completion }
            .compactMap { world.places.coordinate(at: $0.index) }
        return cities.isEmpty ? search.request.hint.map { [$0] } ?? [] : cities
    }

    private func nearest(_ tiles: [Int], of streets: StreetsLayer, to centres: [Coordinate]) -> ArraySlice<Int> {
        guard tiles.count > Self.mostTiles, !centres.isEmpty else { return tiles.prefix(Self.mostTiles) }
        let distances = tiles.map { tile in
            let corner = StreetPlane.corner(ofTile: streets.key(at: tile))
            return centres.map { corner.distance(to: $0) }.min() ?? .infinity
        }
        return tiles.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }.map { tiles[$0] }
            .prefix(Self.mostTiles)
    }
}
