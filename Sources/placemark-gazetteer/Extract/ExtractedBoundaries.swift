/// The administrative boundaries of extracts, and the cities, villages and quarters that are points of the map.
final class ExtractedBoundaries {
    /// A boundary that is whole.
    struct Boundary {
        var relationID: Int64
        var tags: ExtractFile.Tags
        /// Its `admin_level`, 1…255.
        var level: UInt8
        var rings: [[SourcePoint]]
        var labelNode, centreNode: Int64?
    }

    /// A `place`: a city, a village, a quarter.
    struct PlaceNode {
        var id: Int64
        var tags: ExtractFile.Tags
        var point: SourcePoint
    }

    private(set) var boundaries: [Int64: Boundary] = [:]
    private(set) var placeNodes: [Int64: PlaceNode] = [:]
    /// All boundaries that are in an extract, whole or not, and those of which members are not.
    private var announced: [Int64: ExtractFile.Tags] = [:]
    private var cut: Set<Int64> = []

    static let selection = ExtractFile.Selection(nodeKeys: ["place"], areaKeys: ["boundary"])

    func add(_ node: ExtractFile.Node) {
        guard node.tags["place"] != nil, node.tags["name"] != nil else { return }
        placeNodes[node.id] = PlaceNode(id: node.id, tags: node.tags, point: node.point)
    }

    func add(_ area: ExtractFile.Area) {
        guard let level = Self.level(of: area.tags), !area.rings.isEmpty else { return }
        boundaries[area.id] = Boundary(
            relationID: area.id, tags: area.tags, level: level, rings: area.rings, labelNode: area.labelNode,
            centreNode: area.centreNode)
    }

    func announce(_ id: Int64, _ tags: ExtractFile.Tags) {
        if Self.level(of: tags) != nil { announced[id] = tags }
    }

    func addIncomplete(_ id: Int64, _ tags: ExtractFile.Tags) { cut.insert(id) }

    /// Boundaries that the extract cuts: no other extract has them whole.
    var cutBoundaries: [String] { missing { cut.contains($0) } }
    /// Boundaries whose lines make no rings, or lack nodes.
    var brokenBoundaries: [String] { missing { !cut.contains($0) } }

    private func missing(_ isWanted: (Int64) -> Bool) -> [String] {
        announced.filter { boundaries[$0.key] == nil && isWanted($0.key) }.sorted { $0.key < $1.key }.map {
            "\($0.value["name"] ?? "relation \($0.key)") (level \($0.value["admin_level"] ?? "?"))"
        }
    }

    /// The level of an administrative boundary with a name; nil for any other.
    private static func level(of tags: ExtractFile.Tags) -> UInt8? {
        guard tags["boundary"] == "administrative", tags["name"] != nil else { return nil }
        return tags["admin_level"].flatMap { UInt8($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}
