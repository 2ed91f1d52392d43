/// Coordinates as people type and copy them.
extension Coordinate {
    /// Reads a coordinate in any of these forms. Returns nil for anything else.
    ///
    /// - `47.141,9.521` or `47.141 9.521`: degrees north, then degrees east.
    /// - `geo:47.141,9.521`: a URI of RFC 5870, with or without altitude and parameters.
    /// - `47°8'27.6"N 9°31'15.6"E`, `N 47° 8.46' E 9° 31.26'`, `47.141N, 9.521E`: degrees, or degrees and minutes, or
    ///   degrees, minutes and seconds, with the letters N or S and E or W before or behind both. The letters tell which
    ///   is the latitude. The signs for degrees, minutes and seconds may be left out where blanks separate the numbers.
    public init?(parsing text: some StringProtocol) {
        let parts = text.split { $0 == "," || $0 == " " || $0 == "\t" }
        if parts.count == 2, let coordinate = Coordinate(parsingLatitude: parts[0], longitude: parts[1]) {
            self = coordinate
        } else if let coordinate = Self.uri(Array(text.utf8)) ?? LetteredAngle.coordinate(Array(text.unicodeScalars)) {
            self = coordinate
        } else {
            return nil
        }
    }

    /// Reads two decimal numbers. Returns nil for anything else.
    public init?(parsingLatitude latitude: some StringProtocol, longitude: some StringProtocol) {
        // `Double` reads hexadecimal digits, too, which nobody types for degrees.
        let isHexadecimal = { (byte: UInt8) in byte | 0x20 == UInt8(ascii: "x") }
        guard !latitude.utf8.contains(where: isHexadecimal), !longitude.utf8.contains(where: isHexadecimal),
            let latitude = Double(latitude), let longitude = Double(longitude)
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// Reads a `geo` URI. An Android query for a zoom level is passed over; one for a text is not, because its coordinate
    /// is a stand-in.
    private static func uri(_ bytes: [UInt8]) -> Coordinate? {
        guard bytes.count > 4, bytes.prefix(4).map({ $0 | 0x20 }).elementsEqual("geo:".utf8) else { return nil }
        var rest = String(decoding: bytes.dropFirst(4), as: UTF8.self)[...]
        if let query = rest.lastIndex(of: "?") {
            let zoom = rest[query...].utf8.dropFirst(3)
            guard rest[query...].hasPrefix("?z="), !zoom.isEmpty, zoom.allSatisfy(isDigit) else { return nil }
            rest = rest[..<query]
        }
        let parts = rest.split(separator: ";", omittingEmptySubsequences: false)
        for parameter in parts.dropFirst() {
            let names = parameter.split(separator: "=", maxSplits: 1).map { $0.lowercased() }
            // Of another reference system the numbers mean something else.
            guard let name = names.first, name != "crs" || names == ["crs", "wgs84"] else { return nil }
        }
        let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false)
        guard 2...3 ~= numbers.count, numbers.allSatisfy({ isURINumber($0.utf8) }) else { return nil }
        return Coordinate(parsingLatitude: numbers[0], longitude: numbers[1])
    }

    /// `num` of RFC 5870: `-`, digits, and perhaps a point and more digits.
    private static func isURINumber(_ text: Substring.UTF8View) -> Bool {
        let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return 1...2 ~= parts.count && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 48...57 ~= byte }
}

/// Half of a coordinate that is written with a letter for the direction, such as `47°8'27.6"N`.
private struct LetteredAngle {
    /// Degrees, negative to the south and to the west.
    let degrees: Double
    let isLatitude: Bool

    /// Reads two angles, one of them a latitude. Both have their letters on the same side.
    static func coordinate(_ text: [Unicode.Scalar]) -> Coordinate? {
        let letters = text.indices.filter { text[$0].isLetter }
        guard letters.count == 2 else { return nil }
        let start = text.firstIndex { !$0.isBlank }
        let isPrefix = letters[0] == start
        let bodies =
            isPrefix
            ? (text[(letters[0] + 1)..<letters[1]], text[(letters[1] + 1)...])
            : (text[..<letters[0]], text[(letters[0] + 1)..<letters[1]])
        guard isPrefix || text[(letters[1] + 1)...].allSatisfy(\.isBlank),
            let first = LetteredAngle(isPrefix ? bodies.0.withoutLastComma : bodies.0, text[letters[0]]),
            let second = LetteredAngle(isPrefix ? bodies.1 : bodies.1.withoutFirstComma, text[letters[1]]),
            first.isLatitude != second.isLatitude
        else { return nil }
        let (latitude, longitude) = first.isLatitude ? (first, second) : (second, first)
        return Coordinate(latitude: latitude.degrees, longitude: longitude.degrees)
    }

    /// Signs that may stand behind degrees, minutes and seconds.
    private static let signs: [[Unicode.Scalar]] = [["°", "º"], ["'", "′", "’"], ["\"", "″", "”"]]

    /// - Parameters:
    ///   - body: up to three numbers, of which the last may have decimals, with their signs.
    ///   - letter: one of N, S, E and W.
    private init?(_ body: ArraySlice<Unicode.Scalar>, _ letter: Unicode.Scalar) {
        var rest = body.drop(while: \.isBlank)
        var (sum, unit, hasDecimals, index) = (0.0, 1.0, false, 0)
        while !rest.isEmpty {
            let number = rest.prefix { $0.isDigit || $0 == "." }
            // Sixteen characters hold a degree to a millionth of a millimetre.
            guard index < Self.signs.count, !hasDecimals, 1...16 ~= number.count, number.first != ".",
                number.last != ".", let value = Double(String(String.UnicodeScalarView(number))),
                index == 0 || value < 60
            else { return nil }
            hasDecimals = number.contains(".")
            sum += value * unit
            rest = rest[number.endIndex...]
            let gap = rest.prefix(while: \.isBlank)
            rest = rest[gap.endIndex...]
            if let sign = rest.first, Self.signs[index].contains(sign) {
                rest = rest.dropFirst().drop(while: \.isBlank)
            } else if !rest.isEmpty, gap.isEmpty {
                return nil
            }
            (unit, index) = (unit / 60, index + 1)
        }
        guard index > 0 else { return nil }
        isLatitude = ["N", "n", "S", "s"].contains(letter)
        degrees = ["S", "s", "W", "w"].contains(letter) ? -sum : sum
    }
}

extension Unicode.Scalar {
    /// One of the letters for a direction.
    fileprivate var isLetter: Bool { "NSEWnsew".unicodeScalars.contains(self) }
    fileprivate var isDigit: Bool { 48...57 ~= value }
    /// A no-break space is one, too: web pages have it between the number and its sign.
    fileprivate var isBlank: Bool { [0x20, 0x09, 0xA0, 0x202F].contains(value) }
}

extension ArraySlice<Unicode.Scalar> {
    fileprivate var withoutFirstComma: Self {
        let rest = drop(while: \.isBlank)
        return rest.first == "," ? rest.dropFirst() : self
    }

    fileprivate var withoutLastComma: Self {
        guard let last = lastIndex(where: { !$0.isBlank }), self[last] == "," else { return self }
        return self[..<last]
    }
}
