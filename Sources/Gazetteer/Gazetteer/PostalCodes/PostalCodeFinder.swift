import PlacemarkModel

/// From a postal code to where it is, in a file without an index: by a look at each point of a country, which takes a
/// nanosecond. Airports and the cities of the post are found so, too.
extension PostalCodesLayer: PostalCodeTable {
    var countriesWithCodes: [UInt16] { (0..<countryCount).compactMap { country(at: $0)?.letters } }

    func characters(country letters: UInt16) -> [[UInt8]]? {
        country(with: letters).map {
            PostalAlphabet.places(characterCount: $0.characterCount, at: $0.alphabetOffset, in: alphabets)
        }
    }

    /// How many letters and digits a code has in common with the nearest one of a position, from the first on. Less than half a
    /// code says little, and counts as none: the first digit stands for a tenth of a country.
    ///
    /// - Parameter text: Its letters and digits, folded.
    func sharedCount(with text: [Unicode.Scalar], at coordinate: Coordinate, country letters: UInt16) -> Int {
        guard let code = nearestCode(to: coordinate, country: letters) else { return 0 }
        var own = FoldedName(code).scalars.filter { $0 != " " }
        // The letters that all codes of a country begin with (`LV-1050`) say nothing.
        if let first = text.first, Self.isDigit(first) { own = Array(own.drop { !Self.isDigit($0) }) }
        let count = zip(own, text).prefix(while: ==).count
        return 2 * count >= text.count ? count : 0
    }

    private static func isDigit(_ letter: Unicode.Scalar) -> Bool { ("0"..."9").contains(letter) }

    func find(_ code: [UInt8], country letters: UInt16) -> FoundPostalCode? {
        guard let country = country(with: letters) else { return nil }
        for form in PostalCodeForm.all(of: code) {
            for number in numbers(of: form.code, in: country) {
                let coordinates = self.coordinates(of: number, in: country)
                if !coordinates.isEmpty, let text = self.code(number, in: country) {
                    return FoundPostalCode(code: text, coordinates: coordinates, form: form)
                }
            }
        }
        return nil
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
