/// How much of the whereabouts a reader may know.
public enum Precision: String, Codable, CaseIterable, Sendable {
    /// Locality and coarser, and a position that is right to about 3 km.
    case reduced
    /// Everything.
    case precise
}

extension Placemark {
    /// The placemark without what is finer than its locality.
    ///
    /// Who has answered is left out, too: a detail pack and a network geocoder know streets, so their names beside a city
    /// would say whether a street is near. Readers with reduced precision are told the gazetteer's names
    /// (`StatusSnapshot.KnownPlacemark`), and that they are the gazetteer's.
    public func limited(to precision: Precision) -> Placemark {
        guard precision == .reduced else { return self }
        var limited = having(\.isReduced)
        (limited.name, limited.geocoder) = (locality, GeocoderChoice.gazetteer.rawValue)
        return limited
    }
}
