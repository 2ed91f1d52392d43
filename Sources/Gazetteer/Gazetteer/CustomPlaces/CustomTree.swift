/// Where the nodes of a packed R-tree lie, which follows from the number of its items alone.
///
/// Level 0 are the items; node n of level l has the nodes 16 n ..< 16 n + 16 of level l − 1 as its children. The levels
/// lie behind each other, the items first, up to a level of at most 16 nodes, the roots. (As in flatbush by Vladimir
/// Agafonkin, but without child pointers.)
struct CustomTree: Equatable {
    let itemCount: Int
    /// The number of boxes.
    let nodeCount: Int
    let levelCount: Int
    // Sixteen to the power of eight items are more than 32 bits can count.
    private let starts: SIMD8<Int>
    private let counts: SIMD8<Int>

    /// - Precondition: `itemCount` is in 0...2³²−1.
    init(itemCount: Int) {
        self.itemCount = itemCount
        var (starts, counts) = (SIMD8<Int>.zero, SIMD8<Int>.zero)
        var (level, start, count) = (0, 0, itemCount)
        while true {
            (starts[level], counts[level]) = (start, count)
            start += count
            level += 1
            if count <= CustomPlacesFormat.childCount { break }
            count = (count + CustomPlacesFormat.childCount - 1) / CustomPlacesFormat.childCount
        }
        (self.starts, self.counts) = (starts, counts)
        (nodeCount, levelCount) = (start, level)
    }

    /// The boxes of one level.
    func boxes(ofLevel level: Int) -> Range<Int> { starts[level]..<starts[level] + counts[level] }

    /// The boxes of the children of box `box` on `level`, which is not 0.
    func children(of box: Int, onLevel level: Int) -> Range<Int> {
        let first = (box - starts[level]) * CustomPlacesFormat.childCount
        let end = min(first + CustomPlacesFormat.childCount, counts[level - 1])
        return starts[level - 1] + first..<starts[level - 1] + end
    }
}
