import PlacemarkCore

/// Puts places into the order that `NearestSearch` reads as a k-d tree.
///
/// Of places with the same vector, the one that was first among `vectors` comes first.
struct TreeOrder {
    typealias Vector = SIMD3<Float>

    private let vectors: [Vector]
    private var order: [Int]

    private init(_ vectors: [Vector]) {
        self.vectors = vectors
        order = Array(vectors.indices)
    }

    /// The indices of `vectors`, in the tree's order.
    static func order(of vectors: [Vector]) -> [Int] {
        var tree = TreeOrder(vectors)
        tree.arrange(0, vectors.count, axis: 0)
        return tree.order
    }

    private mutating func arrange(_ low: Int, _ high: Int, axis: Int) {
        if high - low <= PlacesFormat.leafPlaceCount {
            order[low..<high].sort()
            return
        }
        let middle = low + (high - low) / 2
        select(middle, in: low, high - 1, axis: axis)
        let next = (axis + 1) % 3
        arrange(low, middle, axis: next)
        arrange(middle + 1, high, axis: next)
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
