/// Lays out the layer of cities. The same content gives the same bytes.
package struct CitiesLayerWriter {
    /// What is known of one place, in the order of the places layer.
    package struct PlaceEntry: Equatable, Sendable {
        /// The number of its state, 1 and up; 0 when it has none, or none that counts.
        package var state = 0
        package var isQuarter = false
        package var city: City?

        package init() {}
    }

    /// A city: the number of the place that stands for it, or its name.
    package struct City: Hashable, Sendable {
        package enum Identity: Hashable, Sendable {
            case place(Int)
            case name(String)
        }

        package var identity: Identity
        /// Whether people name the villages in it.
        package var isSpacious: Bool

        package init(_ identity: Identity, isSpacious: Bool = false) {
            (self.identity, self.isSpacious) = (identity, isSpacious)
        }
    }

    /// In the order of the places layer.
    package var places: [PlaceEntry]
    /// The city that each state is; the first one is that of state 1.
    package var stateCities: [City?]
    /// In the order of the counties layer: the number of the state, and the city that a municipality is.
    package var counties: [(state: Int, city: City?)]
    /// In the order of the states layer: the number of the state.
    package var stateBoundaries: [Int]
    /// In the order of the layer of municipalities.
    package var municipalities: [City?]
    /// In the order of their numbers.
    package var airports: [Airport] = []

    package struct Airport: Sendable {
        package var name: String
        /// IATA's three capitals; anything else is none.
        package var code: String
        /// The city that it serves.
        package var city: City?

        package init(name: String, code: String = "", city: City?) {
            (self.name, self.code, self.city) = (name, code, city)
        }
    }

    /// - Precondition: the states have numbers up to `CitiesFormat.largestStateNumber`, and names at most 255 bytes.
    package init(
        places: [PlaceEntry], stateCities: [City?], counties: [(state: Int, city: City?)], stateBoundaries: [Int],
        municipalities: [City?] = []
    ) {
        (self.places, self.stateCities) = (places, stateCities)
        (self.counties, self.stateBoundaries, self.municipalities) = (counties, stateBoundaries, municipalities)
    }

    /// The layer, and the references to `names`, which it holds as well.
    package func bytes(names: [String] = []) -> (layer: [UInt8], names: [String: CityReference]) {
        var strings = StringTable()
        func reference(_ city: City?) -> UInt32 {
            switch city?.identity {
            case .place(let place): CityReference(place: place, isSpacious: city?.isSpacious == true).rawValue
            case .name(let name):
                CityReference(name: strings.offset(of: name), isSpacious: city?.isSpacious == true).rawValue
            case nil: 0
            }
        }
        var sections = Array(repeating: [UInt8](), count: 8)
        for place in places {
            precondition(place.state <= CitiesFormat.largestStateNumber, "there is no room for so many states")
            sections[0].append(
                littleEndian: UInt16(place.state) | (place.isQuarter ? CitiesFormat.quarterFlag : 0))
            sections[1].append(littleEndian: reference(place.city))
        }
        for city in stateCities { sections[2].append(littleEndian: reference(city)) }
        for county in counties {
            sections[3].append(littleEndian: UInt16(county.state))
            sections[4].append(littleEndian: reference(county.city))
        }
        for state in stateBoundaries { sections[5].append(littleEndian: UInt16(state)) }
        for city in municipalities { sections[6].append(littleEndian: reference(city)) }
        for airport in airports {
            sections[7].append(littleEndian: strings.offset(of: airport.name))
            sections[7].append(littleEndian: reference(airport.city))
        }

        let references = Dictionary(names.map { ($0, CityReference(name: strings.offset(of: $0))) }) { first, _ in first
        }
        var layer: [UInt8] = []
        for count in [
            places.count, stateCities.count, counties.count, stateBoundaries.count, municipalities.count,
            airports.count, strings.bytes.count, airports.count,
        ] {
            layer.append(littleEndian: UInt32(count))
        }
        layer.pad(toMultipleOf: CitiesFormat.headerByteCount)
        var codes: [UInt8] = []
        for airport in airports { codes.append(littleEndian: AirportCode(airport.code)?.rawValue ?? 0) }
        for section in sections + [strings.bytes, codes] {
            layer.pad(toMultipleOf: CitiesFormat.sectionAlignment)
            layer += section
        }
        layer.pad(toMultipleOf: FileFormat.alignment)
        return (layer, references)
    }
}
