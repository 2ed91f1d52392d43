extension CityLimitsLayer {
    /// What is wrong with the boundaries, places and squares, of which at most `limit` faults are named.
    ///
    /// Squares whose checksums are right fail this only when the builder was wrong.
    func faults(limit: Int) -> [String] {
        var faults: [String] = []
        for boundary in 0..<boundaryCount where faults.count < limit {
            if let fault = fault(ofBoundary: boundary) { faults.append("boundary \(boundary): \(fault)") }
        }
        for place in 0..<placeCount where faults.count < limit {
            guard let (_, name) = self.place(at: place) else {
                faults.append("place \(place): its coordinate is not on the earth")
                continue
            }
            if self.name(name) == nil { faults.append("place \(place): it has no name") }
        }
        var next: UInt64 = 0
        for number in 0..<squareCount where faults.count < limit {
            guard let square = square(at: number) else {
                faults.append("square \(number): its checksum is wrong, or its content")
                continue
            }
            // The squares follow each other along the curve, and none covers a part of another.
            let smallest = UInt64(square.side >> CityLimitsFormat.smallestLevel)
            let key = UInt64(squares.key(at: number))
            if key < next { faults.append("square \(number): it overlaps the one before") }
            next = key + smallest * smallest
            if !square.forEachEdge({ _, _, _ in }) { faults.append("square \(number): its borders are cut off") }
        }
        return faults
    }

    private func fault(ofBoundary boundary: Int) -> String? {
        guard let record = record(at: boundary) else { return "its places do not exist" }
        guard name(record.name) != nil else { return "it has no name" }
        guard record.country == CountryCode.none || CountryCode.letters(record.country) != nil else {
            return "its country is no code"
        }
        return nil
    }
}
