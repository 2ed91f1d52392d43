import PlacemarkModel

/// The names of a position as the numbers that stand for them: the locality and all that is coarser. Makes no string.
struct NamesInNumbers: NameSink {
    let layers: WorldLayers
    let coordinate: Coordinate
    /// The city of a detail pack.
    let city: DetailPacks.City?

    /// Whose string is meant: the numbers of two tables have nothing in common.
    private enum Table: UInt32 {
        case counties, states, places

        func number(_ offset: UInt32) -> UInt32 { offset == 0 ? 0 : offset ^ rawValue << 30 }
    }

    func takeTimeZone(ofBoundary boundary: Int, of zones: BoundariesLayer, in hint: inout NameHint) {
        hint.zone = zones.numberOfText(ZoneText.timeZone, ofBoundary: boundary)
    }

    func takeWater(ofBoundary boundary: Int, of water: BoundariesLayer, in hint: inout NameHint) {
        let name = water.numberOfText(WaterText.name, ofBoundary: boundary)
        switch WaterKind(rawValue: water.kind(ofBoundary: boundary)) {
        case .sea: hint.ocean = name
        case .lake: hint.inlandWater = name
        case .ground, nil: break
        }
    }

    func takeCity(of lookup: ReverseLookup, isOnLand: Bool, in hint: inout NameHint) {
        if let city {
            hint.locality = city.hint
        } else if let named = lookup.named {
            let choice = lookup.choice(ofNamed: named)
            hint.locality = choice.city.hint
            let distanceInMeters = layers.places.coordinate(at: named).map { coordinate.distance(to: $0) } ?? .infinity
            hint.isDistant = choice.source == .nearest && distanceInMeters > NamingDistance.onLandInMeters
        }
    }

    func takeNoCity(in hint: inout NameHint) {}

    func takeCounty(ofBoundary boundary: Int, of counties: BoundariesLayer, in hint: inout NameHint) {
        hint.subAdministrativeArea = counties.numberOfText(CountyText.name, ofBoundary: boundary)
        hint.administrativeArea = counties.numberOfText(CountyText.state, ofBoundary: boundary)
    }

    func takeState(ofBoundary boundary: Int, of states: BoundariesLayer, in hint: inout NameHint) {
        hint.administrativeArea = Table.states.number(states.numberOfText(StateText.name, ofBoundary: boundary))
    }

    func takeTimeZone(ofNeighbour neighbour: PlacesLayer.Area, in hint: inout NameHint) {
        hint.zone = Table.places.number(neighbour.timeZone)
    }

    func takeState(ofNeighbour neighbour: PlacesLayer.Area, in hint: inout NameHint) {
        hint.administrativeArea = Table.places.number(neighbour.state)
    }

    func takeCounty(ofNeighbour neighbour: PlacesLayer.Area, in hint: inout NameHint) {
        hint.subAdministrativeArea = Table.places.number(neighbour.county)
    }

    func takeCountry(of lookup: ReverseLookup, in hint: inout NameHint) { hint.country = lookup.country }

    func hasTimeZone(_ hint: NameHint) -> Bool { hint.zone != 0 }
    func hasState(_ hint: NameHint) -> Bool { hint.administrativeArea != 0 }
    func hasCounty(_ hint: NameHint) -> Bool { hint.subAdministrativeArea != 0 }

    /// Whether it is one of the same state depends on the states alone, and these are in the hint.
    func mayHaveCounty(ofNeighbour neighbour: PlacesLayer.Area, _ hint: NameHint) -> Bool {
        hint.locality != 0 && !hint.isDistant
    }
}
