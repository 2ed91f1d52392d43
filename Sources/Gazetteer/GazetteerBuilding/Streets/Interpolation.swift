import PlacemarkModel

/// A line along which the house numbers are said to be regular (OpenStreetMap wiki, "Key:addr:interpolation").
struct Interpolation {
    /// From one number to the next: 2 for even and odd ones, 1 for all, or as the map says. Nil for letters.
    private let step: Int?
    /// What is left of the number in division by 2, where the map says.
    private let parity: Int?
    private let street: AddressTags?
    private let points: [SourcePoint]
    private let nodeIDs: [Int64]

    /// More than a line has numbers: an end is wrong.
    private static let mostNumbers = 1000

    init(kind: String, way: ExtractFile.Way) {
        switch kind {
        case "even": (step, parity) = (2, 0)
        case "odd": (step, parity) = (2, 1)
        case "all": (step, parity) = (1, nil)
        default: (step, parity) = (Int(kind).flatMap { (1...Self.mostNumbers).contains($0) ? $0 : nil }, nil)
        }
        let piece = way.pieces.count == 1 ? way.pieces[0] : ExtractFile.Way.Piece()
        (points, nodeIDs) = (piece.points, piece.nodeIDs)
        // The tags of a line have a street now and then, and no number of their own.
        street = AddressTags(way.tags.merging(["addr:housenumber": "1"]) { $1 })
    }

    /// The addresses that the line adds, evenly spaced between those of its nodes; nil when two neighbours among them do
    /// not fit the step or each other, or when there are no two.
    func addresses(
        between nodes: InterpolationNodes, numbers: inout Numbered<String>, names: inout StreetNames
    ) -> [ExtractedAddress]? {
        guard let step else { return nil }
        let known = nodeIDs.indices.compactMap { index in nodes[nodeIDs[index]].map { (index: index, end: $0) } }
        guard known.count >= 2 else { return nil }
        let ownName = street?.name.map { names.number(of: $0) } ?? ExtractedAddress.none
        var added: [ExtractedAddress] = []
        for (first, last) in zip(known, known.dropFirst()) {
            guard let between = Stretch(first.end, last.end, step: step, parity: parity) else { return nil }
            var address = first.end.address
            if address.name == ExtractedAddress.none {
                (address.name, address.isPlace) = (ownName, street?.isPlace ?? false)
            }
            if address.postalCode != last.end.address.postalCode { address.postalCode = ExtractedAddress.none }
            (address.nodeID, address.isInterpolated) = (0, true)
            let line = Array(points[first.index...last.index])
            for (number, share) in between.numbers {
                address.number = numbers.number(of: String(number))
                address.point = line.point(at: share)
                added.append(address)
            }
        }
        return added
    }

    /// The numbers between two neighbours.
    private struct Stretch {
        let numbers: [(number: Int, share: Double)]

        init?(_ first: InterpolationNodes.End, _ last: InterpolationNodes.End, step: Int, parity: Int?) {
            let (from, to) = (first.number, last.number)
            let distance = abs(to - from)
            guard first.address.name == last.address.name, first.address.isPlace == last.address.isPlace,
                distance % step == 0, distance / step <= Interpolation.mostNumbers,
                parity.map({ from % 2 == $0 }) ?? true
            else { return nil }
            let count = distance / step
            numbers = (1..<max(1, count)).map { (from + $0 * step * (to - from).signum(), Double($0) / Double(count)) }
        }
    }
}

/// The addresses of nodes, by node: those with a plain number.
struct InterpolationNodes {
    struct End {
        var number: Int
        var address: ExtractedAddress
    }

    private let addresses: ExtractTable<ExtractedAddress>
    private let numbers: [String]
    /// The addresses in the order of their nodes; those that have none come first.
    private let ofNodes: ExtractTable<UInt32>

    /// The largest number that a house has, with room to spare: others are mistakes.
    private static let numberRange = 1...99_999

    init(_ addresses: ExtractTable<ExtractedAddress>, numbers: [String], fileIn directory: String?) {
        (self.addresses, self.numbers) = (addresses, numbers)
        ofNodes = .order(addresses.count, fileIn: directory) {
            (addresses[$0].nodeID, $0) < (addresses[$1].nodeID, $1)
        }
    }

    /// The address of a node; of several the first. Nil without a plain number.
    subscript(node: Int64) -> End? {
        var (low, high) = (0, ofNodes.count)
        while low < high {
            let middle = (low + high) / 2
            if addresses[Int(ofNodes[middle])].nodeID < node { low = middle + 1 } else { high = middle }
        }
        guard low < ofNodes.count, case let address = addresses[Int(ofNodes[low])], address.nodeID == node,
            let number = Int(numbers[Int(address.number)]), Self.numberRange.contains(number)
        else { return nil }
        return End(number: number, address: address)
    }
}

extension [SourcePoint] {
    /// The point of a line at a share (0…1) of its length.
    fileprivate func point(at share: Double) -> SourcePoint {
        let lengths = zip(self, dropFirst()).map { $0.distanceInMeters(to: $1) }
        var rest = share * lengths.reduce(0, +)
        for (index, length) in lengths.enumerated() {
            if rest <= length, length > 0 {
                let (from, to) = (Coordinate(self[index]), Coordinate(self[index + 1]))
                let point = from.interpolated(to: to, fraction: rest / length)
                return SourcePoint(longitudeDegrees: point.longitude, latitudeDegrees: point.latitude) ?? self[index]
            }
            rest -= length
        }
        return self[count - 1]
    }
}
