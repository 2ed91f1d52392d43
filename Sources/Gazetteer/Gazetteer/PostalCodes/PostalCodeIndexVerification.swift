extension PostalCodeIndex {
    /// Walks through every country and code, and returns what is wrong with them, at most `limit` faults.
    package func faults(limit: Int = 10) -> [String] {
        var faults: [String] = []
        var previous: (letters: UInt16, endBlock: Int)?
        for index in 0..<countryCount where faults.count < limit {
            guard let country = country(at: index), let letters = CountryCode.letters(country.letters) else {
                faults.append("postal code index: country \(index) lies outside its tables")
                continue
            }
            if previous.map({ $0.letters >= country.letters || $0.endBlock != country.blocks.lowerBound }) ?? false {
                faults.append("postal code index: \(letters) is not in order")
            }
            previous = (country.letters, country.blocks.upperBound)
            if let fault = fault(of: country) { faults.append("postal code index of \(letters): \(fault)") }
        }
        return Array(faults.prefix(limit))
    }

    private func fault(of country: Country) -> String? {
        guard !country.characters.isEmpty else { return "its codes have no characters" }
        var (last, count) = (nil as UInt64?, 0)
        for block in country.blocks {
            let entries = entries(ofBlock: block, in: country)
            let isLast = block == country.blocks.upperBound - 1
            count += entries.count
            guard isLast || entries.count == PostalCodeIndexFormat.blockCodeCount else {
                return "block \(block) is cut off"
            }
            for entry in entries {
                if let last, last >= entry.number { return "block \(block) is not in order" }
                if PostalCodeNumber.code(of: entry.number, in: country.characters) == nil {
                    return "block \(block) has a number that is no code"
                }
                last = entry.number
            }
        }
        return count == country.codeCount ? nil : "it has \(count) codes instead of \(country.codeCount)"
    }
}
