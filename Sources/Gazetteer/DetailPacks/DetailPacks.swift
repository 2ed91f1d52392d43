import PlacemarkCore

/// The detail packs beside a world file, by the one rule that decides where they overlap: the pack with the newest data
/// first; of the same age, the one with the first name in the alphabet.
struct DetailPacks: Sendable {
    let packs: [DetailPack]

    init(_ packs: [DetailPack]) {
        self.packs = packs.sorted { ($1.version, $0.name) < ($0.version, $1.name) }
    }

    /// The city at a position, by the first pack that knows one.
    func city(at coordinate: Coordinate) -> City? {
        for (number, pack) in packs.enumerated() {
            guard let layer = pack.cityLimits, !pack.file.isLost else { continue }
            // The layer points into the mapping, but does not keep it.
            let found = withExtendedLifetime(pack.file) { layer.city(at: coordinate) }
            if let found, !pack.file.isLost { return City(pack: number, lookup: found, layer: layer) }
        }
        return nil
    }

    /// The streets near a position, by the first pack that knows any.
    func streets(around plane: StreetPlane) -> Streets? {
        for (number, pack) in packs.enumerated() {
            guard let layer = pack.streets, !pack.file.isLost else { continue }
            // The layer points into the mapping, but does not keep it: `packs` does.
            let nearby = NearbyStreets(in: layer, around: plane)
            if !nearby.hits.isEmpty, !pack.file.isLost {
                return Streets(pack: number, nearby: nearby, layer: layer, plane: plane)
            }
        }
        return nil
    }

    /// What the packs know of a position.
    struct Lookup {
        var city: City?
        var streets: Streets?
        var areas = NamedAreasLookup()
        /// The street that the box is known to be in.
        var street: UInt32?
    }

    func lookup(at coordinate: Coordinate, street: UInt32?) -> Lookup {
        guard !packs.isEmpty else { return Lookup() }
        return Lookup(
            city: city(at: coordinate), streets: StreetPlane(at: coordinate).flatMap { streets(around: $0) },
            areas: namedAreas(at: coordinate), street: street)
    }

    /// The named areas at a position, by the first pack that knows any.
    func namedAreas(at coordinate: Coordinate) -> NamedAreasLookup {
        for pack in packs {
            guard let layer = pack.namedAreas, !pack.file.isLost else { continue }
            let found = withExtendedLifetime(pack.file) { layer.namedAreas(at: GridPoint(coordinate)) }
            if !found.isEmpty, !pack.file.isLost { return found }
        }
        return NamedAreasLookup()
    }

    /// A city of one of the packs.
    struct City {
        /// The number of the pack, in the order of the rule.
        let pack: Int
        let lookup: CityLookup
        let layer: CityLimitsLayer

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
        (placemark.distance, placemark.bearing) = (nil, nil)
        if let centre = record.coordinate {
            placemark.setWay(distanceInMeters: coordinate.distance(to: centre), bearing: coordinate.bearing(to: centre))
        }
        var part = lookup.part.flatMap { layer.name(of: $0) }
        if part == nil, let nearest = nearest(), layer.city(at: nearest.coordinate)?.city == lookup.city {
            part = nearest.name
        }
        placemark.subLocality = part == name ? nil : part
    }
}
