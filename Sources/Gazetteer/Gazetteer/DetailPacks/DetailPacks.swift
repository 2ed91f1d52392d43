import PlacemarkModel

/// The detail packs beside a world file, by the one rule that decides where they overlap: the pack with the newest data
/// first; of the same age, the one with the first name in the alphabet. What has no date counts as older than all that has.
struct DetailPacks: Sendable {
    let packs: [DetailPack]

    init(_ packs: [DetailPack]) {
        self.packs = packs.sorted { ($1.date, $0.name) < ($0.date, $1.name) }
    }

    /// What the first pack knows that knows anything. What is read from a file that is lost meanwhile does not count.
    private func first<Layer, Found>(
        with layer: (DetailPack) -> Layer?, that knows: (Layer, _ pack: Int) -> Found?
    ) -> Found? {
        for (number, pack) in packs.enumerated() {
            guard let layer = layer(pack), !pack.file.isLost else { continue }
            // The layer points into the mapping, but does not keep it.
            let found = withExtendedLifetime(pack.file) { knows(layer, number) }
            if let found, !pack.file.isLost { return found }
        }
        return nil
    }

    /// The city at a position.
    func city(at coordinate: Coordinate) -> City? {
        first(with: \.cityLimits) { layer, pack in
            layer.city(at: coordinate).map { City(pack: pack, lookup: $0, layer: layer) }
        }
    }

    /// The streets near a position. What it returns points into the pack, which `packs` keeps.
    func streets(around plane: StreetPlane) -> Streets? {
        first(with: \.streets) { layer, pack in
            let nearby = NearbyStreets(in: layer, around: plane)
            return nearby.hits.isEmpty ? nil : Streets(pack: pack, nearby: nearby, layer: layer, plane: plane)
        }
    }

    /// The named areas at a position, as a reader of some languages calls them.
    func namedAreas(at coordinate: Coordinate, languages: [String] = []) -> NamedAreasLookup {
        let found = first(with: \.namedAreas) { layer, pack in
            let areas = layer.namedAreas(at: GridPoint(coordinate), names: names(ofPack: pack, languages))
            return areas.isEmpty ? nil : areas
        }
        return found ?? NamedAreasLookup()
    }

    /// Stands for the water among the named areas at a position; 0 without any. Never the number of one of the world's.
    func waterHint(at coordinate: Coordinate) -> UInt32 {
        let hint = first(with: \.namedAreas) { layer, pack in
            layer.nameOfWater(at: GridPoint(coordinate)).map { name in
                name == 0 ? 0 : 1 << 31 | UInt32(truncatingIfNeeded: pack & 0x7F) << 24 ^ name
            }
        }
        return hint ?? 0
    }

    /// The names of a pack in the languages of a reader; nil when it has none of them.
    func names(ofPack number: Int, _ languages: [String]) -> DetailPackNames? {
        languages.isEmpty || packs[number].file.isLost ? nil : DetailPackNames(languages, in: packs[number].names)
    }

    /// What the packs know of a position. A class, as the city is: where there is no pack, a look-up hands on that there is
    /// none, and not the room for it.
    final class Lookup {
        let city: City?
        var streets: Streets?
        let areas: NamedAreasLookup
        /// The street that the box is known to be in.
        let street: UInt32?

        init(
            city: City? = nil, streets: Streets? = nil, areas: NamedAreasLookup = NamedAreasLookup(),
            street: UInt32? = nil
        ) {
            (self.city, self.streets, self.areas, self.street) = (city, streets, areas, street)
        }
    }

    /// - Parameter languages: Those of the reader, most wanted first.
    func lookup(at coordinate: Coordinate, street: UInt32?, languages: [String] = []) -> Lookup {
        guard !packs.isEmpty else { return Lookup() }
        let found = Lookup(
            city: city(at: coordinate), streets: StreetPlane(at: coordinate).flatMap { streets(around: $0) },
            areas: namedAreas(at: coordinate, languages: languages), street: street)
        if let city = found.city { found.city?.names = names(ofPack: city.pack, languages) }
        if let streets = found.streets { found.streets?.names = names(ofPack: streets.pack, languages) }
        return found
    }

    /// A city of one of the packs.
    final class City {
        /// The number of the pack, in the order of the rule.
        let pack: Int
        let lookup: CityLookup
        let layer: CityLimitsLayer
        /// What the pack's cities are called in the reader's languages.
        var names: DetailPackNames?

        init(pack: Int, lookup: CityLookup, layer: CityLimitsLayer) {
            (self.pack, self.lookup, self.layer) = (pack, lookup, layer)
        }

        /// Stands for the city among those of all packs; never the number of one of the world's places.
        var hint: UInt32 {
            1 << 31 | UInt32(truncatingIfNeeded: pack & 0x7F) << 24 | UInt32(truncatingIfNeeded: lookup.city)
        }
    }
}

extension DetailPacks.City {
    /// Gives the placemark the city and its part. The world's named place goes, with its distance and bearing: those to
    /// the city's own centre stand there then, as far as it has one.
    ///
    /// - Parameter nearest: The place of the world file that is nearest, for a city without parts that are known.
    func apply(to placemark: inout Placemark, at coordinate: Coordinate, nearest: @autoclosure () -> Place?) {
        guard let record = layer.record(at: lookup.city), let name = layer.name(record.name) else { return }
        placemark.geocoder = DetailPack.geocoder
        (placemark.locality, placemark.name, placemark.distant) = (name, name, nil)
        placemark.localitySource = .limits
        (placemark.distance, placemark.bearing) = (nil, nil)
        if let centre = record.coordinate {
            placemark.setWay(distanceInMeters: coordinate.distance(to: centre), bearing: coordinate.bearing(to: centre))
        }
        var part = lookup.part.flatMap { names?.name(of: $0.named) ?? layer.name(of: $0) }
        if part == nil, let nearest = nearest(), layer.city(at: nearest.coordinate)?.city == lookup.city {
            part = nearest.name
        }
        placemark.subLocality = part == name ? nil : part
    }

    /// The city's name in the reader's languages; nil when the pack has none.
    var translation: String? { names?.name(of: .limit(lookup.city)) }
}

extension CityLookup.Part {
    /// What its names in other languages are stored under.
    var named: DetailPackName {
        switch self {
        case .boundary(let number): .limit(number)
        case .place(let number): .quarter(number)
        }
    }
}
