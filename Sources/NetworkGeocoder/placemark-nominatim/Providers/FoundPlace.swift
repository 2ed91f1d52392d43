import PlacemarkModel

/// A place that a provider has found, as it is kept in the cache.
///
/// The placemark has no distance and no bearing: these depend on who asks (`placemark(from:)`).
struct FoundPlace: Hashable, Codable, Sendable {
    var placemark: Placemark
    /// Where the found object is: a point on the street, the middle of the building or of the area.
    var coordinate: Coordinate
    /// Inhabitants; 0 where the provider does not tell, as Nominatim and Photon never do.
    var population = 0
    /// Whether the object is a country, a state or a county.
    var isArea = false

    /// The placemark for a position: with the way to the object, and no finer than the granularity and the accuracy of the
    /// position allow.
    func placemark(from position: Coordinate, accuracyInMeters: Double?, granularity: Granularity) -> Placemark {
        var placemark = placemark
        (placemark.distance, placemark.bearing) = way(from: position)
        if granularity == .city { placemark = placemark.withoutStreet }
        var limited = placemark.limited(toAccuracyInMeters: accuracyInMeters)
        // Unlike the gazetteer's it does not lead to the locality's centre: it says how far off the answer is.
        (limited.distance, limited.bearing) = (placemark.distance, placemark.bearing)
        return limited
    }

    /// The result of a search for `text`.
    func result(of text: String, near hint: Coordinate?) -> SearchResult {
        var placemark = placemark
        if let hint { (placemark.distance, placemark.bearing) = way(from: hint) }
        return SearchResult(
            placemark: placemark, coordinate: coordinate, population: population, match: match(text))
    }

    private func way(from position: Coordinate) -> (distance: Double, bearing: Double) {
        (
            position.distance(to: coordinate).rounded(),
            position.bearing(to: coordinate).rounded().truncatingRemainder(dividingBy: 360)
        )
    }

    private func match(_ text: String) -> SearchResult.Match {
        if isArea { return .area }
        let (name, asked) = (placemark.name?.lowercased() ?? "", text.lowercased())
        if name == asked { return .name }
        return name.hasPrefix(asked) ? .completion : .alternateName
    }
}

/// Names as other people's maps have them.
enum NameText {
    /// No name is longer in bytes; the longest official one of a town has 168.
    static let longest = 512

    /// The name on one line, without what moves a cursor or turns a line round; nil when nothing is left, or too much.
    static func clean(_ name: String?) -> String? {
        guard let name else { return nil }
        var line = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if scalar.isLineBreaking {
                line.append(" ")
            } else if !scalar.isLineDisturbing {
                line.append(scalar)
            }
        }
        let words = String(line).split(separator: " ")
        let text = words.joined(separator: " ")
        return text.isEmpty || text.utf8.count > longest ? nil : text
    }
}

extension Placemark {
    /// What is left of it without the street, the house and what stands there.
    fileprivate var withoutStreet: Placemark {
        var city = having { $0.level.map { $0 < .street } ?? true }
        city.name =
            [locality, inlandWater, ocean, subAdministrativeArea, administrativeArea, country].lazy
            .compactMap(\.self).first
        return city
    }
}
