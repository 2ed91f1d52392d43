import VectorTiles

/// A kind of areas, and how they are filled: a layer of the page's style (`map/model/basemapStyle.js`) that says `area(…)` or
/// `depths(…)`. A test holds the two lists together.
struct AreaLayer {
    /// What the page's style calls it.
    var id: String
    /// The layer of the tiles.
    var layer: String
    /// Which of its areas are meant.
    var condition = Condition.all
    var color: UInt32
    /// Of its outline; nil for none.
    var edge: UInt32?
    /// The zooms between which it fades away; nil for one that stays.
    var fade: ClosedRange<Double>?

    /// Which features of a layer are meant.
    enum Condition: Equatable {
        case all
        /// In metres.
        case depth(Double)
        case kind(String)

        func accepts(_ feature: TileFeature) -> Bool {
            switch self {
            case .all: true
            case .depth(let depth): feature.number("depth") == depth
            case .kind(let kind): feature.text("kind") == kind
            }
        }
    }

    func opacity(atZoom zoom: Double) -> Double {
        guard let fade else { return 1 }
        return min(max((fade.upperBound - zoom) / (fade.upperBound - fade.lowerBound), 0), 1)
    }

    /// The sea, the shallowest first. Its edges are those of a map of the world: from near they would be a patchwork.
    static func depths(_ colors: MapColors) -> [AreaLayer] {
        colors.depths.map { depth, color in
            AreaLayer(
                id: "depths-\(Int(depth))", layer: "depths", condition: .depth(depth), color: color, fade: 7...9)
        }
    }

    static func land(_ colors: MapColors) -> [AreaLayer] {
        [
            AreaLayer(id: "land", layer: "land", color: colors.land),
            AreaLayer(id: "ice", layer: "land", condition: .kind("ice"), color: colors.ice),
        ]
    }

    static func water(_ colors: MapColors) -> AreaLayer { AreaLayer(id: "water", layer: "water", color: colors.water) }

    /// The ground of detail packs: `areaKinds` of the page (`map/model/areaKinds.js`).
    static func details(_ colors: MapColors) -> [AreaLayer] {
        [
            kind("land", colors.land),
            kind("sea", colors.water),
            kind("built", colors.built),
            kind("farmland", colors.farmland),
            kind("interest", colors.built),
            kind("grass", colors.grass),
            kind("park", colors.park),
            kind("wood", colors.wood),
            kind("sand", colors.sand),
            kind("rock", colors.rock),
            kind("ice", colors.ice),
            kind("water", colors.water),
            kind("pier", colors.pier),
            kind("building", colors.building, edge: colors.buildingEdge),
        ]
    }

    private static func kind(_ kind: String, _ color: UInt32, edge: UInt32? = nil) -> AreaLayer {
        AreaLayer(id: "areas-\(kind)", layer: "areas", condition: .kind(kind), color: color, edge: edge)
    }
}
