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
        if faults.count < limit, let fault = places.countryFault() { faults.append(fault) }
        if case .success(let layer) = searchLayer {
            faults += layer.verify(against: places, limit: limit - faults.count)
        }
        for (name, layer) in [
            ("zones", world.zones), ("states", world.states), ("counties", world.counties), ("water", world.water),
        ] where faults.count < limit {
            faults += (layer?.faults(limit: limit - faults.count) ?? []).map { "\(name): \($0)" }
        }
        if faults.count < limit, let layer = world.postalCodes { faults += layer.faults(limit: limit - faults.count) }
        if faults.count < limit, let layer = world.countryNames { faults += layer.faults(limit: limit - faults.count) }
        if faults.count < limit, let layer = world.customPlaces { faults += layer.faults(limit: limit - faults.count) }
        file.releaseMemory()
        return faults
    }
}
