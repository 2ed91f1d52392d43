import PlacemarkCore

extension Gazetteer {
    /// Walks through every record and through the tree, and returns what is wrong with them; empty when all is well.
    ///
    /// A file whose checksums are right fails this only when its builder was wrong. At most `limit` faults are named.
    public func verify(limit: Int = 10) -> [String] {
        var faults: [String] = []
        for index in 0..<places.placeCount where faults.count < limit {
            if let fault = places.fault(at: index) { faults.append("place \(index): \(fault)") }
        }
        if faults.count < limit, let fault = places.treeFault() { faults.append(fault) }
        file.releaseMemory()
        return faults
    }
}

extension PlacesLayer {
    /// How far a stored vector may be from that of the stored coordinate: rounding to 1/100,000 degree and to Float32.
    private static let vectorTolerance: Float = 1e-6

    fileprivate func fault(at index: Int) -> String? {
        guard let record = record(at: index) else { return "there is no record" }
        guard let coordinate = record.coordinate else { return "its coordinate is out of range" }
        guard isText(record.name, required: true) else { return "its name is not in the string table" }
        let (x, y, z) = vector(at: index)
        let difference = coordinate.storedVector - SIMD3(x, y, z)
        guard (0..<3).allSatisfy({ abs(difference[$0]) <= Self.vectorTolerance }) else {
            return "its vector is not that of its coordinate"
        }
        guard let area = area(at: record.area) else { return "its area is not in the table" }
        for text in [area.state, area.stateCode, area.county, area.timeZone] where !isText(text, required: false) {
            return "a name of its area is not in the string table"
        }
        guard area.country < countryCount || area.country == PlacesFormat.noCountry else {
            return "its country is not in the table"
        }
        return nil
    }

    private func isText(_ offset: UInt32, required: Bool) -> Bool {
        if offset == 0 && !required { return true }
        guard let bytes = stringBytes(at: offset) else { return false }
        return String(validating: bytes, as: UTF8.self) != nil
    }

    /// The first node of the tree that has a place on the wrong side; nil when there is none.
    fileprivate func treeFault() -> String? {
        var fault: String?
        _ = bounds(0, placeCount, axis: 0, &fault)
        return fault
    }

    /// The smallest box round the places in a range.
    private func bounds(
        _ low: Int, _ high: Int, axis: Int, _ fault: inout String?
    ) -> (low: SIMD3<Float>, high: SIMD3<Float>) {
        var box = (low: SIMD3<Float>(repeating: .infinity), high: SIMD3<Float>(repeating: -.infinity))
        func add(_ other: (low: SIMD3<Float>, high: SIMD3<Float>)) {
            box = (pointwiseMin(box.low, other.low), pointwiseMax(box.high, other.high))
        }
        func point(_ index: Int) -> SIMD3<Float> {
            let (x, y, z) = vector(at: index)
            return SIMD3(x, y, z)
        }
        if high - low <= PlacesFormat.leafPlaceCount {
            for index in low..<high { add((point(index), point(index))) }
            return box
        }
        let middle = low + (high - low) / 2
        let next = (axis + 1) % 3
        let lower = bounds(low, middle, axis: next, &fault)
        let upper = bounds(middle + 1, high, axis: next, &fault)
        let node = point(middle)
        if lower.high[axis] > node[axis] || upper.low[axis] < node[axis] {
            fault = fault ?? "place \(middle): the tree has a place on its wrong side"
        }
        add(lower)
        add(upper)
        add((node, node))
        return box
    }
}
