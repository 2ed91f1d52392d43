extension SearchLayer {
    /// Walks through all names, and returns what is wrong with them; empty when all is well. At most `limit` faults are
    /// named.
    func verify(against places: PlacesLayer, limit: Int) -> [String] {
        let inNames = names.verify(limit: limit) { value in
            let posting = PlacePosting(value)
            return posting.index < places.placeCount ? nil : "there is no place \(posting.index)"
        }
        let inAreas = areas.verify(limit: limit) { value in
            guard let posting = AreaPosting(value) else { return "\(value) is not an area" }
            return posting.isKnown(to: places) ? nil : "\(posting) is not in the layer of places"
        }
        let faults = inNames.map { "search, place \($0)" } + inAreas.map { "search, area \($0)" }
        return Array(faults.prefix(limit))
    }
}

extension AreaPosting {
    fileprivate func isKnown(to places: PlacesLayer) -> Bool {
        switch self {
        case .country(let index): index < places.countryCount
        case .string(let offset), .countyCode(let offset): places.stringBytes(at: offset) != nil
        case .entity(let entity): entity.largestPlace < places.placeCount
        case .position: true
        }
    }
}

extension NameIndex {
    /// Each name is folded text, and comes after the one before; each can be found; each stands for something.
    fileprivate func verify(limit: Int, checkValue: (UInt64) -> String?) -> [String] {
        var faults: [String] = []
        var (count, previous) = (0, [] as [UInt8])
        var offset = 0
        while faults.count < limit, let entry = entry(at: offset) {
            let isBlockStart = count.isMultiple(of: SearchFormat.blockNameCount)
            if isBlockStart, startOfBlock(count / SearchFormat.blockNameCount) != offset {
                faults.append("name \(count): it does not begin the block that it should")
            }
            guard entry.sharedByteCount <= (isBlockStart ? 0 : previous.count) else {
                faults.append("name \(count): it shares more than there is")
                break
            }
            let name = previous.prefix(entry.sharedByteCount) + bytes(of: entry)
            if count > 0, !previous.lexicographicallyPrecedes(name) {
                faults.append("name \(count): it does not come after the one before")
            }
            if let fault = faultOfName(Array(name)) { faults.append("name \(count): \(fault)") }
            var values = values(of: entry)
            var last: UInt64?
            while let value = values.next() {
                if let last, value <= last { faults.append("name \(count): its values do not ascend") }
                if let fault = checkValue(value) { faults.append("name \(count): \(fault)") }
                last = value
            }
            if last == nil { faults.append("name \(count): it stands for nothing") }
            (count, previous, offset) = (count + 1, Array(name), values.offset)
        }
        if faults.isEmpty, count != nameCount { faults.append("index: it has \(count) names instead of \(nameCount)") }
        return faults
    }

    private func faultOfName(_ name: [UInt8]) -> String? {
        guard let text = String(validating: name, as: UTF8.self) else { return "it is not UTF-8" }
        guard FoldedName(text).utf8 == name else { return "it is not folded" }
        return filter.mayContain(NameHash(text.unicodeScalars)) ? nil : "it does not pass the filter"
    }
}
