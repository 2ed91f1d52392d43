import PlacemarkCore

/// Where a postal code is: the other way round than the layer is made for.
extension PostalCodesLayer {
    /// The middle of all points of a country that have a code, and that code as the country writes it.
    ///
    /// It looks at all points of the country: a millisecond for the largest. Where none has the code, those count that have
    /// the longest beginning of it, at least half: `SW1A` for SW1A 1AA, `10001` for 10001-1234. Nil when there is none.
    ///
    /// - Parameters:
    ///   - code: its letters and digits only, small ones.
    ///   - country: its packed letters (`CountryCode`).
    func middle(of code: [Unicode.Scalar], country letters: UInt16) -> (code: String, middle: Coordinate)? {
        let wanted = code.compactMap { $0.isASCII ? UInt8($0.value) : nil }
        guard let country = country(with: letters), wanted.count == code.count, !wanted.isEmpty else { return nil }
        var best: (length: Int, number: UInt64) = (0, 0)
        var (x, y, z) = (0.0, 0.0, 0.0)
        // Without the end mark.
        for cell in country.cells.dropLast() {
            let (cellNumber, first) = self.cell(at: cell)
            let end = self.cell(at: cell + 1).firstPoint
            guard first < end, end <= country.largestPointCount else { continue }
            for index in first..<end {
                let bits = pointBits(at: index, in: country)
                let number = bits >> UInt64(PostalCodesFormat.fixedBitCount)
                guard let length = lengthOfBeginning(number, of: wanted, in: country),
                    2 * length >= wanted.count, length >= best.length
                else { continue }
                if length > best.length { (best, x, y, z) = ((length, number), 0, 0, 0) }
                let vector = Self.coordinate(ofPoint: bits, inCell: cellNumber).unitVector
                (x, y, z) = (x + vector.0, y + vector.1, z + vector.2)
            }
        }
        guard best.length > 0, let text = self.code(best.number, in: country) else { return nil }
        return (text, Coordinate(x: x, y: y, z: z))
    }

    /// How many letters and digits a stored code has, if the wanted one begins with all of them.
    private func lengthOfBeginning(_ number: UInt64, of wanted: [UInt8], in country: Country) -> Int? {
        var (rest, offset, length) = (number, country.alphabetOffset, 0)
        for _ in 0..<country.characterCount {
            guard offset >= 0, offset < alphabets.count else { return nil }
            let size = Int(alphabets[offset])
            guard size > 0, size < alphabets.count - offset else { return nil }
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: UInt64(size))
            (rest, offset) = (quotient, offset + 1 + size)
            let byte = alphabets[offset - size + Int(digit)]
            switch Unicode.Scalar(byte) {
            case "0"..."9", "a"..."z", "A"..."Z":
                // 0x20 makes a capital letter a small one, and leaves digits alone.
                guard length < wanted.count, wanted[length] == byte | 0x20 else { return nil }
                length += 1
            default: continue
            }
        }
        return rest == 0 ? length : nil
    }

    /// The middle of the step in which a point lies.
    private static func coordinate(ofPoint bits: UInt64, inCell number: UInt32) -> Coordinate {
        let (row, column) = Int(number).quotientAndRemainder(dividingBy: PostalCodesFormat.columnCount)
        func degrees(_ cell: Int, _ offset: UInt64) -> Double {
            (Double(cell << PostalCodesFormat.offsetBitCount + Int(offset)) + 0.5) / PostalCodesFormat.stepsPerDegree
        }
        return Coordinate(
            clampingLatitude: degrees(row, bits & 0xFFF) - 90,
            wrappingLongitude: degrees(column, bits >> UInt64(PostalCodesFormat.offsetBitCount) & 0xFFF) - 180)
    }
}
