import PlacemarkCore

/// The exact search for the place nearest to a point, in a static k-d tree that is nothing but an order of the places.
///
/// The root of a range of places is the one in its middle; those before it lie on its lower side, and those after it on
/// its upper side, along x, y and z in turn. The measure is the squared chord between the unit vectors. Of places
/// equally far away, the first wins.
struct NearestSearch {
    private let layer: PlacesLayer
    private let x, y, z: Double
    private var best = Double.infinity
    private var bestIndex = -1

    private init(in layer: PlacesLayer, to coordinate: Coordinate) {
        self.layer = layer
        (x, y, z) = coordinate.unitVector
    }

    /// The index of the nearest place; nil when there is none.
    static func nearest(in layer: PlacesLayer, to coordinate: Coordinate) -> Int? {
        var search = NearestSearch(in: layer, to: coordinate)
        search.visit(0, layer.placeCount, axis: 0, gapX: 0, gapY: 0, gapZ: 0)
        return search.bestIndex >= 0 ? search.bestIndex : nil
    }

    /// Searches the places in `low..<high`, all of which are at least as far away as the gaps tell.
    ///
    /// The sum of the squared gaps is a lower bound also in floating-point arithmetic, because rounding is monotonic and
    /// `consider` adds in the same order. So nothing nearer is ever cut off, nor an equal one.
    private mutating func visit(_ low: Int, _ high: Int, axis: Int, gapX: Double, gapY: Double, gapZ: Double) {
        if high - low <= PlacesFormat.leafPlaceCount {
            var index = low
            while index < high {
                consider(index)
                index += 1
            }
            return
        }
        let middle = low + (high - low) / 2
        let vector = layer.vector(at: middle)
        let gap: Double
        var (farX, farY, farZ) = (gapX, gapY, gapZ)
        switch axis {
        case 0: (gap, farX) = (x - Double(vector.x), x - Double(vector.x))
        case 1: (gap, farY) = (y - Double(vector.y), y - Double(vector.y))
        default: (gap, farZ) = (z - Double(vector.z), z - Double(vector.z))
        }
        let next = axis == 2 ? 0 : axis + 1
        if gap <= 0 {
            visit(low, middle, axis: next, gapX: gapX, gapY: gapY, gapZ: gapZ)
        } else {
            visit(middle + 1, high, axis: next, gapX: gapX, gapY: gapY, gapZ: gapZ)
        }
        guard farX * farX + farY * farY + farZ * farZ <= best else { return }
        consider(middle)
        if gap <= 0 {
            visit(middle + 1, high, axis: next, gapX: farX, gapY: farY, gapZ: farZ)
        } else {
            visit(low, middle, axis: next, gapX: farX, gapY: farY, gapZ: farZ)
        }
    }

    @inline(__always)
    private mutating func consider(_ index: Int) {
        let vector = layer.vector(at: index)
        let (dx, dy, dz) = (x - Double(vector.x), y - Double(vector.y), z - Double(vector.z))
        let squaredChord = dx * dx + dy * dy + dz * dz
        if squaredChord < best || (squaredChord == best && index < bestIndex) {
            best = squaredChord
            bestIndex = index
        }
    }
}
