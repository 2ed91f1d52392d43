import VectorTiles

/// A kind of lines, and how they are drawn: a layer of the page's style (`map/model/basemapStyle.js`) that says `line(…)`.
/// A test holds the two lists together.
struct LineLayer {
    /// What the page's style calls it.
    var id: String
    /// The layer of the tiles.
    var layer: String
    /// Which of its lines are meant.
    var condition: Condition
    var color: UInt32
    var width: WidthByZoom
    var firstZoom = 0.0
    /// Lengths of strokes and gaps in turn, in widths of the line; none for a line without gaps.
    var dashes: [Double] = []
    var opacity = 1.0
    /// Dashes that end where they end: sleepers.
    var hasFlatEnds = false

    /// Which features of a layer are meant.
    enum Condition: Equatable {
        case all
        case rank(Int)
        case level(Int)
        case kind(String)
        case classes([String])
        /// Everything but a path.
        case street

        func accepts(_ feature: TileFeature) -> Bool {
            switch self {
            case .all: true
            case .rank(let rank): feature.number("rank") == Double(rank)
            case .level(let level): feature.number("level") == Double(level)
            case .kind(let kind): feature.text("kind") == kind
            case .classes(let names): feature.text("class").map(names.contains) ?? false
            case .street: feature.text("class") != "path"
            }
        }
    }

    /// Whether detail packs have these lines; else the world has them.
    var isDetail: Bool { layer == "streets" || layer == "lines" }

    /// From the ground up, in the order of the page's style.
    static func all(_ colors: MapColors) -> [LineLayer] {
        ground(colors) + world(colors) + streets(colors)
    }

    /// Waters and railways of detail packs.
    private static func ground(_ colors: MapColors) -> [LineLayer] {
        [
            kind("stream", colors.water, WidthByZoom((13, 0.6), (16, 1.6), (18, 4))),
            kind("river", colors.water, WidthByZoom((12, 1), (15, 3), (18, 12))),
            kind("breakwater", colors.breakwater, WidthByZoom((13, 1), (18, 7))),
            kind("tram", colors.rail, WidthByZoom((13, 0.6), (18, 2))),
            kind("railway", colors.rail, WidthByZoom((12, 0.9), (15, 1.8), (18, 4))),
            LineLayer(
                id: "railway-sleepers", layer: "lines", condition: .kind("railway"), color: colors.rail,
                width: WidthByZoom((13, 2.5), (18, 9)), firstZoom: 14, dashes: [0.25, 2.2], hasFlatEnds: true),
        ]
    }

    /// One of `lineKinds` of the page (`map/model/areaKinds.js`).
    private static func kind(_ kind: String, _ color: UInt32, _ width: WidthByZoom) -> LineLayer {
        LineLayer(id: "lines-\(kind)", layer: "lines", condition: .kind(kind), color: color, width: width)
    }

    private static func world(_ colors: MapColors) -> [LineLayer] {
        [
            LineLayer(
                id: "rivers", layer: "rivers", condition: .all, color: colors.river,
                width: WidthByZoom((3, 0.6), (8, 1.6), (11, 3), (13, 1.2))),
            LineLayer(
                id: "railways", layer: "railways", condition: .all, color: colors.minorText,
                width: WidthByZoom((6, 0.5), (10, 1), (13, 0.7)), firstZoom: 6, opacity: 0.35),
            LineLayer(
                id: "roads-small", layer: "roads", condition: .rank(3), color: colors.path,
                width: WidthByZoom((8, 0.4), (10, 1), (13, 0.8)), firstZoom: 8),
            LineLayer(
                id: "roads-middle", layer: "roads", condition: .rank(2), color: colors.path,
                width: WidthByZoom((7, 0.5), (10, 1.4), (13, 0.9)), firstZoom: 7),
            LineLayer(
                id: "roads-large", layer: "roads", condition: .rank(1), color: colors.path,
                width: WidthByZoom((6, 0.7), (10, 2.2), (13, 1)), firstZoom: 6),
            LineLayer(
                id: "roads-great", layer: "roads", condition: .rank(0), color: colors.motorway,
                width: WidthByZoom((4, 0.6), (6, 1.2), (10, 2.8), (13, 1.2)), firstZoom: 4),
            LineLayer(
                id: "borders-county", layer: "borders", condition: .level(6), color: colors.county,
                width: WidthByZoom((0, 0.8)), firstZoom: 7),
            LineLayer(
                id: "borders-state", layer: "borders", condition: .level(4), color: colors.state,
                width: WidthByZoom((3, 0.5), (8, 1.2)), firstZoom: 3, dashes: [3, 2]),
            LineLayer(
                id: "borders-country", layer: "borders", condition: .level(2), color: colors.country,
                width: WidthByZoom((1, 0.6), (8, 1.8))),
        ]
    }

    private static func streets(_ colors: MapColors) -> [LineLayer] {
        [
            LineLayer(
                id: "paths", layer: "streets", condition: .classes(["path"]), color: colors.path,
                width: WidthByZoom((13, 0.6), (18, 3)), dashes: [2, 1.5]),
            LineLayer(
                id: "streets-case", layer: "streets", condition: .street, color: colors.streetCase,
                width: WidthByZoom((12, 1.6), (15, 5), (18, 20))),
            LineLayer(
                id: "streets-small", layer: "streets", condition: .classes(["residential", "service", "tertiary"]),
                color: colors.street, width: WidthByZoom((12, 0.8), (15, 3.6), (18, 17))),
            LineLayer(
                id: "streets-main", layer: "streets", condition: .classes(["primary", "secondary"]),
                color: colors.mainStreet, width: WidthByZoom((10, 1), (15, 4.6), (18, 19))),
            LineLayer(
                id: "streets-fast", layer: "streets", condition: .classes(["motorway", "trunk"]),
                color: colors.motorway, width: WidthByZoom((8, 1), (15, 5), (18, 20))),
        ]
    }
}
