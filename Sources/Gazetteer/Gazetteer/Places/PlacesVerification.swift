extension PlacesLayer {
    /// How far the length of a stored vector may be from 1: three roundings to Float32.
    private static let lengthTolerance = 1e-6

    /// What is wrong with one place; nil when nothing is.
    func fault(at index: Int) -> String? {
        guard let record = record(at: index) else { return "there is no record" }
        let node = node(at: index)
        let (x, y, z) = (Double(node.x), Double(node.y), Double(node.z))
        guard abs((x * x + y * y + z * z).squareRoot() - 1) <= Self.lengthTolerance else {
            return "its vector is not of length 1"
        }
        guard isText(nameBytes(at: index), required: true) else { return "its name is not in the table" }
        guard node.bonus == LocalityBonus.steps(population: record.population) else {
            return "its bonus is not that of its population"
        }
        guard let area = area(at: record.area) else { return "its area is not in the table" }
        guard area.stateIndex < stateCount || area.stateIndex == PlacesFormat.noState else {
            return "its state is not in the table"
        }
        for text in [area.state, area.stateCode, area.isoSubdivisionCode, area.county, area.timeZone]
        where !isText(stringBytes(at: text), required: text != 0) {
            return "a name of its area is not in the string table"
        }
        guard area.country < countryCount || area.country == PlacesFormat.noCountry else {
            return "its country is not in the table"
        }
        let code = country(at: area.country).isoCode.flatMap(CountryCode.packed)
        guard node.country == code.map(CountryCode.compact) ?? CountryCode.none else {
            return "its country is not that of its area"
        }
        return nil
    }

    private func isText(_ bytes: Slice<UnsafeRawBufferPointer>?, required: Bool) -> Bool {
        guard let bytes else { return !required }
        return String(validating: bytes, as: UTF8.self) != nil
    }

    /// The first code whose country has another code, and the first country that is not found by its code; nil when
    /// there is none.
    func countryFault() -> String? {
        for compact in 0..<UInt16(CountryCode.compactCount) {
            let code = CountryCode.expanded(compact)
            guard let index = countryIndex(ofCode: code) else { continue }
            let found = country(at: index).isoCode.flatMap(CountryCode.packed)
            if found != code { return "the country with the code \(code) has another code" }
        }
        for index in 0..<UInt16(clamping: countryCount) {
            guard let code = country(at: index).isoCode.flatMap(CountryCode.packed) else { continue }
            if !hasPlaces(inCountry: code) { return "country \(index) is not found by its code" }
        }
        return nil
    }

    /// The first node that says something wrong about its range; nil when there is none.
    func treeFault() -> String? {
        var fault: String?
        if placeCount > 0 { _ = contents(0, placeCount, &fault) }
        return fault
    }

    /// What the places of a range have.
    private struct Contents {
        var low, high: SIMD3<Float>
        var largestBonus: UInt8
        var country: UInt16
        var isUniform = true

        init(_ node: PlaceNode) {
            (low, high) = (node.vector, node.vector)
            (largestBonus, country) = (node.bonus, node.country)
        }

        mutating func add(_ other: Contents) {
            (low, high) = (pointwiseMin(low, other.low), pointwiseMax(high, other.high))
            largestBonus = max(largestBonus, other.largestBonus)
            isUniform = isUniform && other.isUniform && country == other.country
        }
    }

    /// - Precondition: the range is not empty.
    private func contents(_ low: Int, _ high: Int, _ fault: inout String?) -> Contents {
        let middle = low + (high - low) / 2
        let node = node(at: middle)
        var contents = Contents(node)
        if high - low <= PlacesFormat.leafPlaceCount {
            for index in low..<high {
                let other = self.node(at: index)
                contents.add(Contents(other))
                if index != middle && !(other.largestBonus == other.bonus && other.isUniform) {
                    fault = fault ?? "place \(index): it speaks for others inside a leaf"
                }
            }
        } else if node.axis < 3 {
            let lower = self.contents(low, middle, &fault)
            let upper = self.contents(middle + 1, high, &fault)
            if lower.high[node.axis] > node.vector[node.axis] || upper.low[node.axis] < node.vector[node.axis] {
                fault = fault ?? "place \(middle): the tree has a place on its wrong side"
            }
            contents.add(lower)
            contents.add(upper)
        } else {
            fault = fault ?? "place \(middle): the tree has no such axis"
        }
        if node.largestBonus != contents.largestBonus {
            fault = fault ?? "place \(middle): its largest bonus is not that of its range"
        }
        if node.isUniform != contents.isUniform {
            fault = fault ?? "place \(middle): the countries of its range are not as it says"
        }
        return contents
    }
}
