import PlacemarkModel

/// Finds the boxes at a place among very many: a packed R-tree, built in one go and never changed.
///
/// The boxes are put in an order in which neighbours lie close together; each sixteen of them have a box around them,
/// each sixteen of those another, and so on to the top. Because every node but the last of its level is full, the tree
/// needs no pointers. (Packing as in Leutenegger, Lopez and Edgington, "STR: A Simple and Efficient Algorithm for
/// R-Tree Packing", 1997; the flat layout as in flatbush by Vladimir Agafonkin.)
struct RegionIndex: Sendable {
    /// flatbush's default.
    static let childCount = 16

    /// The boxes of all levels, the items first.
    private var boxes: [FlatBox] = []
    /// Where each level begins in `boxes`; the last element is their number.
    private var levels: [Int] = [0]
    /// The numbers of the items, in the order of the boxes of level 0.
    private var numbers: [UInt32] = []

    /// - Parameter items: their boxes; an item's number is its position. An item may have several boxes.
    init(_ items: some Sequence<[GeoBox]>) {
        var entries: [(box: FlatBox, number: UInt32)] = []
        for (number, item) in items.enumerated() {
            for box in item {
                // Across the antimeridian there are two.
                let (first, second) = box.flat
                entries.append((first, UInt32(number)))
                if let second { entries.append((second, UInt32(number))) }
            }
        }
        guard !entries.isEmpty else { return }
        Self.sort(&entries)
        numbers = entries.map(\.number)
        boxes = entries.map(\.box)
        entries = []
        levels = [0, boxes.count]
        while levels[levels.count - 1] - levels[levels.count - 2] > Self.childCount {
            for start in stride(from: levels[levels.count - 2], to: levels[levels.count - 1], by: Self.childCount) {
                // By position: a slice would make each append copy all boxes.
                var box = boxes[start]
                for child in start..<min(start + Self.childCount, levels[levels.count - 1]) {
                    box = box.union(boxes[child])
                }
                boxes.append(box)
            }
            levels.append(boxes.count)
        }
    }

    /// Strips from west to east, each of them from south to north: sort, tile, recurse.
    private static func sort(_ entries: inout [(box: FlatBox, number: UInt32)]) {
        let leafCount = (entries.count + childCount - 1) / childCount
        let stripLength = Int(Double(leafCount).squareRoot().rounded(.up)) * childCount
        // Ties by number, so that the same items always make the same tree.
        entries.sort { left, right in
            let (a, b) = (left.box.middle.x, right.box.middle.x)
            return a == b ? left.number < right.number : a < b
        }
        for start in stride(from: 0, to: entries.count, by: stripLength) {
            entries[start..<min(start + stripLength, entries.count)].sort { left, right in
                let (a, b) = (left.box.middle.y, right.box.middle.y)
                return a == b ? left.number < right.number : a < b
            }
        }
    }

    /// Puts the numbers of the items whose boxes touch this one into `found`, in ascending order and each once.
    ///
    /// It allocates nothing once `found` has the room.
    func find(_ box: GeoBox, into found: inout [Int]) {
        found.removeAll(keepingCapacity: true)
        guard !boxes.isEmpty else { return }
        let top = levels.count - 2
        let (first, second) = box.flat
        visit(levels[top]..<levels[top + 1], onLevel: top, touching: first, &found)
        if let second { visit(levels[top]..<levels[top + 1], onLevel: top, touching: second, &found) }
        guard found.count > 1 else { return }
        found.sort()
        var kept = 1
        for next in 1..<found.count where found[next] != found[kept - 1] {
            found[kept] = found[next]
            kept += 1
        }
        found.removeLast(found.count - kept)
    }

    private func visit(_ nodes: Range<Int>, onLevel level: Int, touching box: FlatBox, _ found: inout [Int]) {
        for node in nodes where boxes[node].touches(box) {
            guard level > 0 else {
                found.append(Int(numbers[node]))
                continue
            }
            let first = levels[level - 1] + (node - levels[level]) * Self.childCount
            let end = min(first + Self.childCount, levels[level])
            visit(first..<end, onLevel: level - 1, touching: box, &found)
        }
    }
}
