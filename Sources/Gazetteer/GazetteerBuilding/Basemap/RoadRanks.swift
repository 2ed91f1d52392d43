import Gazetteer
import PlacemarkModel
import VectorTiles

/// How important each edge of a network is, which does not tell itself: a road matters as the towns that it joins do.
///
/// Each town of a size is joined with the next towns of that size, on the shortest way; what lies on such a way has the
/// rank of the size. Rank 0 is the greatest; what lies on no way has the last rank.
struct RoadRanks {
    /// By edge.
    private(set) var ranks: [UInt8]

    /// Towns with so many inhabitants are joined with so many of the next ones.
    struct Size {
        var population, neighbourCount: Int
    }

    /// Found by looking at pictures: larger networks made rank 0 a tangle, fewer neighbours left whole coasts without one.
    static let sizes = [
        Size(population: 500_000, neighbourCount: 5), Size(population: 100_000, neighbourCount: 5),
        Size(population: 20_000, neighbourCount: 4),
    ]
    static var lastRank: Int { sizes.count }

    /// How far a town's centre may be from the network, in units of the plane: 5 km at the equator.
    private static let reach = 8400
    /// A way longer than this joins no neighbours, in thousandths of a degree: 1,100 km.
    private static let longestWay: Float = 10_000

    init(_ graph: RoadGraph, towns: [(point: TilePoint, population: Int)]) {
        ranks = Array(repeating: UInt8(Self.lastRank), count: graph.edges.count)
        let nodes = NodeGrid(graph.nodes)
        var search = WaySearch(graph)
        for (rank, size) in Self.sizes.enumerated() {
            let centres = Set(
                towns.lazy.filter { $0.population >= size.population }.compactMap {
                    nodes.nearest($0.point, within: Self.reach)
                })
            for centre in centres.sorted() {
                search.forEachWay(
                    from: centre, to: centres, count: size.neighbourCount, longest: Self.longestWay
                ) { edge in
                    ranks[edge] = min(ranks[edge], UInt8(rank))
                }
            }
        }
    }
}

/// Finds the node next to a point.
private struct NodeGrid {
    private var nodesOfCell: [Int: [Int32]] = [:]
    private let nodes: [TilePoint]
    private static let shift: Int32 = 14
    private static let columnCount = 1 << 13

    init(_ nodes: [TilePoint]) {
        self.nodes = nodes
        for (index, node) in nodes.enumerated() { nodesOfCell[Self.cell(node), default: []].append(Int32(index)) }
    }

    private static func cell(_ point: TilePoint) -> Int {
        Int(point.y >> shift) * columnCount + Int(point.x >> shift)
    }

    func nearest(_ point: TilePoint, within reach: Int) -> Int? {
        var best: (node: Int, distance: Int)?
        let cell = Self.cell(point)
        for row in -1...1 {
            for column in -1...1 {
                for node in nodesOfCell[cell + row * Self.columnCount + column] ?? [] {
                    let (x, y) = (Int(nodes[Int(node)].x - point.x), Int(nodes[Int(node)].y - point.y))
                    let distance = x * x + y * y
                    if distance <= reach * reach, distance < best?.distance ?? .max { best = (Int(node), distance) }
                }
            }
        }
        return best?.node
    }
}

/// Shortest ways from one node to the next ones of a set (Dijkstra 1959), with its tables kept from one search to the next.
private struct WaySearch {
    private let graph: RoadGraph
    private var distance: [Float]
    /// The edge by which a node was reached.
    private var arrival: [Int32]
    private var touched: [Int] = []

    init(_ graph: RoadGraph) {
        self.graph = graph
        distance = Array(repeating: .infinity, count: graph.nodes.count)
        arrival = Array(repeating: -1, count: graph.nodes.count)
    }

    /// Tells each edge of the ways to the `count` nearest targets.
    mutating func forEachWay(
        from start: Int, to targets: Set<Int>, count: Int, longest: Float, _ body: (Int) -> Void
    ) {
        defer {
            for node in touched { (distance[node], arrival[node]) = (.infinity, -1) }
            touched.removeAll(keepingCapacity: true)
        }
        var heap = DistanceHeap()
        var found = 0
        distance[start] = 0
        touched.append(start)
        heap.push(0, start)
        while let (reached, node) = heap.pop(), reached <= longest {
            guard reached == distance[node] else { continue }
            if node != start, targets.contains(node) {
                found += 1
                var back = node
                while arrival[back] >= 0 {
                    let edge = Int(arrival[back])
                    body(edge)
                    back = graph.otherEnd(of: edge, from: back)
                }
                if found == count { return }
            }
            for edge in graph.edges(at: node) {
                let (edge, next) = (Int(edge), graph.otherEnd(of: Int(edge), from: node))
                let way = reached + graph.lengths[edge]
                guard way < distance[next] else { continue }
                if distance[next] == .infinity { touched.append(next) }
                (distance[next], arrival[next]) = (way, Int32(edge))
                heap.push(way, next)
            }
        }
    }
}

/// A binary heap of nodes, the nearest first.
private struct DistanceHeap {
    private var items: [(distance: Float, node: Int)] = []

    mutating func push(_ distance: Float, _ node: Int) {
        items.append((distance, node))
        var child = items.count - 1
        while child > 0, items[child].distance < items[(child - 1) / 2].distance {
            items.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func pop() -> (distance: Float, node: Int)? {
        guard let first = items.first, let last = items.popLast() else { return nil }
        guard !items.isEmpty else { return first }
        items[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < items.count {
                if items[child].distance < items[least].distance { least = child }
            }
            guard least != parent else { return first }
            items.swapAt(parent, least)
            parent = least
        }
    }
}
