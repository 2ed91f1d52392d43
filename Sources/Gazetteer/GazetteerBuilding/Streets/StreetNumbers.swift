import Gazetteer

extension ExtractedStreets {
    /// Addresses with the same number of a street are one when they are so near to each other: shops in one house.
    /// Of those farther apart, another house may be nearer to the one that is left out: docs/explain/streets.md has the measurements.
    private static let sameHouseInMeters = 5.0
    /// A number that is interpolated is not needed where the real one is in the same street, and not in its next town.
    private static let sameStreetInMeters = 1000.0

    /// The house numbers of one street: each house once. Of a building and a node near its centre the node stays, because
    /// somebody has put it where the door is.
    func houseNumbers(of addresses: [Int]) -> [HouseNumber] {
        var kept: [String: [Int]] = [:]
        var isKept = [Bool](repeating: false, count: addresses.count)
        // Nodes first, what is interpolated last.
        func order(_ address: ExtractedAddress) -> Int { address.isInterpolated ? 2 : address.nodeID != 0 ? 0 : 1 }
        for index in addresses.indices.sorted(by: {
            (order(self.addresses[addresses[$0]]), $0) < (order(self.addresses[addresses[$1]]), $1)
        }) {
            let address = self.addresses[addresses[index]]
            let key = numbers.values[Int(address.number)].lowercased()
            let reach = address.isInterpolated ? Self.sameStreetInMeters : Self.sameHouseInMeters
            let isThere = (kept[key] ?? []).contains {
                self.addresses[$0].point.distanceInMeters(to: address.point) <= reach
            }
            guard !isThere else { continue }
            kept[key, default: []].append(addresses[index])
            isKept[index] = true
        }
        return zip(addresses, isKept).filter(\.1).map { number, _ in
            let address = self.addresses[number]
            return HouseNumber(
                text: numbers.values[Int(address.number)], point: StreetPoint(address.point),
                radiusInMeters: Double(address.radius),
                postalCode: address.postalCode == ExtractedAddress.none
                    ? nil : postalCodes.values[Int(address.postalCode)],
                isInterpolated: address.isInterpolated)
        }
    }

    func lengthInMeters(ofLine line: Int) -> Double {
        let points = points[lines[line].points]
        return zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distanceInMeters(to: $1.1) }
    }

    /// The lines, those that are the same as one before left out: extracts overlap.
    func withoutCopies(_ lines: [Int]) -> [Int] {
        guard lines.count > 1 else { return lines }
        var seen: Set<[SourcePoint]> = []
        return lines.filter { seen.insert(Array(points[self.lines[$0].points])).inserted }
    }
}
