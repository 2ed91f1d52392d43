import PlacemarkModel

/// The city that a position is in, and how that is known.
struct CityChoice: Equatable {
    var city: CityReference
    var source: LocalitySource

    /// What is known of a position when its city is chosen.
    struct Knowledge {
        /// The number of its state, and the municipality; 0 and none where they are not known.
        var state: UInt16
        var municipality: CityReference
        /// What the nearest postal code calls its city.
        var postalCity: CityReference?
        /// The city that the airport serves in whose grounds the position is.
        var airportCity: CityReference?
        /// The places that `NearestSearch` finds, and whether the named one is at most 50 km away: asked, and measured, only
        /// in a spacious municipality.
        var named, nearest: Int
        var isNamedNear: Bool
        /// Whether the state is a city far away, and only the code of a place says so, in a polygon that does not.
        var isStateDoubtful: Bool
    }
}

extension CityChoice {
    /// The rules of docs/explain/gazetteer.md, in their order: a state that is a city; on an airport the city that it
    /// serves, where no municipality is known and the state is the same; the post, where its city lies in the same
    /// municipality and state; a municipality; in a spacious one its villages; the city of the named place.
    init(_ known: Knowledge, in cities: CitiesLayer) {
        let cityState = cities.city(ofState: known.state)
        let municipality = known.municipality
        let cityOfNamed = cities.city(ofPlace: known.named)
        if cityState != .none, !known.isStateDoubtful {
            self.init(city: cityState, source: .code)
        } else if let served = known.airportCity, municipality == .none || municipality.isSpacious,
            served.place.map({ cities.mayLie($0, inState: known.state) }) == true
        {
            self.init(city: served, source: .airport)
        } else if let postal = known.postalCity, cities.mayName(postal, in: municipality, state: known.state) {
            self.init(city: postal, source: .post)
        } else if municipality != .none, !municipality.isSpacious {
            self.init(city: municipality, source: .limits)
        } else if municipality != .none {
            func isInside(_ place: Int) -> Bool { cities.city(ofPlace: place).isSameCity(as: municipality) }
            if known.isNamedNear, isInside(known.named) || isInside(known.nearest) {
                let village = isInside(known.named) ? known.named : known.nearest
                self.init(city: CityReference(place: village), source: .nearest)
            } else {
                self.init(city: municipality, source: .limits)
            }
        } else {
            // In a spacious municipality people name the village. No city comes from another state, nor by a code of which the
            // state is doubtful.
            let isOfCity =
                cityOfNamed != .none && !cityOfNamed.isSpacious && !known.isStateDoubtful
                && cityOfNamed.place.map { cities.mayLie($0, inState: known.state) } != false
            self.init(city: isOfCity ? cityOfNamed : CityReference(place: known.named), source: .nearest)
        }
    }
}

extension CitiesLayer {
    /// Whether the post's name for a position can be: a place of the position's own municipality and state.
    fileprivate func mayName(_ postal: CityReference, in municipality: CityReference, state: UInt16) -> Bool {
        guard let place = postal.place else { return municipality == .none }
        return mayLie(place, inState: state)
            && (municipality == .none || city(ofPlace: place).isSameCity(as: municipality))
    }

    /// Whether a place may be named as a part of the city: it is known to belong to it, or it is not known of any other.
    func isPart(_ place: Int, of choice: CityChoice) -> Bool {
        let owner = city(ofPlace: place)
        if choice.city.place == place { return false }
        if owner.isSameCity(as: choice.city) { return true }
        // The city may be a village of a municipality: then other villages of it are no parts of it, but hamlets.
        if let village = choice.city.place, owner != .none, owner.isSpacious {
            return owner.isSameCity(as: city(ofPlace: village)) && owner.place != place
        }
        return choice.source == .nearest && (owner == .none || owner.place == place)
    }
}
