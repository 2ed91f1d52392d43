import PlacemarkModel

/// From a postal code to where it is: by a look at each point of a country, which takes a nanosecond. A table of codes would
/// cost the file 4 MB for what is seldom asked.
extension PostalCodesLayer {
    /// Where a country has a code, and how the country writes it.
    struct Found {
        var code: String
        var coordinates: [Coordinate]
    }

    /// The countries that have codes, as packed letters.
    var countriesWithCodes: [UInt16] { (0..<countryCount).compactMap { country(at: $0)?.letters } }

    /// No country has shorter codes.
    private static let shortestCode = 3

    /// Whether a country may have such a code, by its length and by where it has letters and digits; in a country whose codes
    /// are not known, by its length alone.
    ///
    /// - Parameter text: Its letters and digits, folded.
    func mayHave(_ text: [Unicode.Scalar], country letters: UInt16) -> Bool {
        guard let country = country(with: letters) else { return text.count >= Self.shortestCode }
        let code = text.compactMap { $0.isASCII ? UInt8(String($0).uppercased().utf8.first ?? 0) : nil }
        let places = PostalAlphabet.places(
            characterCount: country.characterCount, at: country.alphabetOffset, in: alphabets)
        return Self.forms(of: code).contains { form in
            var rest = form[...]
            for place in places {
                if let next = rest.first, place.contains(where: { Self.isDigit($0) == Self.isDigit(next) && $0 > 0x2F })
                {
                    rest = rest.dropFirst()
                } else if !place.contains(where: { $0 < 0x30 }) {
                    return false
                }
            }
            return rest.isEmpty
        }
    }

    /// How many letters and digits a code has in common with the nearest one of a position, from the first on. Less than half a
    /// code says little, and counts as none: the first digit stands for a tenth of a country.
    ///
    /// - Parameter text: Its letters and digits, folded.
    func sharedCount(with text: [Unicode.Scalar], at coordinate: Coordinate, country letters: UInt16) -> Int {
        guard let code = nearestCode(to: coordinate, country: letters) else { return 0 }
        let count = zip(FoldedName(code).scalars.filter { $0 != " " }, text).prefix(while: ==).count
        return 2 * count >= text.count ? count : 0
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// The places of a code, or of the longest part of it that the country's codes have (`SW1A` of `SW1A2AA`). Nil when it
    /// has none.
    ///
    /// - Parameter code: Its letters and digits, in capitals.
    func find(_ code: [UInt8], country letters: UInt16) -> Found? {
        guard let country = country(with: letters) else { return nil }
        for form in Self.forms(of: code) {
            for number in numbers(of: form, in: country) {
                let coordinates = self.coordinates(of: number, in: country)
                if !coordinates.isEmpty, let text = self.code(number, in: country) {
                    return Found(code: text, coordinates: coordinates)
                }
            }
        }
        return nil
    }

    /// The code, and what of it is left without the part for a street or a house: the letters of the Netherlands, the second
    /// half of British, Canadian and Irish ones, the four digits that Americans may add.
    private static func forms(of code: [UInt8]) -> [[UInt8]] {
        func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
        var forms = [code]
        let isMixed = code.contains(where: isLetter)
        if isMixed, code.count == 6, code.suffix(2).allSatisfy(isLetter) { forms.append(code.dropLast(2)) }
        if isMixed, (5...7).contains(code.count), let first = code.first, isLetter(first) {
            forms += [code.dropLast(3), code.dropLast(4)]
        }
        if !isMixed, code.count == 9 { forms.append(code.dropLast(4)) }
        return forms
    }

    /// The numbers of a code in the alphabet of a country, which has a space or a stroke where people may have none.
    private func numbers(of code: [UInt8], in country: Country) -> [UInt64] {
        let places = PostalAlphabet.places(
            characterCount: country.characterCount, at: country.alphabetOffset, in: alphabets)
        var found: [UInt64] = []
        func go(_ place: Int, _ used: Int, _ number: UInt64, _ weight: UInt64) {
            guard place < places.count else {
                if used == code.count { found.append(number) }
                return
            }
            let characters = places[place]
            let (next, overflow) = weight.multipliedReportingOverflow(by: UInt64(characters.count))
            guard !overflow || place == places.count - 1 else { return }
            for (digit, byte) in characters.enumerated() {
                let isSeparator = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
                let isEnd = byte == 0 && used == code.count
                if used < code.count, byte == code[used] {
                    go(place + 1, used + 1, number &+ UInt64(digit) &* weight, next)
                } else if isEnd || isSeparator && used > 0 && used < code.count {
                    go(place + 1, used, number &+ UInt64(digit) &* weight, next)
                }
            }
        }
        if places.count == country.characterCount { go(0, 0, 0, 1) }
        return found
    }

    private func coordinates(of code: UInt64, in country: Country) -> [Coordinate] {
        var found: [Coordinate] = []
        for index in country.cells.dropLast() {
            let (cell, next) = (self.cell(at: index), self.cell(at: index + 1))
            guard cell.firstPoint <= next.firstPoint, next.firstPoint <= country.largestPointCount else { return found }
            for point in cell.firstPoint..<next.firstPoint {
                let bits = pointBits(at: point, in: country)
                guard bits >> UInt64(PostalCodesFormat.fixedBitCount) == code else { continue }
                found.append(Self.coordinate(ofPoint: bits, inCell: cell.number))
            }
        }
        return found
    }

    /// The middle of the step in which a point lies.
    private static func coordinate(ofPoint bits: UInt64, inCell cell: UInt32) -> Coordinate {
        let (row, column) = Int(cell).quotientAndRemainder(dividingBy: PostalCodesFormat.columnCount)
        let mask: UInt64 = 1 << UInt64(PostalCodesFormat.offsetBitCount) - 1
        func degrees(_ cell: Int, _ steps: UInt64) -> Double {
            Double(cell) / PostalCodesFormat.cellsPerDegree + (Double(steps) + 0.5) / PostalCodesFormat.stepsPerDegree
        }
        return Coordinate(
            clampingLatitude: degrees(row, bits & mask) - 90,
            wrappingLongitude: degrees(column, bits >> UInt64(PostalCodesFormat.offsetBitCount) & mask) - 180)
    }
}

extension PostalAlphabet {
    /// The characters of each position, read where they lie in a file; empty where that is damaged.
    static func places(characterCount: Int, at offset: Int, in bytes: UnsafeRawBufferPointer) -> [[UInt8]] {
        var places: [[UInt8]] = []
        var offset = offset
        for _ in 0..<characterCount {
            guard offset >= 0, offset < bytes.count else { return [] }
            let size = Int(bytes[offset])
            guard size > 0, size < bytes.count - offset else { return [] }
            places.append(bytes[offset + 1...offset + size].map { $0 })
            offset += 1 + size
        }
        return places
    }
}
