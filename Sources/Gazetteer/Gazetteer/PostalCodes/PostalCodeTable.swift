import PlacemarkModel

/// What tells where a postal code is: the index of all codes, or in a file without one the layer of those of positions.
protocol PostalCodeTable {
    /// The countries that have codes, as packed letters.
    var countriesWithCodes: [UInt16] { get }

    /// The characters of each position of a country's codes; nil for a country without codes.
    func characters(country letters: UInt16) -> [[UInt8]]?

    /// The places of a code, or of the longest part of it that the country's codes have (`SW1A` of `SW1A2AA`). Nil when it
    /// has none.
    ///
    /// - Parameter code: Its letters and digits, in capitals.
    func find(_ code: [UInt8], country letters: UInt16) -> FoundPostalCode?
}

/// Where a country has a postal code.
struct FoundPostalCode {
    /// As the country writes it.
    var code: String
    var coordinates: [Coordinate]
    /// How much of what somebody typed it is.
    var form: PostalCodeForm
    /// How many codes have this one's point; one that shares it is often that of boxes or of a large receiver.
    var sharedCount = 1
    /// Whether it is only the first code of the town that the wanted one belongs to.
    var isFirstOfRange = false
}

/// A postal code, or what of it is left without the part for a street or a house.
struct PostalCodeForm {
    var code: [UInt8]
    /// The countries (ISO 3166-1 alpha-2) that write such a part; nil for the whole code.
    var usualCountries: Set<String>?

    private static let british: Set = ["GB", "GG", "IM", "JE"]

    /// The code; and without the letters of the Netherlands, the second half of British, Canadian and Irish ones, the four
    /// digits that Americans may add.
    ///
    /// - Parameter code: Its letters and digits, in capitals.
    static func all(of code: [UInt8]) -> [PostalCodeForm] {
        func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
        var forms = [PostalCodeForm(code: code)]
        func add(_ dropped: Int, _ countries: Set<String>) {
            forms.append(PostalCodeForm(code: code.dropLast(dropped), usualCountries: countries))
        }
        guard let first = code.first, code.contains(where: isLetter) else {
            if code.count == 9 { add(4, ["US", "PR", "GU", "VI", "AS", "MP"]) }
            return forms
        }
        if code.count == 6, code.suffix(2).allSatisfy(isLetter) { add(2, ["NL"]) }
        guard (5...7).contains(code.count), isLetter(first), case let end = code.suffix(3).map(isLetter) else {
            return forms
        }
        if end == [false, true, true] {
            add(3, british)
            // `EC1A` lies in EC1.
            if isLetter(code[code.count - 4]) { add(4, british) }
        }
        if end == [false, true, false], code.count == 6 { add(3, ["CA"]) }
        if code.count == 7 { add(4, ["IE"]) }
        return forms
    }
}

extension PostalCodeTable {
    /// No country has shorter codes.
    private static var shortestCode: Int { 3 }

    /// Whether a country may have such a code, by its length and by where it has letters and digits; in a country whose codes
    /// are not known, by its length alone.
    ///
    /// - Parameter text: Its letters and digits, folded.
    func mayHave(_ text: [Unicode.Scalar], country letters: UInt16) -> Bool {
        guard let places = characters(country: letters) else { return text.count >= Self.shortestCode }
        let code = text.compactMap { $0.isASCII ? UInt8(String($0).uppercased().utf8.first ?? 0) : nil }
        return PostalCodeForm.all(of: code).contains { form in
            var rest = form.code[...]
            for place in places {
                if let next = rest.first, place.contains(where: { Self.isDigit($0) == Self.isDigit(next) && $0 > 0x2F })
                {
                    rest = rest.dropFirst()
                } else if !place.contains(where: { $0 < 0x30 }), place.count > 1 || rest.count < form.code.count {
                    // Letters that all codes begin with may be missing.
                    return false
                }
            }
            return rest.isEmpty
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
