extension PostalCodesLayer {
    /// Walks through every country, cell and point, and returns what is wrong with them, at most `limit` faults.
    package func faults(limit: Int = 10) -> [String] {
        var faults: [String] = []
        var previous: UInt16?
        for index in 0..<countryCount where faults.count < limit {
            guard let country = country(at: index), let letters = CountryCode.letters(country.letters) else {
                faults.append("postal codes: country \(index) lies outside its tables")
                continue
            }
            if previous.map({ $0 >= country.letters }) ?? false {
                faults.append("postal codes: \(letters) is not in order")
            }
            previous = country.letters
            if let fault = fault(of: country) { faults.append("postal codes of \(letters): \(fault)") }
        }
        return Array(faults.prefix(limit))
    }

    private func fault(of country: Country) -> String? {
        let last = country.cells.upperBound - 1
        guard cell(at: last).number == PostalCodesFormat.endOfCells else { return "its cells do not end" }
        guard cell(at: country.cells.lowerBound).firstPoint == 0 else {
            return "its cells do not begin with its points"
        }
        guard cell(at: last).firstPoint <= country.largestPointCount else { return "it has more points than there are" }
        let cellCount = PostalCodesFormat.columnCount * PostalCodesFormat.rowCount
        for index in country.cells.lowerBound..<last {
            let (cell, next) = (cell(at: index), cell(at: index + 1))
            guard cell.number < next.number, cell.number < cellCount, cell.firstPoint < next.firstPoint else {
                return "cell \(cell.number) is not in order"
            }
            for point in cell.firstPoint..<min(next.firstPoint, country.largestPointCount) {
                let code = pointBits(at: point, in: country) >> UInt64(PostalCodesFormat.fixedBitCount)
                if self.code(code, in: country) == nil { return "point \(point) has no code" }
            }
            var isTree = true
            _ = bounds(cell.firstPoint, min(next.firstPoint, country.largestPointCount), country, true, &isTree)
            if !isTree { return "the tree of cell \(cell.number) has a point on its wrong side" }
        }
        return nil
    }

    /// The smallest box round the points in a range, north and east.
    private func bounds(
        _ low: Int, _ high: Int, _ country: Country, _ isNorth: Bool, _ isTree: inout Bool
    ) -> (low: SIMD2<UInt64>, high: SIMD2<UInt64>) {
        func place(_ index: Int) -> SIMD2<UInt64> {
            let bits = pointBits(at: index, in: country)
            return SIMD2(bits & 0xFFF, bits >> 12 & 0xFFF)
        }
        var box = (low: SIMD2<UInt64>(repeating: .max), high: SIMD2<UInt64>(repeating: 0))
        func add(_ other: (low: SIMD2<UInt64>, high: SIMD2<UInt64>)) {
            box = (pointwiseMin(box.low, other.low), pointwiseMax(box.high, other.high))
        }
        if high - low <= PostalCodesFormat.leafPointCount {
            for index in low..<max(low, high) { add((place(index), place(index))) }
            return box
        }
        let middle = low + (high - low) / 2
        let lower = bounds(low, middle, country, !isNorth, &isTree)
        let upper = bounds(middle + 1, high, country, !isNorth, &isTree)
        let (node, axis) = (place(middle), isNorth ? 0 : 1)
        if lower.high[axis] > node[axis] || upper.low[axis] < node[axis] { isTree = false }
        add(lower)
        add(upper)
        add((node, node))
        return box
    }
}
