import PlacemarkModel

/// Which city a position is in, by polygon, and which part of it: numbers only.
struct CityLookup {
    /// What says the part.
    enum Part {
        /// A boundary: the number of its region.
        case region(Int)
        /// The nearest of the city's villages and quarters without limits of their own.
        case place(Int)
    }

    /// The number of the city's region.
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
        let regions = regions(at: GridPoint(coordinate)).compactMap { number in
            record(at: number).map { (number: number, record: $0) }
        }
        var city: (number: Int, record: Record)?
        for region in regions where region.record.rank == CityLimitRank.municipality {
            if region.record.level > city?.record.level ?? 0 { city = region }
        }
        guard let city else { return nil }
        var part: (number: Int, record: Record)?
        for region in regions where region.record.rank != CityLimitRank.municipality {
            let isBetter = region.record.rank < part?.record.rank ?? .max
            if isBetter, region.record.level > city.record.level { part = region }
        }
        return CityLookup(
            city: city.number, country: city.record.country,
            part: part.map { .region($0.number) }
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
        case .region(let number): record(at: number).flatMap { name($0.name) }
        case .place(let number): place(at: number).flatMap { name($0.name) }
        }
    }
}
