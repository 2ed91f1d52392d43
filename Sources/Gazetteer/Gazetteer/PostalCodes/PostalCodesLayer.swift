import Glibc
package import PlacemarkModel

/// The postal codes of a gazetteer, read where they lie in the mapping.
///
/// Only the sections' bounds have been checked: the reader reads each number from them once, checks it, and then uses it.
/// Damage gives no code or a wrong one.
package struct PostalCodesLayer: @unchecked Sendable {
    // Unchecked, because buffers are not Sendable: these are read-only, and live as long as the MappedFile.
    private let countries: UnsafeRawBufferPointer
    private let cells: UnsafeRawBufferPointer
    let points: UnsafeRawBufferPointer
    let alphabets: UnsafeRawBufferPointer

    package let countryCount: Int
    let cellCount: Int

    /// Returns nil when the layer is too short for what its header announces.
    package init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= PostalCodesFormat.headerByteCount else { return nil }
        countryCount = Int(bytes.littleEndian(UInt32.self, at: 0))
        cellCount = Int(bytes.littleEndian(UInt32.self, at: 4))
        let pointByteCount = Int(bytes.littleEndian(UInt32.self, at: 8))
        let alphabetByteCount = Int(bytes.littleEndian(UInt32.self, at: 12))

        var sections = LayerSections(
            bytes: bytes, after: PostalCodesFormat.headerByteCount, alignment: PostalCodesFormat.sectionAlignment)
        guard let countries = sections.next(byteCount: countryCount * PostalCodesFormat.countryByteCount),
            let cells = sections.next(byteCount: cellCount * PostalCodesFormat.cellByteCount),
            let points = sections.next(byteCount: pointByteCount),
            let alphabets = sections.next(byteCount: alphabetByteCount)
        else { return nil }
        (self.countries, self.cells, self.points, self.alphabets) = (countries, cells, points, alphabets)
    }

    /// The code of the nearest point of this country, when the coordinate lies within the radius in which it is
    /// believed.
    ///
    /// `country` is ISO 3166-1 alpha-2.
    package func postalCode(at coordinate: Coordinate, country: String) -> String? {
        CountryCode.packed(country).flatMap { postalCode(at: coordinate, country: $0) }
    }

    /// The same for a country by its packed letters (`CountryCode`). Allocates nothing.
    ///
    /// - Parameter scale: What the stored radii are multiplied by.
    package func postalCode(at coordinate: Coordinate, country: UInt16, scale: Double = 1) -> String? {
        guard let country = self.country(with: country),
            let point = believedPoint(at: coordinate, in: country, scale: scale)
        else { return nil }
        return code(point.code, in: country)
    }

    /// The same for a layer whose codes consist of digits: the number that they write.
    func number(at coordinate: Coordinate, country: UInt16, scale: Double = 1) -> Int? {
        guard let country = self.country(with: country),
            let point = believedPoint(at: coordinate, in: country, scale: scale)
        else { return nil }
        return PostalAlphabet.decimal(
            of: point.code, characterCount: country.characterCount, at: country.alphabetOffset, in: alphabets)
    }

    /// The number of the nearest point of such a layer, as far as points reach, with its distance and its radius.
    func nearestNumber(
        to coordinate: Coordinate, country: UInt16
    ) -> (number: Int, distanceInMeters: Double, radiusInMeters: Double)? {
        guard let country = self.country(with: country), let point = nearestPoint(to: coordinate, in: country),
            let number = PostalAlphabet.decimal(
                of: point.code, characterCount: country.characterCount, at: country.alphabetOffset, in: alphabets)
        else { return nil }
        return (
            number, point.squaredDistance.squareRoot(),
            PostalCodesFormat.squaredRadii[point.radiusStep].squareRoot()
        )
    }

    /// The nearest point of a country, when the coordinate lies within the radius in which it is believed.
    private func believedPoint(at coordinate: Coordinate, in country: Country, scale: Double) -> PostalPoint? {
        guard let point = nearestPoint(to: coordinate, in: country, scale: scale),
            point.squaredDistance <= PostalCodesFormat.squaredRadii[point.radiusStep] * scale * scale
        else { return nil }
        return point
    }

    /// The code of the nearest point of a country by its packed letters, as far as points reach, believed or not.
    func nearestCode(to coordinate: Coordinate, country: UInt16) -> String? {
        guard let country = self.country(with: country), let point = nearestPoint(to: coordinate, in: country) else {
            return nil
        }
        return code(point.code, in: country)
    }

    /// What is stored of a country, with all its numbers in bounds but the alphabet's.
    struct Country {
        var letters: UInt16
        var pointBitCount: Int
        var characterCount: Int
        var alphabetOffset: Int
        /// Where its cells are, the end mark included.
        var cells: Range<Int>
        var firstPointByte: Int
        /// An upper bound: how many points there is room for up to the end of the section.
        var largestPointCount: Int
    }

    func country(at index: Int) -> Country? {
        guard index >= 0, index < countryCount else { return nil }
        let offset = index * PostalCodesFormat.countryByteCount
        let bitCount = Int(countries[offset + 2])
        let firstCell = Int(countries.littleEndian(UInt32.self, at: offset + 8))
        let firstByte = Int(countries.littleEndian(UInt32.self, at: offset + 12))
        let endCell =
            index + 1 < countryCount
            ? Int(countries.littleEndian(UInt32.self, at: offset + PostalCodesFormat.countryByteCount + 8)) : cellCount
        guard bitCount >= PostalCodesFormat.fixedBitCount, bitCount <= PostalCodesFormat.largestPointBitCount,
            firstCell < endCell, endCell <= cellCount,
            firstByte <= points.count - PostalCodesFormat.pointPaddingByteCount
        else { return nil }
        return Country(
            letters: countries.littleEndian(UInt16.self, at: offset), pointBitCount: bitCount,
            characterCount: Int(countries[offset + 3]),
            alphabetOffset: Int(countries.littleEndian(UInt32.self, at: offset + 4)),
            cells: firstCell..<endCell, firstPointByte: firstByte,
            largestPointCount: (points.count - PostalCodesFormat.pointPaddingByteCount - firstByte) * 8 / bitCount)
    }

    // Numbers of 32 bits do not overflow when they are added, or multiplied by a few bytes.
    func country(with letters: UInt16) -> Country? {
        var (low, high) = (0, countryCount)
        while low < high {
            let middle = (low &+ high) &>> 1
            let found = countries.littleEndian(UInt16.self, at: middle &* PostalCodesFormat.countryByteCount)
            if found == letters { return country(at: middle) }
            if found < letters { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// The number of a cell, and of its first point.
    ///
    /// - Precondition: `index` is in 0..<cellCount.
    func cell(at index: Int) -> (number: UInt32, firstPoint: Int) {
        let offset = index &* PostalCodesFormat.cellByteCount
        return (
            cells.littleEndian(UInt32.self, at: offset), Int(cells.littleEndian(UInt32.self, at: offset + 4))
        )
    }

    /// The first of a country's cells whose number is this one or larger: the end mark, when there is none.
    private func firstCell(from number: UInt32, in country: Country) -> Int {
        var (low, high) = (country.cells.lowerBound, country.cells.upperBound - 1)
        while low < high {
            let middle = (low &+ high) &>> 1
            if cell(at: middle).number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The points of a cell, which is not the end mark: empty when the file is damaged.
    private func points(ofCell index: Int, in country: Country) -> Range<Int> {
        let (first, end) = (cell(at: index).firstPoint, cell(at: index + 1).firstPoint)
        return first < end && end <= country.largestPointCount ? first..<end : 0..<0
    }

    /// The nearest point of a country; nil when there is none within the largest radius, times `scale`.
    func nearestPoint(to coordinate: Coordinate, in country: Country, scale: Double = 1) -> PostalPoint? {
        let latitude = coordinate.latitude
        guard abs(latitude) <= PostalCodesFormat.greatestLatitude else { return nil }
        let cosine = cos(latitude * .pi / 180)
        let reachInMeters = PostalCodesFormat.greatestRadiusInMeters * scale
        let reach = reachInMeters / PostalCodesFormat.metersPerDegree
        let south = Int(((latitude - reach + 90) * PostalCodesFormat.cellsPerDegree).rounded(.down))
        let north = Int(((latitude + reach + 90) * PostalCodesFormat.cellsPerDegree).rounded(.down))
        let (westEdge, eastEdge) = (coordinate.longitude - reach / cosine, coordinate.longitude + reach / cosine)
        let west = Int(((westEdge + 180) * PostalCodesFormat.cellsPerDegree).rounded(.down))
        let east = Int(((eastEdge + 180) * PostalCodesFormat.cellsPerDegree).rounded(.down))

        let metersPerStep = PostalCodesFormat.metersPerDegree / PostalCodesFormat.stepsPerDegree
        var search = PostalCodeSearch(
            in: UnsafeRawBufferPointer(rebasing: points[country.firstPointByte...]), bitCount: country.pointBitCount,
            metersPerStep: (metersPerStep, metersPerStep * cosine), reachInMeters: reachInMeters)
        for row in south...north {
            // The cells of a row follow each other, so one search finds them all; but not across the antimeridian.
            var (index, nextNumber) = (0, PostalCodesFormat.endOfCells)
            for column in west...east {
                // Across the antimeridian, the same cell has another column.
                let wrapped = (column + PostalCodesFormat.columnCount) % PostalCodesFormat.columnCount
                let number = UInt32(row * PostalCodesFormat.columnCount + wrapped)
                if number != nextNumber { index = firstCell(from: number, in: country) }
                nextNumber = number + 1
                guard index < country.cells.upperBound - 1, cell(at: index).number == number else { continue }
                let range = points(ofCell: index, in: country)
                index += 1
                if range.isEmpty { continue }
                search.visit(
                    range,
                    north: (latitude + 90) * PostalCodesFormat.stepsPerDegree
                        - Double(row << PostalCodesFormat.offsetBitCount),
                    east: (coordinate.longitude + 180) * PostalCodesFormat.stepsPerDegree
                        - Double(column << PostalCodesFormat.offsetBitCount))
            }
        }
        return search.nearest
    }

    func code(_ number: UInt64, in country: Country) -> String? {
        PostalAlphabet.code(
            of: number, characterCount: country.characterCount, at: country.alphabetOffset, in: alphabets)
    }

    /// The bits of a point.
    ///
    /// - Precondition: `index` is in 0..<country.largestPointCount.
    @inline(__always)
    func pointBits(at index: Int, in country: Country) -> UInt64 {
        let bit = index * country.pointBitCount
        let word = points.littleEndian(UInt64.self, at: country.firstPointByte + bit >> 3)
        return word >> UInt64(bit & 7) & (1 << UInt64(country.pointBitCount) - 1)
    }
}
