import PlacemarkModel

/// A street or a house of the wanted name, in one tile; or a named area, or a quarter.
struct AddressCandidate {
    enum Kind { case street, area, quarter }

    /// Of the street, the area or the quarter, as everybody is shown it.
    let name: String
    /// The same in the reader's languages; nil where the pack has none.
    var translation: String?
    var kind = Kind.street
    /// As it is stored; nil when the street alone is asked for.
    var houseNumber: String?
    /// Whether the house has the very number, and not one of several.
    var isVeryNumber = true
    var postalCode: String?
    let coordinate: Coordinate
    /// How many points the piece of street has: of several pieces, the longest stands for the street.
    var pointCount = 0

    /// All in one tile.
    ///
    /// - Parameters:
    ///   - number: Only houses with this number; nil for the street itself.
    ///   - translation: What the street is called in the reader's languages.
    ///   - hint: What distances are told from: a street is where it is nearest to it, and else where its middle is.
    static func candidates(
        named name: Int, translation: String? = nil, number: FoldedName?, inTile tile: Int, of streets: StreetsLayer,
        near hint: Coordinate?
    ) -> [AddressCandidate] {
        guard var pieces = streets.tile(at: tile), let street = streets.names.name(name) else { return [] }
        let key = streets.key(at: tile)
        func postalCode(_ number: Int?) -> String? { number.flatMap { streets.postalCodes.name($0) } }
        var found: [AddressCandidate] = []
        while let (_, content) = pieces.next() {
            guard let piece = StreetPiece(content), piece.name == name, var houses = piece.houses else { continue }
            var firstHouse: StoredHouse?
            while houses.nextSide() {
                while let house = houses.next() {
                    firstHouse = firstHouse ?? house
                    guard let number, let likeness = HouseNumberLabel.likeness(house.label, to: number) else {
                        continue
                    }
                    found.append(
                        AddressCandidate(
                            name: street, translation: translation, houseNumber: house.label,
                            isVeryNumber: likeness == .equal,
                            postalCode: postalCode(house.postalCode ?? piece.postalCode),
                            coordinate: StreetPlane.coordinate(of: house.point, inTile: key),
                            pointCount: piece.vertexCount))
                }
            }
            let vertices = piece.vertices
            let nearest = hint.flatMap { StreetPlane.point(of: vertices, inTile: key, nearestTo: $0) }
            let middle = nearest ?? (vertices.isEmpty ? firstHouse?.point : vertices[vertices.count / 2])
            guard number == nil, let middle else { continue }
            found.append(
                AddressCandidate(
                    name: street, translation: translation, postalCode: postalCode(piece.postalCode),
                    coordinate: StreetPlane.coordinate(of: middle, inTile: key), pointCount: piece.vertexCount))
        }
        return found
    }
}

extension AddressCandidate {
    /// The named area with this number; nil when it is damaged.
    init?(area: Int, of areas: CityLimitsLayer, names: DetailPackNames? = nil) {
        guard let record = areas.record(at: area), let coordinate = record.coordinate,
            let name = areas.name(record.name)
        else { return nil }
        (self.name, self.coordinate, kind) = (name, coordinate, .area)
        translation = names?.name(of: .area(area))
    }

    /// The village or quarter with this number (`CityLimitsLayer.quarterNames`); nil when it is damaged.
    init?(quarter number: Int, of limits: CityLimitsLayer, names: DetailPackNames? = nil) {
        guard let quarter = limits.quarter(number) else { return nil }
        (name, coordinate, kind) = (quarter.name, quarter.coordinate, .quarter)
        let boundaries = limits.boundaryCount
        translation = names?.name(of: number < boundaries ? .limit(number) : .quarter(number - boundaries))
    }
}

/// Makes results of candidates: those in the wanted areas, each name of a city once, the best first.
struct AddressResults {
    let packs: DetailPacks
    let world: WorldLayers
    let search: NameSearch
    let reading: AddressReading
    /// Where the areas may be.
    let centres: [Coordinate]
    let match: SearchResult.Match

    /// A street counts as one of a city so near to its centre, when no name of its placemark is the city's: a village
    /// that has no limits of its own.
    private static let nearCityInMeters = 5000.0
    /// At most so many candidates are looked up, those nearest to where they may be.
    private static let mostCandidates = 512

    /// What may be several pieces of one street, or one house in two packs.
    private struct Identity: Hashable {
        let name, houseNumber, city, isoCountryCode: String?
        let kind: AddressCandidate.Kind
    }

    func results(of candidates: [AddressCandidate]) -> [SearchResult] {
        let from = search.request.hint
        let distances = candidates.map { candidate in
            centres.map { candidate.coordinate.distance(to: $0) }.min() ?? 0
        }
        let order = candidates.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }
        let found = order.prefix(Self.mostCandidates).compactMap { index in
            result(candidates[index]).map { (candidate: candidates[index], result: $0) }
        }
        let filter = AreaFilter(world: world, search: search)
        var wanted = found.filter {
            filter.lies($0.result, in: reading.areas, ownNames: ownNames(at: $0.result.coordinate))
        }
        if wanted.isEmpty {
            wanted = found.filter { filter.lies($0.result, in: []) && isNearCity($0.result.coordinate) }
        }
        // A house with several numbers only where none has the very number.
        if wanted.contains(where: \.candidate.isVeryNumber) { wanted.removeAll { !$0.candidate.isVeryNumber } }
        var results = eachOnce(wanted)
        guard let from else { return results }
        for index in results.indices { results[index].measure(from: from) }
        results.sort { $0.placemark.distance ?? 0 < $1.placemark.distance ?? 0 }
        return results
    }

    /// Each street and each area of a city once, a street by its longest piece; with a hint by the nearest, which comes first.
    private func eachOnce(_ found: [(candidate: AddressCandidate, result: SearchResult)]) -> [SearchResult] {
        var results: [SearchResult] = []
        var known: [Identity: (index: Int, pointCount: Int)] = [:]
        for (candidate, result) in found {
            let placemark = result.placemark
            let identity = Identity(
                name: candidate.name, houseNumber: candidate.houseNumber,
                city: placemark.locality ?? placemark.subAdministrativeArea, isoCountryCode: placemark.isoCountryCode,
                kind: candidate.kind)
            if let (index, pointCount) = known[identity] {
                guard search.request.hint == nil, candidate.pointCount > pointCount else { continue }
                results[index] = result
                known[identity]?.pointCount = candidate.pointCount
            } else {
                known[identity] = (results.count, candidate.pointCount)
                results.append(result)
            }
        }
        return results
    }

    /// What a pack calls the city at a position and its part, whatever the reader's languages; empty without languages, as the
    /// placemark has these names then.
    private func ownNames(at coordinate: Coordinate) -> [String] {
        guard !search.request.languages.isEmpty, let city = packs.city(at: coordinate) else { return [] }
        let name = city.layer.record(at: city.lookup.city).flatMap { city.layer.name($0.name) }
        return [name, city.lookup.part.flatMap { city.layer.name(of: $0) }].compactMap(\.self)
    }

    /// Whether it is near a city that the text names, rather than near the hint.
    private func isNearCity(_ coordinate: Coordinate) -> Bool {
        guard !reading.areas.isEmpty, centres != search.request.hint.map({ [$0] }) ?? [] else { return false }
        return centres.contains { $0.distance(to: coordinate) <= Self.nearCityInMeters }
    }

    private func result(_ candidate: AddressCandidate) -> SearchResult? {
        let details = DetailPacks.Lookup(city: packs.city(at: candidate.coordinate))
        if let city = details.city { details.city?.names = packs.names(ofPack: city.pack, search.request.languages) }
        let name = candidate.translation ?? candidate.name
        guard
            var placemark = world.placemark(
                at: candidate.coordinate, details: details, preferredLanguages: search.request.languages)
        else { return nil }
        placemark.geocoder = DetailPack.geocoder
        (placemark.distant, placemark.distance, placemark.bearing) = (nil, nil, nil)
        switch candidate.kind {
        case .area: (placemark.name, placemark.areasOfInterest) = (name, [name])
        case .quarter:
            (placemark.name, placemark.thoroughfare, placemark.subThoroughfare) = (name, nil, nil)
            if placemark.locality != name { placemark.subLocality = name }
        case .street:
            (placemark.thoroughfare, placemark.subThoroughfare) = (name, candidate.houseNumber)
            placemark.postalCode = candidate.postalCode ?? placemark.postalCode
            placemark.name = placemark.streetAddress
        }
        return SearchResult(placemark: placemark, coordinate: candidate.coordinate, population: 0, match: match)
    }
}
