import Glibc
import VectorTiles

/// A network of roads or railways: where lines meet, and which of those points are joined. From the Python package
/// scgraph-data, which has it of OpenStreetMap, without names or classes.
struct RoadGraph {
    /// On the plane.
    private(set) var nodes: [TilePoint] = []
    /// Pairs of numbers of nodes.
    private(set) var edges: [(from: Int, to: Int)] = []
    /// In units of the sphere's surface: a thousandth of a degree of latitude.
    private(set) var lengths: [Float] = []
    /// The numbers of the edges at each node: those of node n from `firstEdge[n]` to `firstEdge[n + 1]`.
    private(set) var firstEdge: [Int] = []
    private(set) var edgesOfNodes: [Int32] = []

    /// Reads `NAME-nodes.npy`, thousandths of a degree of latitude and longitude, and `NAME-edges.npy`.
    init(directory: String, name: String) throws(SourceError) {
        let path = "\(directory)/\(name)-nodes.npy"
        let (nodes, edges) = (try NPYFile(path: path), try NPYFile(path: "\(directory)/\(name)-edges.npy"))
        func expect(_ isTrue: Bool, _ expected: String) throws(SourceError) {
            if !isTrue { throw .malformed(path: path, reason: "expected \(expected)") }
        }
        try expect(nodes.shape.count == 2 && nodes.shape[1] == 2, "pairs of coordinates")
        try expect(edges.shape.count == 2 && edges.shape[1] == 2, "edges of two nodes beside it")
        try expect(edges.values.allSatisfy { (0..<nodes.shape[0]).contains($0) }, "edges between its nodes")
        var coordinates: [(latitude: Double, longitude: Double)] = []
        for index in stride(from: 0, to: nodes.values.count, by: 2) {
            let (latitude, longitude) = (Double(nodes.values[index]) / 1000, Double(nodes.values[index + 1]) / 1000)
            try expect(abs(latitude) <= 90 && abs(longitude) <= 180, "coordinates on the earth")
            coordinates.append((latitude, longitude))
        }
        self.init(
            coordinates: coordinates,
            edges: stride(from: 0, to: edges.values.count, by: 2).map { (edges.values[$0], edges.values[$0 + 1]) })
    }

    /// Edges that go more than half round the earth are left out: they run across the antimeridian.
    init(coordinates: [(latitude: Double, longitude: Double)], edges: [(Int, Int)]) {
        nodes = coordinates.map { MapPlane.point(latitude: $0.latitude, longitude: $0.longitude) }
        var degree = Array(repeating: 0, count: nodes.count + 1)
        for (from, to) in edges where from != to && abs(nodes[from].x - nodes[to].x) < Int32(MapPlane.side / 2) {
            self.edges.append((from, to))
            lengths.append(Self.length(coordinates[from], coordinates[to]))
            degree[from] += 1
            degree[to] += 1
        }
        firstEdge = Array(repeating: 0, count: nodes.count + 1)
        for node in nodes.indices { firstEdge[node + 1] = firstEdge[node] + degree[node] }
        edgesOfNodes = Array(repeating: 0, count: 2 * self.edges.count)
        var next = firstEdge
        for (number, edge) in self.edges.enumerated() {
            for node in [edge.from, edge.to] {
                edgesOfNodes[next[node]] = Int32(number)
                next[node] += 1
            }
        }
    }

    func edges(at node: Int) -> ArraySlice<Int32> { edgesOfNodes[firstEdge[node]..<firstEdge[node + 1]] }

    func otherEnd(of edge: Int, from node: Int) -> Int { edges[edge].from == node ? edges[edge].to : edges[edge].from }

    private static func length(
        _ a: (latitude: Double, longitude: Double), _ b: (latitude: Double, longitude: Double)
    ) -> Float {
        let share = cos((a.latitude + b.latitude) / 2 * .pi / 180)
        let (north, east) = (a.latitude - b.latitude, (a.longitude - b.longitude) * share)
        return Float((north * north + east * east).squareRoot() * 1000)
    }
}

extension RoadGraph {
    /// The edges that `isWanted` takes as long lines, from where three or more of them meet, or one ends, to the next such
    /// point; rings without one besides.
    func lines(where isWanted: (Int) -> Bool) -> [[TilePoint]] {
        var isOpen = edges.indices.map(isWanted)
        var degree = Array(repeating: 0, count: nodes.count)
        for (number, edge) in edges.enumerated() where isOpen[number] {
            degree[edge.from] += 1
            degree[edge.to] += 1
        }
        var lines: [[TilePoint]] = []
        func follow(_ edge: Int, from node: Int) {
            var (edge, node, line) = (edge, node, [nodes[node]])
            while true {
                isOpen[edge] = false
                node = otherEnd(of: edge, from: node)
                line.append(nodes[node])
                guard degree[node] == 2, let next = edges(at: node).first(where: { isOpen[Int($0)] }) else { break }
                edge = Int(next)
            }
            lines.append(line)
        }
        for node in nodes.indices where degree[node] > 0 && degree[node] != 2 {
            for edge in edges(at: node) where isOpen[Int(edge)] { follow(Int(edge), from: node) }
        }
        for edge in edges.indices where isOpen[edge] { follow(edge, from: edges[edge].from) }
        return lines
    }
}
