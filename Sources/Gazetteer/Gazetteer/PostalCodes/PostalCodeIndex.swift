import PlacemarkModel
import Varints

/// All postal codes of a gazetteer with a point for each, read where they lie in the mapping.
///
/// A code is a number, in which its first character counts most: so codes that follow each other are mostly neighbours, and
/// a difference of a byte or two leads from one to the next. Only the sections' bounds have been checked: damage gives no
/// point or a wrong one.
package struct PostalCodeIndex: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: these are read-only, and live as long as the MappedFile.
    private let countries: UnsafeRawBufferPointer
    private let blocks: UnsafeRawBufferPointer
    private let entries: UnsafeRawBufferPointer
    private let alphabets: UnsafeRawBufferPointer

    let countryCount, blockCount: Int

    /// Returns nil when the layer is too short for what its header announces.
    package init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= PostalCodeIndexFormat.headerByteCount else { return nil }
        func number(_ index: Int) -> Int { Int(bytes.littleEndian(UInt32.self, at: index * 4)) }
        (countryCount, blockCount) = (number(0), number(1))
        var sections = LayerSections(
            bytes: bytes, after: PostalCodeIndexFormat.headerByteCount,
            alignment: PostalCodeIndexFormat.sectionAlignment)
        guard let countries = sections.next(byteCount: countryCount * PostalCodeIndexFormat.countryByteCount),
            let blocks = sections.next(byteCount: blockCount * PostalCodeIndexFormat.blockByteCount),
            let entries = sections.next(byteCount: number(2)), let alphabets = sections.next(byteCount: number(3))
        else { return nil }
        (self.countries, self.blocks, self.entries, self.alphabets) = (countries, blocks, entries, alphabets)
    }

    /// What is stored of a country.
    struct Country {
        var letters: UInt16
        /// Of each position; empty where the file is damaged.
        var characters: [[UInt8]]
        var hasRanges: Bool
        var codeCount: Int
        /// Those with its codes.
        var blocks: Range<Int>
    }

    /// A code as a number, with the steps of its point.
    struct Entry: Equatable {
        var number: UInt64
        var north, east: Int

        /// The middle of what was rounded to it.
        var coordinate: Coordinate {
            let steps = Double(PostalCodeIndexFormat.stepsPerDegree)
            return Coordinate(
                clampingLatitude: Double(north) / steps - 90, wrappingLongitude: Double(east) / steps - 180)
        }
    }

    /// Nil when there is no such country, or its blocks are not there.
    func country(at index: Int) -> Country? {
        guard index >= 0, index < countryCount else { return nil }
        let offset = index * PostalCodeIndexFormat.countryByteCount
        let codeCount = Int(countries.littleEndian(UInt32.self, at: offset + 8))
        let firstBlock = Int(countries.littleEndian(UInt32.self, at: offset + 12))
        let endBlock =
            firstBlock + (codeCount + PostalCodeIndexFormat.blockCodeCount - 1) / PostalCodeIndexFormat.blockCodeCount
        let characterCount = Int(countries[offset + 2])
        guard codeCount > 0, endBlock <= blockCount, characterCount <= PostalCodesFormat.longestCodeByteCount else {
            return nil
        }
        return Country(
            letters: countries.littleEndian(UInt16.self, at: offset),
            characters: PostalAlphabet.places(
                characterCount: characterCount,
                at: Int(countries.littleEndian(UInt32.self, at: offset + 4)), in: alphabets),
            hasRanges: countries[offset + 3] & PostalCodeIndexFormat.rangeFlag != 0, codeCount: codeCount,
            blocks: firstBlock..<endBlock)
    }

    func country(with letters: UInt16) -> Country? {
        var (low, high) = (0, countryCount)
        while low < high {
            let middle = (low + high) / 2
            let found = countries.littleEndian(UInt16.self, at: middle * PostalCodeIndexFormat.countryByteCount)
            if found == letters { return country(at: middle) }
            if found < letters { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// The codes of a block, which is one of the country's, in ascending order: up to the first that is damaged.
    func entries(ofBlock block: Int, in country: Country) -> [Entry] {
        let before = (block - country.blocks.lowerBound) * PostalCodeIndexFormat.blockCodeCount
        let count = min(PostalCodeIndexFormat.blockCodeCount, country.codeCount - before)
        guard country.blocks.contains(block), var reader = reader(ofBlock: block), var last = first(of: &reader) else {
            return []
        }
        var found = [last]
        while found.count < count {
            let step = reader.next()
            let (number, overflow) = last.number.addingReportingOverflow((step >> 1) + 1)
            last.number = number
            if step & 1 == 1 {
                last.north &+= reader.nextZigzag()
                last.east &+= reader.nextZigzag()
            }
            guard !overflow, !reader.isExhausted, Self.isOnEarth(last) else { return found }
            found.append(last)
        }
        return found
    }

    private func reader(ofBlock block: Int) -> VarintReader? {
        let offset = Int(blocks.littleEndian(UInt32.self, at: block * PostalCodeIndexFormat.blockByteCount))
        return offset < entries.count ? VarintReader(entries, at: offset) : nil
    }

    private func first(of reader: inout VarintReader) -> Entry? {
        let number = reader.next()
        guard let north = reader.nextCount(atMost: PostalCodeIndexFormat.largestNorth),
            let east = reader.nextCount(atMost: PostalCodeIndexFormat.largestEast)
        else { return nil }
        return Entry(number: number, north: north, east: east)
    }

    private static func isOnEarth(_ entry: Entry) -> Bool {
        (0...PostalCodeIndexFormat.largestNorth).contains(entry.north)
            && (0...PostalCodeIndexFormat.largestEast).contains(entry.east)
    }

    /// The last block of a country whose first code is not behind this one; the first when there is none.
    private func lastBlock(notAfter number: UInt64, in country: Country) -> Int {
        var (low, high) = (country.blocks.lowerBound, country.blocks.upperBound)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            guard var reader = reader(ofBlock: middle) else { return low }
            if reader.next() > number { high = middle } else { low = middle }
        }
        return low
    }
}

extension PostalCodeIndex: PostalCodeTable {
    var countriesWithCodes: [UInt16] { (0..<countryCount).compactMap { country(at: $0)?.letters } }

    func characters(country letters: UInt16) -> [[UInt8]]? { country(with: letters)?.characters }

    func find(_ code: [UInt8], country letters: UInt16) -> FoundPostalCode? {
        guard let country = country(with: letters) else { return nil }
        let forms = PostalCodeForm.all(of: code)
        for form in forms {
            for number in PostalCodeNumber.numbers(of: form.code, in: country.characters) {
                if let found = find(number, form, in: country) { return found }
            }
        }
        guard country.hasRanges, let form = forms.first else { return nil }
        return PostalCodeNumber.numbers(of: form.code, in: country.characters).lazy
            .compactMap { find($0, form, in: country, isInRange: true) }.first
    }

    private func find(
        _ number: UInt64, _ form: PostalCodeForm, in country: Country, isInRange: Bool = false
    ) -> FoundPostalCode? {
        let entries = entries(ofBlock: lastBlock(notAfter: number, in: country), in: country)
        guard let entry = entries.last(where: { $0.number <= number }), isInRange || entry.number == number,
            let code = PostalCodeNumber.code(of: entry.number, in: country.characters)
        else { return nil }
        if isInRange {
            let wanted = PostalCodeNumber.code(of: number, in: country.characters) ?? ""
            let prefix = code.utf8.prefix(PostalCodeIndexFormat.rangePrefixCount)
            guard wanted.utf8.starts(with: prefix) else { return nil }
        }
        return FoundPostalCode(
            code: code, coordinates: [entry.coordinate], form: form,
            sharedCount: entries.count { ($0.north, $0.east) == (entry.north, entry.east) },
            isFirstOfRange: isInRange)
    }
}
