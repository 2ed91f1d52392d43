import PlacemarkCore

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
        let ofState = cities.city(ofState: known.state)
        return [
            CityCandidate(
                source: .code, layer: "cities", city: ofState == .none ? nil : ofState,
                reason: ofState == .none ? "the state is not a city" : "the state is a city, by its ISO 3166-2 code"),
            airport(known, choice), post(known, choice), limits(known, choice),
            CityCandidate(
                source: .nearest, layer: "places",
                city: choice.source == .nearest ? choice.city : CityReference(place: known.named),
                reason: "the city of the named place: a guess"),
        ]
    }

    private static func airport(_ known: CityChoice.Knowledge, _ choice: CityChoice) -> CityCandidate {
        let reason =
            known.airportCity == nil
            ? "no airport's grounds"
            : choice.source == .airport
                ? "the city that this airport serves"
                : "the airport's municipality is known, or its city is in another state"
        return CityCandidate(source: .airport, layer: "airports", city: known.airportCity, reason: reason)
    }

    private static func post(_ known: CityChoice.Knowledge, _ choice: CityChoice) -> CityCandidate {
        let reason =
            known.postalCity == nil
            ? "no postal code near, or in a country whose codes name no cities"
            : choice.source == .post
                ? "the nearest postal code's city"
                : "a rule above knows it, or the post's city is not of this municipality and state"
        return CityCandidate(source: .post, layer: "postal cities", city: known.postalCity, reason: reason)
    }

    private static func limits(_ known: CityChoice.Knowledge, _ choice: CityChoice) -> CityCandidate {
        let isKnown = known.municipality != .none
        let reason =
            !isKnown
            ? "no municipality's polygon in the world file; a detail pack would know"
            : choice.source == .nearest
                ? "the municipality is so wide that people name the village in it" : "inside the municipality's polygon"
        return CityCandidate(
            source: .limits, layer: "counties or municipalities", city: isKnown ? known.municipality : nil,
            reason: reason)
    }
}
