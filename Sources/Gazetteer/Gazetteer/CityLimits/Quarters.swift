import PlacemarkModel

/// The parts of cities that have limits, and the villages and quarters that are points, under one numbering for search: first
/// the boundaries, then the points.
extension CityLimitsLayer {
    /// Where it is, and its name; nil for a city, for what has no position, and for a number that there is not.
    func quarter(_ number: Int) -> (name: String, coordinate: Coordinate)? {
        if number < boundaryCount {
            guard let record = record(at: number), record.rank != CityLimitRank.municipality,
                let coordinate = record.coordinate, let name = name(record.name)
            else { return nil }
            return (name, coordinate)
        }
        guard number - boundaryCount < placeCount, let place = place(at: number - boundaryCount),
            let name = name(place.name)
        else { return nil }
        return (name, place.coordinate)
    }

    /// Each name with its number.
    var namesOfQuarters: [(name: String, number: UInt32)] {
        (0..<boundaryCount + placeCount).compactMap { number in
            quarter(number).map { ($0.name, UInt32(number)) }
        }
    }
}
