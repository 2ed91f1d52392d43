extension StreetsLayer {
    /// What is wrong with the names and tiles, of which at most `limit` faults are named.
    ///
    /// Tiles whose checksums are right fail this only when the builder was wrong.
    func faults(limit: Int) -> [String] {
        var faults: [String] = []
        for (what, names) in [("street", self.names), ("postal code", postalCodes)] {
            var last: [UInt8] = []
            for number in 0..<names.count where faults.count < limit {
                guard let name = names.utf8(of: number) else {
                    faults.append("\(what) \(number): its name is damaged")
                    continue
                }
                if number > 0, !last.lexicographicallyPrecedes(name) {
                    faults.append("\(what) \(number): its name is not in order")
                }
                last = name
            }
        }
        for number in 0..<tileCount where faults.count < limit {
            if number > 0, key(at: number) <= key(at: number - 1) {
                faults.append("tile \(number): it is not in order")
            }
            guard var tile = tile(at: number) else {
                faults.append("tile \(number): its checksum is wrong")
                continue
            }
            while let (box, content) = tile.next(), faults.count < limit {
                if let fault = fault(ofPiece: content, in: box) { faults.append("tile \(number): \(fault)") }
            }
            if tile.isCutOff { faults.append("tile \(number): it is cut off") }
        }
        return faults
    }

    private func fault(ofPiece content: UnsafeRawBufferPointer, in box: StreetBox) -> String? {
        guard let piece = StreetPiece(content) else { return "a street is damaged" }
        guard piece.name < names.count else { return "a street has no name" }
        if let code = piece.postalCode, code >= postalCodes.count { return "a street's postal code does not exist" }
        guard var houses = piece.houses else { return "the middle of a street is cut off" }
        func isInside(_ point: SIMD2<Double>) -> Bool {
            box.squaredDistance(to: point, metersPerUnit: SIMD2(1, 1)) == 0
        }
        guard piece.vertices.allSatisfy(isInside) else { return "a street leaves its box" }
        while houses.nextSide() {
            while let house = houses.next() {
                if !isInside(house.point) { return "a house stands outside its street's box" }
                if house.label.isEmpty { return "a house has no number" }
                if let code = house.postalCode, code >= postalCodes.count {
                    return "a house's postal code does not exist"
                }
            }
        }
        return houses.isWhole ? nil : "the houses of a street are cut off"
    }
}
