package import PlacemarkModel
import Varints

/// A postal code and where it is.
package struct PostalCodePoint: Hashable, Sendable {
    package let country: String
    package let code: String
    package let coordinate: Coordinate

    package init(country: String, code: String, coordinate: Coordinate) {
        (self.country, self.code, self.coordinate) = (country, code, coordinate)
    }
}

/// Lays out the index of postal codes. The same points in any order give the same bytes.
package enum PostalCodeIndexWriter {
    /// The codes of a country have too many different characters in too many positions, or one that is none.
    package struct UnfitCodes: Error, Equatable { package let country: String }

    /// Of several points of one code the first counts.
    ///
    /// - Parameter countriesWithRanges: Whose codes are each the first one of a town's.
    package static func bytes(
        of points: [PostalCodePoint], countriesWithRanges: Set<String> = []
    ) throws(UnfitCodes) -> [UInt8] {
        var (countries, blocks, entries, alphabets): ([UInt8], [UInt8], [UInt8], [UInt8]) = ([], [], [], [])
        var countryCount = 0
        let byCountry = Dictionary(grouping: points, by: \.country).compactMap { code, points in
            CountryCode.packed(code).map { (letters: $0, code: code, points: points) }
        }
        for (letters, code, points) in byCountry.sorted(by: { $0.letters < $1.letters }) {
            let codes = points.map(\.code)
            let hasRanges = countriesWithRanges.contains(code)
            let longest = codes.max { $0.utf8.count < $1.utf8.count } ?? ""
            let alphabet = PostalAlphabet(of: codes + (hasRanges ? withAllDigits(longest) : []))
            guard alphabet.bitCount != nil else { throw UnfitCodes(country: code) }
            let sorted = try entriesInOrder(points, alphabet, country: code)
            countryCount += 1
            countries.append(littleEndian: letters)
            countries += [UInt8(alphabet.characters.count), hasRanges ? PostalCodeIndexFormat.rangeFlag : 0]
            countries.append(littleEndian: UInt32(alphabets.count))
            countries.append(littleEndian: UInt32(sorted.count))
            countries.append(littleEndian: UInt32(blocks.count / PostalCodeIndexFormat.blockByteCount))
            alphabets += alphabet.bytes
            append(sorted, to: &entries, blocks: &blocks)
        }

        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(countryCount))
        bytes.append(littleEndian: UInt32(blocks.count / PostalCodeIndexFormat.blockByteCount))
        bytes.append(littleEndian: UInt32(entries.count))
        bytes.append(littleEndian: UInt32(alphabets.count))
        for section in [countries, blocks, entries, alphabets] {
            bytes.pad(toMultipleOf: PostalCodeIndexFormat.sectionAlignment)
            bytes += section
        }
        return bytes
    }

    /// So that each code between two first ones is a number, too.
    private static func withAllDigits(_ code: String) -> [String] {
        "0123456789".map { digit in String(code.map { $0.isNumber ? digit : $0 }) }
    }

    private static func entriesInOrder(
        _ points: [PostalCodePoint], _ alphabet: PostalAlphabet, country: String
    ) throws(UnfitCodes) -> [PostalCodeIndex.Entry] {
        let steps = Double(PostalCodeIndexFormat.stepsPerDegree)
        var seen: Set<UInt64> = []
        var entries: [PostalCodeIndex.Entry] = []
        for point in points {
            guard (1...PostalCodesFormat.longestCodeByteCount).contains(point.code.utf8.count),
                point.code.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
            else { throw UnfitCodes(country: country) }
            let number = alphabet.orderedNumber(of: point.code)
            guard seen.insert(number).inserted else { continue }
            entries.append(
                PostalCodeIndex.Entry(
                    number: number, north: Int(((point.coordinate.latitude + 90) * steps).rounded()),
                    east: Int(((point.coordinate.longitude + 180) * steps).rounded())))
        }
        return entries.sorted { $0.number < $1.number }
    }

    private static func append(
        _ codes: [PostalCodeIndex.Entry], to entries: inout [UInt8], blocks: inout [UInt8]
    ) {
        for (index, code) in codes.enumerated() {
            guard !index.isMultiple(of: PostalCodeIndexFormat.blockCodeCount) else {
                blocks.append(littleEndian: UInt32(entries.count))
                for number in [code.number, UInt64(code.north), UInt64(code.east)] { entries.append(varint: number) }
                continue
            }
            let last = codes[index - 1]
            let isElsewhere = (code.north, code.east) != (last.north, last.east)
            entries.append(varint: (code.number - last.number - 1) << 1 | (isElsewhere ? 1 : 0))
            if isElsewhere {
                entries.append(zigzag: code.north - last.north)
                entries.append(zigzag: code.east - last.east)
            }
        }
    }
}

extension PostalAlphabet {
    /// The number of a code in which its first position counts most.
    ///
    /// - Precondition: the code is one of those that the alphabet was made of.
    func orderedNumber(of code: String) -> UInt64 {
        let bytes = Array(code.utf8)
        return characters.enumerated().reduce(0) { number, position in
            let byte = position.offset < bytes.count ? bytes[position.offset] : 0
            guard let digit = position.element.firstIndex(of: byte) else {
                preconditionFailure("not a code of this alphabet")
            }
            return number * UInt64(position.element.count) + UInt64(digit)
        }
    }
}
