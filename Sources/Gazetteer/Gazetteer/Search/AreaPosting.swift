import PlacemarkModel

/// What a name of the index of areas stands for, in one number: which kind it is in the lowest three bits, and more in those
/// above.
enum AreaPosting: Hashable {
    /// The index of a country in the layer of places.
    case country(UInt16)
    /// The string of a state, its code or a county in the layer of places: where it has the name, each area has this
    /// one offset.
    case string(UInt32)
    /// The same for the string of a county that is named by a code: `MI` is Milan's, and first of all Michigan's.
    case countyCode(UInt32)
    /// The country or state itself, when a text names nothing else.
    case entity(AreaEntity)
    /// A position that stands for what has no places: a sea, a lake, Antarctica.
    case position(StoredPosition)

    init?(_ value: UInt64) {
        let content = value >> 3
        switch value & 7 {
        case 0:
            guard let index = UInt16(exactly: content) else { return nil }
            self = .country(index)
        case 1, 2:
            guard let offset = UInt32(exactly: content) else { return nil }
            self = value & 7 == 1 ? .string(offset) : .countyCode(offset)
        case 3:
            guard let entity = AreaEntity(content) else { return nil }
            self = .entity(entity)
        case 4:
            guard let position = StoredPosition(content) else { return nil }
            self = .position(position)
        default: return nil
        }
    }

    var value: UInt64 {
        switch self {
        case .country(let index): UInt64(index) << 3
        case .string(let offset): UInt64(offset) << 3 | 1
        case .countyCode(let offset): UInt64(offset) << 3 | 2
        case .entity(let entity): entity.value << 3 | 3
        case .position(let position): position.value << 3 | 4
        }
    }

    /// Whether an area of the layer of places is it, or lies in it.
    func matches(_ area: PlacesLayer.Area) -> Bool {
        switch self {
        case .country(let index): area.country == index
        case .string(let offset):
            offset != 0
                && (area.state == offset || area.stateCode == offset || area.isoSubdivisionCode == offset
                    || area.county == offset)
        case .countyCode(let offset): offset != 0 && area.county == offset
        case .entity, .position: false
        }
    }
}

/// A country or state, as it is found by one of its names.
struct AreaEntity: Hashable {
    /// How people come to call it so.
    enum Naming: UInt8, Hashable {
        /// The name that the gazetteer shows, or a customary one: `Bavaria`, `USA`.
        case own = 0
        /// In another language: `Bayern`, `Salvador` for El Salvador.
        case other = 1
        /// `TX`, `DEU`
        case code = 2
    }

    /// The index of the largest place in it, which tells where it is.
    var largestPlace: UInt32
    var isCountry: Bool
    var naming: Naming
    /// Twice the binary logarithm of the inhabitants of all its places, 0…63.
    var size: UInt8

    private static let (namingShift, sizeShift, placeShift) = (UInt64(1), UInt64(3), UInt64(9))
    private static let largestSize: UInt8 = 63

    /// - Parameter population: The inhabitants of all its places.
    init(largestPlace: UInt32, isCountry: Bool, naming: Naming, population: Int) {
        (self.largestPlace, self.isCountry, self.naming) = (largestPlace, isCountry, naming)
        size = UInt8(min(Double(Self.largestSize), (2 * NameScore.of(population: population)).rounded()))
    }

    init?(_ value: UInt64) {
        guard let place = UInt32(exactly: value >> Self.placeShift),
            let naming = Naming(rawValue: UInt8(truncatingIfNeeded: value >> Self.namingShift & 3))
        else { return nil }
        (largestPlace, isCountry, self.naming) = (place, value & 1 == 1, naming)
        size = UInt8(truncatingIfNeeded: value >> Self.sizeShift) & Self.largestSize
    }

    var value: UInt64 {
        UInt64(largestPlace) << Self.placeShift | UInt64(size) << Self.sizeShift
            | UInt64(naming.rawValue) << Self.namingShift | (isCountry ? 1 : 0)
    }
}

/// A coordinate in 37 bits, to 0.0007° (80 m).
struct StoredPosition: Hashable {
    let value: UInt64

    private static let (latitudeBitCount, longitudeBitCount) = (18, 19)
    private static let stepsPerDegree = Double(1 << 18) / 180

    init?(_ value: UInt64) {
        guard value >> UInt64(Self.latitudeBitCount + Self.longitudeBitCount) == 0 else { return nil }
        self.value = value
    }

    init(_ coordinate: Coordinate) {
        func step(_ degrees: Double, _ bitCount: Int) -> UInt64 {
            UInt64(min(max(0, (degrees * Self.stepsPerDegree).rounded(.down)), Double(1 << bitCount - 1)))
        }
        value =
            step(coordinate.latitude + 90, Self.latitudeBitCount) << UInt64(Self.longitudeBitCount)
            | step(coordinate.longitude + 180, Self.longitudeBitCount)
    }

    /// The middle of the step.
    var coordinate: Coordinate {
        func degrees(_ step: UInt64) -> Double { (Double(step) + 0.5) / Self.stepsPerDegree }
        return Coordinate(
            clampingLatitude: degrees(value >> UInt64(Self.longitudeBitCount)) - 90,
            wrappingLongitude: degrees(value & (1 << UInt64(Self.longitudeBitCount) - 1)) - 180)
    }
}
