import PlacemarkModel

/// Which city a position is in, by polygon, and which part of it: numbers only.
struct CityLookup {
    /// What says the part.
    enum Part {
        /// The number of its boundary.
        case boundary(Int)
        /// The nearest of the city's villages and quarters without limits of their own.
        case place(Int)
    }

    /// The number of the city's boundary.
    let city: Int
    /// The code (`CountryCode`) of its country; 0 for none.
    let country: UInt16
    let part: Part?
}

extension CityLimitsLayer {
    /// The city and its part at a position; nil outside all city limits, and where the file is damaged.
    ///
    /// Of overlapping municipalities the one of the finest level counts, then the one with the smaller number; of parts,
    /// which are of a finer level than the city, the ones that people name first.
    func city(at coordinate: Coordinate) -> CityLookup? {
        let boundaries = boundaries(at: GridPoint(coordinate)).compactMap { number in
            record(at: number).map { (number: number, record: $0) }
        }
        var city: (number: Int, record: Record)?
        for boundary in boundaries where boundary.record.rank == CityLimitRank.municipality {
            if boundary.record.level > city?.record.level ?? 0 { city = boundary }
        }
        guard let city else { return nil }
        var part: (number: Int, record: Record)?
        for boundary in boundaries where boundary.record.rank != CityLimitRank.municipality {
            let isBetter = boundary.record.rank < part?.record.rank ?? .max
            if isBetter, boundary.record.level > city.record.level { part = boundary }
        }
        return CityLookup(
            city: city.number, country: city.record.country,
            part: part.map { .boundary($0.number) }
                ?? nearestPlace(of: city.record.places, to: coordinate).map { .place($0) })
    }

    private func nearestPlace(of places: Range<Int>, to coordinate: Coordinate) -> Int? {
        var nearest: (place: Int, distance: Double)?
        for index in places {
            guard let place = place(at: index) else { continue }
            let distance = coordinate.distance(to: place.coordinate)
            if distance < nearest?.distance ?? .infinity { nearest = (index, distance) }
        }
        return nearest?.place
    }

    func name(of part: CityLookup.Part) -> String? {
        switch part {
        case .boundary(let number): record(at: number).flatMap { name($0.name) }
        case .place(let number): place(at: number).flatMap { name($0.name) }
        }
    }
}
