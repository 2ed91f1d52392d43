/// Boxes round runs of a ring's sides, so that those that are far away need not be looked at one by one.
///
/// Neighbours on a ring are neighbours on the ground: runs of sixteen sides have a box, runs of sixteen such runs
/// another, and so on. The border of a country with 100,000 sides has a tree of four levels.
struct RingTree: Sendable {
    /// As many as a box of `RegionIndex` has.
    static let runLength = 16
    /// Shorter rings are gone through side by side: their tree would have four runs at most, and save little.
    static let shortestRing = 64

    /// Ranges of latitude and of longitude, the latter in the polygon's own frame.
    private struct Box {
        var low: SIMD2<Double>
        var high: SIMD2<Double>
    }

    /// The boxes of all levels, those of sixteen sides first, and where each level begins; the last one is their
    /// number.
    private var boxes: [Box] = []
    private var levels: [Int] = [0]
    let sideCount: Int

    /// - Parameter vertices: of the ring, in the polygon's frame. Side i goes from vertex i to the next one.
    init(_ vertices: [SIMD2<Double>]) {
        sideCount = vertices.count
        for start in stride(from: 0, to: vertices.count, by: Self.runLength) {
            var box = Box(low: vertices[start], high: vertices[start])
            for index in start...min(start + Self.runLength, vertices.count) {
                let vertex = vertices[index % vertices.count]
                box.low = pointwiseMin(box.low, vertex)
                box.high = pointwiseMax(box.high, vertex)
            }
            boxes.append(box)
        }
        levels.append(boxes.count)
        while levels[levels.count - 1] - levels[levels.count - 2] > Self.runLength {
            for start in stride(from: levels[levels.count - 2], to: levels[levels.count - 1], by: Self.runLength) {
                var box = boxes[start]
                for child in start..<min(start + Self.runLength, levels[levels.count - 1]) {
                    box.low = pointwiseMin(box.low, boxes[child].low)
                    box.high = pointwiseMax(box.high, boxes[child].high)
                }
                boxes.append(box)
            }
            levels.append(boxes.count)
        }
    }

    /// Goes through the runs of sides, leaving out those whose box does not matter.
    ///
    /// - Parameter matters: asked with the south-west and the north-east corner of a box.
    func visit(matters: (SIMD2<Double>, SIMD2<Double>) -> Bool, run: (Range<Int>) -> Void) {
        let top = levels.count - 2
        visit(levels[top]..<levels[top + 1], onLevel: top, matters, run)
    }

    private func visit(
        _ nodes: Range<Int>, onLevel level: Int, _ matters: (SIMD2<Double>, SIMD2<Double>) -> Bool,
        _ run: (Range<Int>) -> Void
    ) {
        for node in nodes where matters(boxes[node].low, boxes[node].high) {
            let first = (node - levels[level]) * Self.runLength
            if level == 0 {
                run(first..<min(first + Self.runLength, sideCount))
            } else {
                let children = levels[level - 1]
                visit(
                    children + first..<min(children + first + Self.runLength, levels[level]), onLevel: level - 1,
                    matters, run)
            }
        }
    }
}
