import PlacemarkModel

/// What one of the rules for the city says of a position, whether it is the first to know one or not.
struct CityCandidate {
    var source: LocalitySource
    /// The layer that knows it.
    var layer: String
    /// Nil where the rule knows none, or its answer does not count.
    var city: CityReference?
    /// The rule, or why its answer does not count.
    var reason: String

    /// All rules of `CityChoice`, in their order.
    static func all(_ known: CityChoice.Knowledge, in cities: CitiesLayer) -> [CityCandidate] {
        let choice = CityChoice(known, in: cities)
        /// - Parameter reasons: When nothing is known, when the rule is the one, and when it is not.
        func candidate(
            _ source: LocalitySource, _ layer: String, _ city: CityReference?, isChosen: Bool? = nil,
            _ reasons: (none: String, chosen: String, other: String)
        ) -> CityCandidate {
            let city = city == CityReference.none ? nil : city
            let isChosen = isChosen ?? (choice.source == source)
            return CityCandidate(
                source: source, layer: layer, city: city,
                reason: city == nil ? reasons.none : isChosen ? reasons.chosen : reasons.other)
        }
        let guess = choice.source == .nearest ? choice.city : CityReference(place: known.named)
        return [
            candidate(
                .code, "cities", cities.city(ofState: known.state),
                (
                    "the state is not a city", "the state is a city, by its ISO 3166-2 code",
                    "only the code of a place says so, where polygons tell no state, and the city is far away"
                )),
            candidate(
                .airport, "airports", known.airportCity,
                (
                    "no airport's grounds", "the city that this airport serves",
                    "the airport's municipality is known, or its city is in another state"
                )),
            candidate(
                .post, "postal cities", known.postalCity,
                (
                    "no postal code near, or in a country whose codes name no cities", "the nearest postal code's city",
                    "a rule above knows it, or the post's city is not of this municipality and state"
                )),
            candidate(
                .limits, "counties or municipalities", known.municipality, isChosen: choice.source != .nearest,
                (
                    "no municipality's polygon that counts; a detail pack would know",
                    "inside the municipality's polygon",
                    "the municipality is so wide that people name the village in it"
                )),
            candidate(.nearest, "places", guess, isChosen: true, ("", "the city of the named place: a guess", "")),
        ]
    }
}
