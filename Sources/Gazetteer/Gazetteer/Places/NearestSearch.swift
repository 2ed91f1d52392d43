package import PlacemarkModel

/// The exact search for the place that names a point, and for the nearest one, in one walk through a static k-d tree that is
/// nothing but an order of the places.
///
/// The root of a range of places is the one in its middle; those before it lie on its lower side, and those after it on
/// its upper side, along the axis that it names. `LocalityBonus` says what distance and score are. Of places with the
/// same score or distance, the one with the smaller index wins.
package struct NearestSearch {
    /// What a sum of two chords is raised by before it is squared, so that rounding never cuts off what would tie:
    /// more than twice the unit in the last place of the longest chord, and 6 nm on the ground.
    private static let chordMargin = 1e-15

    // Parts of the layers, and not the layers themselves, which would be copied for each search.
    private let tree: UnsafeRawBufferPointer
    private let x, y, z: Double
    /// A place counts when its country is this one in the bits of the mask.
    private let country, countryMask: UInt16
    /// A place counts when its state has this number, or none; 0 for any.
    private let state: UInt16
    /// What tells states and quarters, as `CitiesLayer` has it; empty in a file that does not.
    private let words: UnsafeRawBufferPointer
    private var nearestSquaredChord = Double.infinity
    private var nearestIndex = -1
    private var namedScore = Double.infinity
    private var namedIndex = -1

    /// How much farther than it is a quarter counts when a locality is named: while another place is so near, a quarter
    /// is a part of that.
    static let quarterPenaltyInMeters = 10_000.0
    private static let quarterPenalty = quarterPenaltyInMeters / Earth.meanRadiusInMeters

    private init(
        in layer: PlacesLayer, from coordinate: Coordinate, country: UInt16?, state: UInt16, cities: CitiesLayer?
    ) {
        tree = layer.tree
        (self.state, words) = (state, cities?.placeWords ?? UnsafeRawBufferPointer(start: nil, count: 0))
        (x, y, z) = coordinate.unitVector
        self.country = country.map(CountryCode.compact) ?? 0
        countryMask = country == nil ? 0 : 0x3FF
    }

    /// The index of the place with the smallest score, and that of the nearest one, both in this country (two ASCII
    /// letters, the first in the low byte), or anywhere when it is nil. Nil when there is no place.
    ///
    /// With `cities` quarters have a handicap as the named place; and with a state's number of that layer, other than 0,
    /// only its places and those without a state count.
    package static func find(
        in layer: PlacesLayer, from coordinate: Coordinate, country: UInt16?, state: UInt16 = 0,
        cities: CitiesLayer? = nil
    ) -> (named: Int, nearest: Int)? {
        // Otherwise the whole tree would be searched for nothing.
        if let country, !layer.hasPlaces(inCountry: country) { return nil }
        guard layer.placeCount > 0 else { return nil }
        var search = NearestSearch(in: layer, from: coordinate, country: country, state: state, cities: cities)
        search.visit(0, layer.placeCount, gapX: 0, gapY: 0, gapZ: 0, bound: 0)
        guard search.namedIndex >= 0, search.nearestIndex >= 0 else { return nil }
        return (search.namedIndex, search.nearestIndex)
    }

    /// Searches the places in `low..<high`, which is not empty, and all of which are at least as far away as the gaps tell.
    ///
    /// `bound`, the sum of the squared gaps, is a lower bound of the squared chords also in floating-point arithmetic,
    /// because rounding is monotonic and `consider` adds in the same order. So nothing nearer is ever cut off, nor an
    /// equal one.
    private mutating func visit(
        _ low: Int, _ high: Int, gapX: Double, gapY: Double, gapZ: Double, bound: Double
    ) {
        let middle = low &+ (high &- low) &>> 1
        let node = PlaceNode(tree, at: middle)
        if node.isUniform && (node.country ^ country) & countryMask != 0 { return }
        if bound > nearestSquaredChord && !mayWin(bonus: node.largestBonus, squaredChord: bound) { return }
        if high &- low <= PlacesFormat.leafPlaceCount {
            consider(leaf: low..<high, largestBonus: node.largestBonus)
            return
        }
        let gap: Double
        var (farX, farY, farZ) = (gapX, gapY, gapZ)
        switch node.axis {
        case 0: (gap, farX) = (x - Double(node.x), x - Double(node.x))
        case 1: (gap, farY) = (y - Double(node.y), y - Double(node.y))
        default: (gap, farZ) = (z - Double(node.z), z - Double(node.z))
        }
        let farBound = farX * farX + farY * farY + farZ * farZ
        let nearFirst = gap <= 0
        visit(
            nearFirst ? low : middle + 1, nearFirst ? middle : high, gapX: gapX, gapY: gapY, gapZ: gapZ, bound: bound)
        // The far side is asked for its own largest bonus only when that of both sides does not tell already.
        guard farBound <= nearestSquaredChord || mayWin(bonus: node.largestBonus, squaredChord: farBound) else {
            return
        }
        consider(node, middle)
        visit(
            nearFirst ? middle + 1 : low, nearFirst ? high : middle, gapX: farX, gapY: farY, gapZ: farZ,
            bound: farBound)
    }

    /// Most places of a leaf are too far away for anything: one comparison with what the largest bonus reaches tells.
    @inline(__always)
    private mutating func consider(leaf: Range<Int>, largestBonus: UInt8) {
        var reach = squaredReach(bonus: largestBonus)
        for index in leaf {
            let node = PlaceNode(tree, at: index)
            guard (node.country ^ country) & countryMask == 0 else { continue }
            let squaredChord = squaredChord(to: node)
            if squaredChord > reach { continue }
            take(node, index, squaredChord: squaredChord)
            reach = squaredReach(bonus: largestBonus)
        }
    }

    /// Beyond it no place is the nearest one, nor has one with this bonus or a smaller one the smallest score.
    @inline(__always)
    private func squaredReach(bonus: UInt8) -> Double {
        let reach = namedScore + LocalityBonus.chord(steps: bonus) + Self.chordMargin
        return max(nearestSquaredChord, reach > 0 ? reach * reach : 0)
    }

    /// Whether a place with this bonus, that far away or farther, may have the smallest score, or one equal to it.
    @inline(__always)
    private func mayWin(bonus: UInt8, squaredChord: Double) -> Bool {
        let reach = namedScore + LocalityBonus.chord(steps: bonus) + Self.chordMargin
        return reach >= 0 && squaredChord <= reach * reach
    }

    @inline(__always)
    private mutating func consider(_ node: PlaceNode, _ index: Int) {
        guard (node.country ^ country) & countryMask == 0 else { return }
        take(node, index, squaredChord: squaredChord(to: node))
    }

    @inline(__always)
    private func squaredChord(to node: PlaceNode) -> Double {
        let (dx, dy, dz) = (x - Double(node.x), y - Double(node.y), z - Double(node.z))
        return dx * dx + dy * dy + dz * dz
    }

    /// Takes a place of the country for the nearest or the named one, if it is.
    @inline(__always)
    private mutating func take(_ node: PlaceNode, _ index: Int, squaredChord: Double) {
        let isNearest =
            squaredChord < nearestSquaredChord || (squaredChord == nearestSquaredChord && index < nearestIndex)
        let mayWin = mayWin(bonus: node.bonus, squaredChord: squaredChord)
        guard isNearest || mayWin else { return }
        let word = CitiesLayer.word(ofPlace: index, in: words)
        // A place whose state nobody knows may lie in any.
        let own = word & ~CitiesFormat.quarterFlag
        if state != 0, own != 0, own != state { return }
        if isNearest { (nearestSquaredChord, nearestIndex) = (squaredChord, index) }
        if mayWin {
            let advantage =
                word & CitiesFormat.quarterFlag == 0
                ? LocalityBonus.chord(steps: node.bonus) : -Self.quarterPenalty
            let score = squaredChord.squareRoot() - advantage
            if score < namedScore || (score == namedScore && index < namedIndex) {
                namedScore = score
                namedIndex = index
            }
        }
    }
}
