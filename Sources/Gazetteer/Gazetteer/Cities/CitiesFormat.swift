/// The numbers of the layer of cities.
enum CitiesFormat {
    /// UInt32 each: numbers of places, states, counties, boundaries of states, municipalities and airports, bytes of strings,
    /// number of codes of airports; then zeros.
    static let headerByteCount = 64
    /// An airport: its name as a string, and the city that it serves (UInt32 each).
    static let airportByteCount = 8
    /// An airport's code (UInt16).
    static let airportCodeByteCount = 2
    /// Each section begins at a multiple of this.
    static let sectionAlignment = 64
    /// In the word of a place (UInt16): that it is a quarter of some city. The other bits are the number of its state.
    static let quarterFlag: UInt16 = 1 << 15
    static let largestStateNumber = Int(quarterFlag) - 1
}

/// How the layers of postal cities and of airports, which are laid out like postal codes, write what they point to in the
/// place of a code: as seven digits.
package enum PostalCityCode {
    /// The radii of postal cities are stored as a quarter of what they are: 20 km is more than the layout can hold.
    package static let scale = 4.0
    private static let digitCount = 7
    /// From here on the number is that of a name; below it that of a place, plus one.
    private static let firstName = 1_000_000
    private static let largest = 9_999_999

    /// Nil for what seven digits cannot hold. No city is 0.
    package static func text(_ city: CityReference?) -> String? {
        let number = city.map { city in city.name.map { firstName + Int($0) } ?? (city.place ?? -1) + 1 } ?? 0
        guard number <= largest, city?.name != nil || number < firstName else { return nil }
        let digits = String(number)
        return String(repeating: "0", count: digitCount - digits.count) + digits
    }

    /// The number of an airport. Nil for what seven digits cannot hold.
    package static func text(airport: Int) -> String? { text(CityReference(place: airport)) }

    /// Nil where the post names no city.
    static func city(_ number: Int) -> CityReference? {
        guard number > 0 else { return nil }
        return number < firstName
            ? CityReference(place: number - 1) : CityReference(name: UInt32(clamping: number - firstName))
    }
}

/// Which city something belongs to: a place of the file, or a name where no place stands for the city.
package struct CityReference: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    private static let nameFlag: UInt32 = 1 << 31
    private static let spaciousFlag: UInt32 = 1 << 30
    private static let numberMask: UInt32 = (1 << 30) - 1

    package static let none = CityReference(rawValue: 0)

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// - Precondition: `place` is below 2³⁰ − 1.
    package init(place: Int, isSpacious: Bool = false) {
        rawValue = UInt32(place + 1) | (isSpacious ? Self.spaciousFlag : 0)
    }

    /// A city that has only a name, which lies at `name` of the layer's strings.
    init(name: UInt32, isSpacious: Bool = false) {
        rawValue = name | Self.nameFlag | (isSpacious ? Self.spaciousFlag : 0)
    }

    /// The place that stands for the city.
    var place: Int? {
        let number = rawValue & Self.numberMask
        return rawValue & Self.nameFlag == 0 && number > 0 ? Int(number) - 1 : nil
    }

    /// Where the name of a city without a place lies in the layer's strings.
    var name: UInt32? { rawValue & Self.nameFlag == 0 ? nil : rawValue & Self.numberMask }

    /// Whether the municipality is so wide and thinly settled that people name the village in it.
    var isSpacious: Bool { rawValue & Self.spaciousFlag != 0 }

    /// Stands for the city among all of a world file.
    var hint: UInt32 { name.map { 1 << 30 | $0 } ?? rawValue & Self.numberMask }

    /// The city without the flag of a spacious one.
    var identity: CityReference { CityReference(rawValue: rawValue & ~Self.spaciousFlag) }

    func isSameCity(as other: CityReference) -> Bool {
        (rawValue ^ other.rawValue) & ~Self.spaciousFlag == 0 && self != .none
    }
}

/// The three letters by which IATA knows an airport: `JFK`.
struct AirportCode: RawRepresentable, Hashable, Sendable {
    /// To base 26, the first letter the highest, plus 1: 0 is no code.
    let rawValue: UInt16

    init?(rawValue: UInt16) {
        guard (1...UInt16(26 * 26 * 26)).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// From three letters from A to Z in any case.
    init?(_ letters: some StringProtocol) {
        let letters = letters.utf8.map { $0 & ~0x20 }
        guard letters.count == 3, letters.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
        rawValue = letters.reduce(0) { $0 * 26 + UInt16($1 - 0x41) } + 1
    }
}
