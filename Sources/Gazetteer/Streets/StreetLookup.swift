public import PlacemarkCore

extension Gazetteer {
    /// The streets near a position, the best first, each once; at most eight, none farther away than 100 m. Empty
    /// where no detail pack has streets.
    public func streets(at coordinate: Coordinate) -> [StreetCandidate] { [] }
}
