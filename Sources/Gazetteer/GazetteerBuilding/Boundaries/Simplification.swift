import Gazetteer

import Glibc

/// Leaves out the vertices of a line that matter least: those that, with their neighbours, make the smallest triangles
/// (Visvalingam and Whyatt 1993). For the same number of vertices less land changes sides than with the method of Douglas
/// and Peucker, which in turn bounds how far the line moves.
struct Simplification {
    /// Vertices with smaller triangles go.
    let smallestTriangleInSquareMeters: Double

    /// Leaves out bends that reach about so far from the line: their triangle is taken to be twelve times as long as high.
    init(toleranceInMeters: Double) { smallestTriangleInSquareMeters = 6 * toleranceInMeters * toleranceInMeters }

    /// One step of the grid along a meridian: 40,008 km / 2²⁴.
    private static let metersPerStep = 40_007_863 / Double(1 << 24)

    /// The line with fewer vertices; its ends stay. A closed line keeps at least three corners, or is nil when all of it is
    /// smaller than such a triangle.
    func simplified(_ points: [GridPoint]) -> [GridPoint]? {
        guard points.count > 2 else { return points }
        var line = Line(points)
        let fewest = points.first == points.last ? 4 : 2
        while line.count > fewest, let next = line.smallest, next.area < smallestTriangleInSquareMeters {
            line.remove(next.index)
        }
        if line.count == 4, fewest == 4, let last = line.smallest, last.area < smallestTriangleInSquareMeters {
            return nil
        }
        return line.points
    }

    /// The vertices that are left, each with its neighbours, and a heap of their triangles.
    private struct Line {
        private let all: [GridPoint]
        private var previous, next: [Int]
        private var isLeft: [Bool]
        /// A binary heap: the smallest triangle first. Those whose vertex has got other neighbours since are stale.
        private var heap: [(area: Double, index: Int)] = []
        private var area: [Double]
        private(set) var count: Int

        init(_ points: [GridPoint]) {
            all = points
            count = points.count
            previous = Array(-1..<points.count - 1)
            next = Array(1...points.count)
            isLeft = Array(repeating: true, count: points.count)
            area = Array(repeating: .infinity, count: points.count)
            for index in 1..<points.count - 1 { measure(index, atLeast: 0) }
        }

        var points: [GridPoint] { zip(all, isLeft).filter(\.1).map(\.0) }

        /// The vertex with the smallest triangle.
        var smallest: (area: Double, index: Int)? {
            mutating get {
                while let first = heap.first {
                    if isLeft[first.index], area[first.index] == first.area { return first }
                    pop()
                }
                return nil
            }
        }

        mutating func remove(_ index: Int) {
            isLeft[index] = false
            count -= 1
            let (before, after, own) = (previous[index], next[index], area[index])
            next[before] = after
            previous[after] = before
            // A neighbour is never more dispensable than what has gone before it.
            if before > 0 { measure(before, atLeast: own) }
            if after < all.count - 1 { measure(after, atLeast: own) }
        }

        private mutating func measure(_ index: Int, atLeast least: Double) {
            let (a, b, c) = (all[previous[index]], all[index], all[next[index]])
            let doubled =
                Double(b.x - a.x) * Double(c.y - a.y) - Double(c.x - a.x) * Double(b.y - a.y)
            // Of all three: at a pole a vertex has no breadth, and its triangle has.
            let latitude = (Double(a.y) + Double(b.y) + Double(c.y)) / 3 / Grid.stepsPerDegree - 90
            area[index] = max(
                least,
                abs(doubled) / 2 * Simplification.metersPerStep * Simplification.metersPerStep
                    * cos(latitude * .pi / 180))
            push((area[index], index))
        }

        private mutating func push(_ element: (area: Double, index: Int)) {
            heap.append(element)
            var child = heap.count - 1
            while child > 0, Self.precedes(heap[child], heap[(child - 1) / 2]) {
                heap.swapAt(child, (child - 1) / 2)
                child = (child - 1) / 2
            }
        }

        private mutating func pop() {
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
            var parent = 0
            while true {
                var least = parent
                for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                    if Self.precedes(heap[child], heap[least]) { least = child }
                }
                guard least != parent else { return }
                heap.swapAt(parent, least)
                parent = least
            }
        }

        private static func precedes(_ a: (area: Double, index: Int), _ b: (area: Double, index: Int)) -> Bool {
            a.area < b.area || (a.area == b.area && a.index < b.index)
        }
    }
}
