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
    /// What is said of boundaries that cannot be used, by relation.
    private var cut: [Int64: ExtractFile.Tags] = [:]
    private var broken: [Int64: ExtractFile.Tags] = [:]

    static let selection = ExtractFile.Selection(nodeKeys: ["place"], areaKeys: ["boundary"])

    func add(_ node: ExtractFile.Node) {
        guard node.tags["place"] != nil, node.tags["name"] != nil else { return }
        placeNodes[node.id] = PlaceNode(id: node.id, tags: node.tags, point: node.point)
    }

    func add(_ area: ExtractFile.Area) {
        guard area.isRelation, let level = Self.level(of: area.tags) else { return }
        guard !area.rings.isEmpty else {
            broken[area.id] = area.tags
            return
        }
        boundaries[area.id] = Boundary(
            relationID: area.id, tags: area.tags, level: level, rings: area.rings, labelNode: area.labelNode,
            centreNode: area.centreNode)
    }

    func addIncomplete(_ id: Int64, _ tags: ExtractFile.Tags) {
        if Self.level(of: tags) != nil { cut[id] = tags }
    }

    /// Boundaries that the extract cuts: no other extract has them whole.
    var cutBoundaries: [String] { names(of: cut) }
    /// Boundaries whose lines make no rings.
    var brokenBoundaries: [String] { names(of: broken) }

    private func names(of some: [Int64: ExtractFile.Tags]) -> [String] {
        some.filter { boundaries[$0.key] == nil }.sorted { $0.key < $1.key }.map {
            "\($0.value["name"] ?? "relation \($0.key)") (level \($0.value["admin_level"] ?? "?"))"
        }
    }

    /// The level of an administrative boundary with a name; nil for any other.
    private static func level(of tags: ExtractFile.Tags) -> UInt8? {
        guard tags["boundary"] == "administrative", tags["name"] != nil else { return nil }
        return tags["admin_level"].flatMap { UInt8($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}
