import Foundation
import TestSupport
import Testing
import VectorTiles

@testable import MapPicture

/// Pictures look as the page does: both have their lists in a language of their own, and these hold them together.
@Suite("The style of pictures") struct PictureStyleTests {
    @Test("pictures draw the lines of the page's style: the same ones in its order, as wide, in its colours and dashes")
    func lines() throws {
        let style = try Checkout.text("map/model/basemapStyle.js")
        let line = /line\("([\w-]+)", "(\w+)", (.+?), colors\.(\w+), (widthByZoom\(.*?\]\)|[\d.]+)/
        let blocks = Self.blocks(of: style, startingWith: line)
        let palettes = try Self.palettes()
        for (colors, palette) in zip([MapColors.light, .dark], palettes) {
            let layers = LineLayer.all(colors).filter { !$0.id.hasPrefix("lines-") }
            #expect(layers.map(\.id) == blocks.map { String($0.match.1) })
            for (layer, block) in zip(layers, blocks) {
                let (_, id, tileLayer, condition, color, width) = block.match
                #expect(layer.layer == tileLayer && layer.condition.script == condition, "\(id)")
                #expect(layer.color == palette[String(color)], "\(id)")
                #expect(layer.width.script == width || "\(layer.width.stops[0].pixels)" == width, "\(id)")
                #expect(layer.firstZoom == block.number("minzoom") ?? 0, "\(id)")
                #expect(layer.opacity == block.number(#""line-opacity""#) ?? 1, "\(id)")
                let dashes = block.text.firstMatch(of: /"line-dasharray": \[([^\]]+)\]/)?.1.split(separator: ", ")
                #expect(layer.dashes == (dashes ?? []).compactMap { Double($0) }, "\(id)")
            }
        }
    }

    @Test("pictures write the names of the page's style: the same kinds from the same zooms on, the same ones first")
    func names() throws {
        let blocks = Self.nameBlocks(of: try Checkout.text("map/model/basemapStyle.js"))
        // MapLibre gives room to the last layer first.
        #expect(LabelLayer.allCases.map(\.rawValue) == blocks.reversed().map { String($0.match.1) })
        for block in blocks {
            let layer = try #require(LabelLayer(rawValue: String(block.match.1)))
            let parameters = block.text.firstMatch(of: /^placeLabel\(.*, (\d+), fonts/)?.1
            let isMark = block.text.hasPrefix("markLabel")
            let isCountry = block.text.hasPrefix("countryLabel")
            let first = parameters.flatMap { Double($0) } ?? (isMark ? 6 : block.number("minzoom")) ?? 0
            #expect(layer.zooms.lowerBound == first, "\(layer)")
            #expect(layer.zooms.upperBound == (isCountry ? 8 : block.number("maxzoom") ?? 25), "\(layer)")
        }
    }

    @Test("names of a rank are the same kind for pictures and for the page")
    func ranks() throws {
        let blocks = Self.nameBlocks(of: try Checkout.text("map/model/basemapStyle.js"))
        for (function, tileLayer) in [("placeLabel(", "places"), ("countryLabel(", "countries")] {
            for rank in 0...9 {
                let meant = blocks.filter { block in
                    let filter = block.text.prefix { $0 != "\n" }.matches(of: /\["(>|<=|==)", rank, (\d+)\]/)
                    let isMeant = filter.allSatisfy { bound in
                        let limit = Int(bound.2) ?? -1
                        return bound.1 == ">" ? rank > limit : bound.1 == "<=" ? rank <= limit : rank == limit
                    }
                    return block.text.hasPrefix(function) && !filter.isEmpty && isMeant
                }
                let drawn = LabelLayer(tileLayer: tileLayer, TileFeature(.points([]), ["rank": .integer(rank)]))
                #expect(meant.map { String($0.match.1) } == [drawn?.rawValue ?? ""], "\(tileLayer), \(rank)")
            }
        }
    }

    @Test("names are as large in pictures as on the page")
    func sizes() throws {
        let style = try Checkout.text("map/model/basemapStyle.js")
        for block in Self.nameBlocks(of: style) where block.text.hasPrefix("label(") {
            let layer = try #require(LabelLayer(rawValue: String(block.match.1)))
            let size = try #require(block.text.firstMatch(of: /, (\d+), colors/))
            #expect(layer.size(rank: 5, zoom: 10) == Double(size.1), "\(layer)")
        }
        let marks = try #require(style.firstMatch(of: /"text-size": (\d+),/))
        #expect(LabelLayer.ports.size(rank: 9, zoom: 10) == Double(marks.1))
        #expect(LabelLayer.airports.size(rank: 9, zoom: 10) == Double(marks.1))
        let byZoom = /"text-size": \["interpolate", \["linear"\], \["zoom"\], (\d+), (\d+), (\d+), (\d+)\]/
        let countries = try #require(style.firstMatch(of: byZoom))
        for (zoom, size) in [(countries.1, countries.2), (countries.3, countries.4)] {
            #expect(LabelLayer.countryNames.size(rank: 3, zoom: Double(zoom) ?? -1) == Double(size))
        }
        let byRank = /\["zoom"\], (\d+), \["-", (\d+), \["\*", ([\d.]+), rank\]\], (\d+), \["-", (\d+), rank\]\]/
        let places = try #require(style.firstMatch(of: byRank))
        let stops: [(Substring, Substring, Substring)] = [(places.1, places.2, places.3), (places.4, places.5, "1")]
        for (zoom, size, slope) in stops {
            for rank in [0.0, 3, 9] {
                let expected = (Double(size) ?? 0) - (Double(slope) ?? 0) * rank
                let drawn = LabelLayer.middlePlaces.size(rank: rank, zoom: Double(zoom) ?? -1)
                #expect(abs(drawn - expected) < 1e-9, "\(zoom), \(rank)")
            }
        }
    }

    @Test("names have the page's colours")
    func colorsOfNames() throws {
        for block in Self.nameBlocks(of: try Checkout.text("map/model/basemapStyle.js")) {
            let layer = try #require(LabelLayer(rawValue: String(block.match.1)))
            // A number on a shield has the shield's.
            guard layer != .roadNumbers else { continue }
            let style = MapLabel.Style(layer, TileFeature(.points([])), zoom: 12)
            let drawn = style.mark != nil ? "mark" : style.isWater ? "waterText" : style.isMinor ? "textMinor" : "text"
            let named = block.text.firstMatch(of: /"text-color": colors\.(\w+)/).map { String($0.1) }
            #expect(drawn == named ?? (block.text.hasPrefix("markLabel") ? "mark" : "text"), "\(layer)")
        }
        for (colors, palette) in zip([MapColors.light, .dark], try Self.palettes()) {
            for (color, name) in [
                (colors.text, "text"), (colors.minorText, "textMinor"), (colors.waterText, "waterText"),
                (colors.mark, "mark"), (colors.halo, "halo"), (colors.shield, "shield"),
                (colors.shieldEdge, "shieldEdge"), (colors.buildingEdge, "buildingEdge"),
            ] {
                #expect(palette[name] == color, "\(name)")
            }
        }
    }

    @Test("pictures fill the areas of the page's style: the same ones in its order, in its colours, fading as there")
    func areas() throws {
        let style = try Checkout.text("map/model/basemapStyle.js")
        let depths = style.matches(of: /(?m)^ +depths\((\d+), colors\.(\w+)\),$/)
        // `ocean` is for maps of others, without land.
        let areas = style.matches(of: /(?m)^ +area\("([\w-]+)", "(\w+)", colors\.(\w+)(?:, (.+))?\),$/)
            .filter { $0.1 != "ocean" }
        let sea = depths.map { ["depths-\($0.1)", "depths", #"["==", ["get", "depth"], \#($0.1)]"#] }
        let page = sea + areas.map { [String($0.1), String($0.2), $0.4.map { String($0) } ?? "true"] }
        let names = depths.map { String($0.2) } + areas.map { String($0.3) }
        #expect(!depths.isEmpty && !areas.isEmpty)
        for (colors, palette) in zip([MapColors.light, .dark], try Self.palettes()) {
            let drawn = AreaLayer.depths(colors) + AreaLayer.land(colors) + [AreaLayer.water(colors)]
            #expect(drawn.map { [$0.id, $0.layer, $0.condition.script] } == page)
            #expect(drawn.map(\.color) == names.compactMap { palette[$0] })
        }
        let fading = /"fill-opacity": \["interpolate", \["linear"\], \["zoom"\], (\d+), 1, (\d+), 0\]/
        let fade = try #require(style.firstMatch(of: fading))
        for layer in AreaLayer.depths(.light) {
            #expect(layer.fade.map { [$0.lowerBound, $0.upperBound] } == [fade.1, fade.2].compactMap { Double($0) })
            #expect([6, 8, 10].map { layer.opacity(atZoom: $0) } == [1, 0.5, 0])
        }
        #expect(style.contains(#"kind === "building" ? colors.buildingEdge : undefined"#))
    }

    /// The page's kinds of names, from the ground up.
    private static func nameBlocks(of style: String) -> [Block<(Substring, Substring)>] {
        blocks(of: style, startingWith: /(?:\w*[lL]abel\(|\bid: )"([\w-]+)",/).filter {
            !["background", "railway-sleepers", "capital-dots"].contains($0.match.1)
        }
    }

    /// What begins with a match, each up to the next one.
    private static func blocks<Output>(of text: String, startingWith pattern: some RegexComponent<Output>)
        -> [Block<Output>]
    {
        let matches = text.matches(of: pattern)
        return matches.indices.map { index in
            let end = index + 1 < matches.count ? matches[index + 1].range.lowerBound : text.endIndex
            let whole = text[matches[index].range.lowerBound..<end]
            // Behind the last line come names.
            let last = whole.dropFirst().range(of: "\n        label(")?.lowerBound ?? whole.endIndex
            return Block(match: matches[index].output, text: String(whole[..<last]))
        }
    }

    private struct Block<Output> {
        let match: Output
        let text: String

        func number(_ key: String) -> Double? {
            guard let start = text.range(of: "\(key): ")?.upperBound else { return nil }
            return Double(text[start...].prefix { $0.isNumber || $0 == "." })
        }
    }

    /// The page's colours by name, by day and by night.
    private static func palettes() throws -> [[String: UInt32]] {
        let palettes = try Checkout.text("map/model/palette.js")
            .components(separatedBy: "\nconst ").dropFirst()
            .map { text -> [String: UInt32] in
                let colors = text.matches(of: /(\w+): "#([0-9a-f]{6})"/)
                return Dictionary(colors.map { (String($0.1), UInt32($0.2, radix: 16) ?? 0) }) { $1 }
            }
        try #require(palettes.count == 2)
        return palettes
    }

    @Test("pictures draw the same areas and lines of detail packs as the page, in its order, colours and widths")
    func kindsOfStyle() throws {
        let page = try Checkout.text("map/model/areaKinds.js")
        let areas = page.matches(of: /(?m)^ +(\w+): "(\w+)",$/)
        let lines = page.matches(of: /(?m)^ +(\w+): \{ color: "(\w+)", width: \[(.+)\] \},$/)
        #expect(!areas.isEmpty && !lines.isEmpty)
        for (colors, palette) in zip([MapColors.light, .dark], try Self.palettes()) {
            let filled = AreaLayer.details(colors)
            #expect(filled.map(\.condition) == areas.map { AreaLayer.Condition.kind(String($0.1)) })
            #expect(filled.map(\.color) == areas.compactMap { palette[String($0.2)] })
            #expect(filled.filter { $0.edge != nil }.map(\.condition) == [.kind("building")])
            let drawn = LineLayer.all(colors).filter { $0.id.hasPrefix("lines-") }
            #expect(drawn.map(\.condition) == lines.map { LineLayer.Condition.kind(String($0.1)) })
            #expect(drawn.map(\.color) == lines.compactMap { palette[String($0.2)] })
            #expect(drawn.map(\.width.script) == lines.map { "widthByZoom(\($0.3))" })
        }
    }

    @Test("the way has the page's colours, from the page's speeds on")
    func speedsOfStyle() throws {
        let track = try Checkout.text("map/model/track.js")
        let limits = try #require(track.firstMatch(of: /speedLimits = \[([^\]]+)\]/))
        #expect(limits.1.split(separator: ", ").compactMap { Double($0) } == MapColors.speedLimitsInMetersPerSecond)
        let palettes = try Checkout.text("map/model/palette.js")
        let speeds = palettes.matches(of: /speeds: \[([^\]]+)\]/).map {
            $0.1.matches(of: /#([0-9a-f]{6})/).map { UInt32($0.1, radix: 16) }
        }
        #expect(speeds == [MapColors.light.speeds, MapColors.dark.speeds])
        #expect(MapColors.light.color(ofMetersPerSecond: 30) == MapColors.light.speeds[4])
    }
}

extension LineLayer.Condition {
    /// As the page's style has it.
    fileprivate var script: String {
        switch self {
        case .all: "true"
        case .rank(let rank): #"["==", rank, \#(rank)]"#
        case .level(let level): #"["==", ["get", "level"], \#(level)]"#
        case .kind(let kind): #"["==", ["get", "kind"], "\#(kind)"]"#
        case .classes(let names): "inClasses(\(names.map { "\"\($0)\"" }.joined(separator: ", ")))"
        case .street: #"["!", inClasses("path")]"#
        }
    }
}

extension WidthByZoom {
    /// As the page's style has it.
    fileprivate var script: String {
        func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
        return "widthByZoom(\(stops.map { "[\(number($0.zoom)), \(number($0.pixels))]" }.joined(separator: ", ")))"
    }
}

extension AreaLayer.Condition {
    /// As the page's style has it.
    fileprivate var script: String {
        switch self {
        case .all: "true"
        case .depth(let depth): #"["==", ["get", "depth"], \#(Int(depth))]"#
        case .kind(let kind): #"["==", ["get", "kind"], "\#(kind)"]"#
        }
    }
}
