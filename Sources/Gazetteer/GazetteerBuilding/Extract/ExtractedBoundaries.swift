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

    private var relations: [Int64: Boundary] = [:]
    /// Closed ways that are boundaries themselves. One that a relation of the same name is made of is no other boundary.
    private var closedWays: [Int64: Boundary] = [:]
    private(set) var placeNodes: [Int64: PlaceNode] = [:]
    /// All boundaries that are in an extract, whole or not, and those of which members are not.
    private var announced: [Int64: ExtractFile.Tags] = [:]
    private var cut: Set<Int64> = []
    /// Those that are whole and cannot be drawn.
    private var undrawable: [DrawableRings.Fault: [Int64: ExtractFile.Tags]] = [:]

    static let selection = ExtractFile.Selection(nodeKeys: ["place"], wayKeys: ["boundary"], areaKeys: ["boundary"])

    /// The boundaries that are whole, in no order.
    var boundaries: [Boundary] {
        let names = Set(announced.values.map { Title($0) })
        return Array(relations.values) + closedWays.values.filter { !names.contains(Title($0.tags)) }
    }

    /// What a relation and the way that it is made of have in common.
    private struct Title: Hashable {
        let name, level: String?

        init(_ tags: ExtractFile.Tags) { (name, level) = (tags["name"], tags["admin_level"]) }
    }

    func add(_ node: ExtractFile.Node) {
        guard node.tags["place"] != nil, node.tags["name"] != nil else { return }
        placeNodes[node.id] = PlaceNode(id: node.id, tags: node.tags, point: node.point)
    }

    func add(_ area: ExtractFile.Area) {
        guard let level = Self.level(of: area.tags), !area.rings.isEmpty else { return }
        relations[area.id] = drawable(area.rings, area.id, area.tags).map {
            Boundary(
                relationID: area.id, tags: area.tags, level: level, rings: $0, labelNode: area.labelNode,
                centreNode: area.centreNode)
        }
    }

    /// An open way is a part of a boundary, which its relation puts together.
    func add(_ way: ExtractFile.Way) {
        guard let level = Self.level(of: way.tags), let ring = way.ring else { return }
        // Ways and relations are numbered each for themselves.
        closedWays[way.id] = drawable([ring], -way.id, way.tags).map {
            Boundary(relationID: -way.id, tags: way.tags, level: level, rings: $0)
        }
    }

    private func drawable(_ rings: [[SourcePoint]], _ id: Int64, _ tags: ExtractFile.Tags) -> [[SourcePoint]]? {
        do throws(DrawableRings.Fault) {
            return try DrawableRings.of(rings)
        } catch {
            undrawable[error, default: [:]][id] = tags
            return nil
        }
    }

    func announce(_ id: Int64, _ tags: ExtractFile.Tags) {
        if Self.level(of: tags) != nil { announced[id] = tags }
    }

    func addIncomplete(_ id: Int64, _ tags: ExtractFile.Tags) { cut.insert(id) }

    /// Boundaries that the extract cuts: no other extract has them whole.
    var cutBoundaries: [String] { missing { cut.contains($0) } }

    /// What is left out, by the reason: `Vaduz (level 8)`. No reason without a boundary.
    var leftOut: [(reason: String, boundaries: [String])] {
        let known = Set(undrawable.values.flatMap(\.keys))
        let undrawn = DrawableRings.Fault.allCases.map { fault in
            (
                fault.rawValue,
                (undrawable[fault] ?? [:]).filter { relations[$0.key] == nil }.sorted { $0.key < $1.key }
                    .map { Self.title($0.key, $0.value) }
            )
        }
        return
            ([
                ("cut by the extract", cutBoundaries),
                ("without closed lines", missing { !cut.contains($0) && !known.contains($0) }),
            ] + undrawn).filter { !$0.1.isEmpty }
    }

    private func missing(_ isWanted: (Int64) -> Bool) -> [String] {
        announced.filter { relations[$0.key] == nil && isWanted($0.key) }.sorted { $0.key < $1.key }.map {
            Self.title($0.key, $0.value)
        }
    }

    private static func title(_ id: Int64, _ tags: ExtractFile.Tags) -> String {
        "\(tags["name"] ?? "relation \(id)") (level \(tags["admin_level"] ?? "?"))"
    }

    /// The level of an administrative boundary with a name; nil for any other.
    private static func level(of tags: ExtractFile.Tags) -> UInt8? {
        guard tags["boundary"] == "administrative", tags["name"] != nil else { return nil }
        return tags["admin_level"].flatMap { UInt8($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
}
