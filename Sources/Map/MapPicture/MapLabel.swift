import VectorTiles

/// A name on the map.
struct MapLabel {
    var text: String
    /// What people there write, where that is another script than the reader's: a line below.
    var local: String?
    var point: PicturePoint
    /// The line that the name goes along, as a street's and a river's does; else it stands at its point.
    var path: [PicturePoint] = []
    var style: Style

    var lines: [String] { [text] + [local].compactMap(\.self) }

    /// How a name is written, and which wins where two have no room: the smaller importance.
    struct Style {
        var importance: Double
        var size: Double
        var isBold = false
        var isWater = false
        var isMinor = false
        var hasDot = false
        /// Where its middle is taken, it stands above or below: a country or a lake has room elsewhere.
        var canMove = false
        /// The room round the name that no other one may have, in pixels: `text-padding` of the page.
        var padding = 4.0
        /// How wide a line of it is at most, in sizes of its letters: `text-max-width` of the page.
        var mostWidthInSizes = 10.0
        /// Another dot: that of a capital.
        var hasRing = false
        /// A mark in the place of the dot.
        var mark: MapMark?
        /// A road's number, in a box: filled for the greatest roads.
        var shield: (isShield: Bool, isFilled: Bool) = (false, false)

        init(importance: Double, size: Double, isBold: Bool = false) {
            (self.importance, self.size, self.isBold) = (importance, size, isBold)
        }

        /// Of a feature of the tiles.
        init(_ layer: LabelLayer, _ feature: TileFeature, zoom: Double) {
            let order = Double(LabelLayer.allCases.firstIndex(of: layer) ?? 0)
            // Of one kind, the ranks decide; there are fewer than a hundred.
            self.init(importance: 1 + order + feature.rank / 100, size: layer.size(rank: feature.rank, zoom: zoom))
            switch layer {
            case .largeCountryNames, .countryNames: (isBold, canMove, mostWidthInSizes) = (true, true, 8)
            case .waterNames: (isWater, canMove, mostWidthInSizes) = (true, true, 7)
            case .riverNames, .streamNames: isWater = true
            case .areaNames: (isMinor, isWater) = (true, feature.text("kind") == "water")
            case .stateNames: (isMinor, mostWidthInSizes) = (true, 8)
            case .countyNames, .streetNames, .houseNumbers: isMinor = true
            case .capitals, .greatPlaces, .largePlaces, .middlePlaces, .smallPlaces:
                (isBold, hasRing) = (layer == .capitals, layer == .capitals)
                padding = layer == .capitals ? 2 : 6
                hasDot = zoom < Self.firstZoomWithoutDots
            case .ports: (mark, mostWidthInSizes) = (.port, 9)
            case .airports: (mark, mostWidthInSizes) = (.airport, 9)
            case .roadNumbers:
                isBold = true
                shield = (true, ["motorway", "trunk"].contains(feature.text("class") ?? ""))
            }
        }

        /// From here on a place is larger than a dot, and its name stands in its middle (`lastDotZoom` of the page).
        private static let firstZoomWithoutDots = 10.0
    }
}
