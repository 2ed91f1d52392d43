import PlacemarkModel

/// Puts places into the order that `NearestSearch` reads as a k-d tree.
///
/// Of places with the same vector, the one with the most inhabitants comes first, and of those the one that was given first.
struct TreeOrder {
    typealias Vector = SIMD3<Float>

    /// By rank, which decides among equal vectors.
    private let vectors: [Vector]
    /// The indices of the places, in the tree's order.
    private(set) var order: [Int]
    /// For each position in the tree's order, the axis along which the range of which it is the middle is parted: the
    /// one along which the range is longest. 0 for those that are no such middle.
    private(set) var axes: [Int]

    init(_ places: [Place]) {
        let ranked = places.indices.sorted {
            (places[$1].population, $0) < (places[$0].population, $1)
        }
        vectors = ranked.map { places[$0].coordinate.storedVector }
        order = Array(vectors.indices)
        axes = Array(repeating: 0, count: vectors.count)
        arrange(0, vectors.count)
        order = order.map { ranked[$0] }
    }

    private mutating func arrange(_ low: Int, _ high: Int) {
        if high - low <= PlacesFormat.leafPlaceCount {
            order[low..<high].sort()
            return
        }
        let middle = low + (high - low) / 2
        let axis = longestAxis(low, high)
        axes[middle] = axis
        select(middle, in: low, high - 1, axis: axis)
        arrange(low, middle)
        arrange(middle + 1, high)
    }

    private func longestAxis(_ low: Int, _ high: Int) -> Int {
        var (smallest, largest) = (vectors[order[low]], vectors[order[low]])
        for index in low..<high {
            smallest = pointwiseMin(smallest, vectors[order[index]])
            largest = pointwiseMax(largest, vectors[order[index]])
        }
        let extent = largest - smallest
        return extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2
    }

    /// Quickselect (Hoare): puts what belongs at `position` there, what is smaller before it, what is larger after it.
    ///
    /// No two keys are equal, because the index is part of them: so the result does not depend on the way there.
    private mutating func select(_ position: Int, in first: Int, _ last: Int, axis: Int) {
        var (low, high) = (first, last)
        while low < high {
            let pivot = medianOfThree(order[low], order[low + (high - low) / 2], order[high], axis: axis)
            var (left, right) = (low, high)
            while left <= right {
                while precedes(order[left], pivot, axis: axis) { left += 1 }
                while precedes(pivot, order[right], axis: axis) { right -= 1 }
                if left <= right {
                    order.swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if position <= right {
                high = right
            } else if position >= left {
                low = left
            } else {
                return
            }
        }
    }

    private func medianOfThree(_ a: Int, _ b: Int, _ c: Int, axis: Int) -> Int {
        let (low, high) = precedes(a, b, axis: axis) ? (a, b) : (b, a)
        return precedes(c, low, axis: axis) ? low : precedes(high, c, axis: axis) ? high : c
    }

    private func precedes(_ a: Int, _ b: Int, axis: Int) -> Bool {
        let (first, second) = (vectors[a][axis], vectors[b][axis])
        return first < second || (first == second && a < b)
    }
}

extension Coordinate {
    /// The unit vector as a gazetteer stores it.
    var storedVector: SIMD3<Float> {
        let (x, y, z) = unitVector
        return SIMD3(Float(x), Float(y), Float(z))
    }
}
